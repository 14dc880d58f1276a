package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// fingerprintBytes is the length of a fingerprint, 16 bytes: that of a GUID.
const fingerprintBytes = 16

// Fingerprint identifies the clash of two bodies by their names, in either order: 32 hexadecimal digits. Triangles,
// places and depths do not count, so it is the same after a change of the meshes.
func Fingerprint(a, b string) string {
	if a > b {
		a, b = b, a
	}
	// The lengths keep ("ab", "c") from being ("a", "bc").
	sum := sha256.Sum256([]byte("collide clash 1 " + strconv.Itoa(len(a)) + " " + a + strconv.Itoa(len(b)) + " " + b))
	return hex.EncodeToString(sum[:fingerprintBytes])
}
