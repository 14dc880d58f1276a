package vulkantest

import (
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Operations and decorations of SPIR-V.
const (
	opTypePointer    = 32
	opVariable       = 59
	opDecorate       = 71
	opMemberDecorate = 72
	nonWritable      = 24
	binding          = 33
)

// checkAccess compares a kernel's letters with its shader: r for bindings that are
// declared readonly, and those alone. The barriers go by the letters.
func checkAccess(k *vulkan.Kernel) error {
	code, err := k.Shaders.ReadFile("shaders/" + k.Name + ".spv")
	if err != nil {
		return err
	}
	if err := checkCode(k, code); err != nil {
		return err
	}
	if code, err = k.Shaders.ReadFile("shaders/" + k.Name + ".sg.spv"); err == nil {
		return checkCode(k, code)
	}
	return nil
}

func checkCode(k *vulkan.Kernel, code []byte) error {
	words := make([]uint32, len(code)/4)
	copy(vulkan.BytesOf(words), code)
	written, err := writtenBindings(words)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", k.Name, err)
	}
	access := make([]byte, len(written))
	for i, w := range written {
		if access[i] = 'r'; w {
			access[i] = 'w'
		}
	}
	if string(access) != k.Access {
		return fmt.Errorf("kernel %s: access %q, its shader says %q", k.Name, k.Access, access)
	}
	return nil
}

// writtenBindings reads in a shader's code which of its buffers are not declared readonly.
func writtenBindings(words []uint32) (written []bool, err error) {
	var (
		frozen   = map[uint32]bool{}   // structs whose members cannot be written
		bindings = map[uint32]uint32{} // of variables
		pointee  = map[uint32]uint32{}
	)
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		switch w := words[at:]; w[0] & 0xFFFF {
		case opMemberDecorate:
			if w[3] == nonWritable {
				frozen[w[1]] = true
			}
		case opDecorate:
			if w[2] == binding {
				bindings[w[1]] = w[3]
			}
		case opTypePointer:
			pointee[w[1]] = w[3]
		case opVariable:
			if b, ok := bindings[w[2]]; ok {
				if b >= 64 {
					return nil, fmt.Errorf("binding %d", b)
				}
				for int(b) >= len(written) {
					written = append(written, true)
				}
				written[b] = !frozen[pointee[w[1]]]
			}
		}
	}
	return written, nil
}
