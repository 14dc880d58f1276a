package xmltree

import (
	"bufio"
	"fmt"
)

// meter hands out bytes one by one, as xml.Decoder takes them from an io.ByteReader, and counts those of
// the document and of the token: the decoder keeps a whole token in memory.
type meter struct {
	r            *bufio.Reader
	limits       Limits
	total, token int
}

// ReadByte returns the next byte within the limits.
func (m *meter) ReadByte() (byte, error) {
	if m.token++; m.token > m.limits.Token {
		return 0, fmt.Errorf("a tag, text or comment of more than %d bytes", m.limits.Token)
	}
	if m.total++; m.total > m.limits.Bytes {
		return 0, fmt.Errorf("more than %d bytes", m.limits.Bytes)
	}
	return m.r.ReadByte()
}

// Read makes a meter an io.Reader; the decoder calls ReadByte alone.
func (m *meter) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := m.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}
