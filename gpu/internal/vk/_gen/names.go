package main

import (
	"strings"
	"unicode"
)

// vendors keep their capitals.
var vendors = map[string]bool{"EXT": true, "KHR": true, "NV": true, "AMD": true, "INTEL": true, "GOOGLE": true}

// goType turns VkBufferCreateInfo into BufferCreateInfo, VkFooFlagBits into the
// FooFlags that the bits belong to.
func goType(c string) string {
	c = strings.TrimPrefix(c, "Vk")
	return strings.Replace(c, "FlagBits", "Flags", 1)
}

// goConst turns VK_BUFFER_USAGE_TRANSFER_SRC_BIT into BufferUsageTransferSrcBit.
func goConst(c string) string {
	var s strings.Builder
	for _, w := range strings.Split(strings.TrimPrefix(c, "VK_"), "_") {
		if w != "" && !vendors[w] {
			w = w[:1] + strings.ToLower(w[1:])
		}
		s.WriteString(w)
	}
	return s.String()
}

// goName strips the Hungarian p of pointers.
func goName(c string, exported bool) string {
	for len(c) > 1 && c[0] == 'p' && (unicode.IsUpper(rune(c[1])) || c[1] == 'p') {
		c = c[1:]
	}
	if exported {
		return strings.ToUpper(c[:1]) + c[1:]
	}
	c = strings.ToLower(c[:1]) + c[1:]
	if c == "range" || c == "type" || c == "func" {
		c += "_"
	}
	return c
}
