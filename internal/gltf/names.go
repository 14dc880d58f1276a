package gltf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// properties are the names that the format gives an object, and what is within. "extensions" is in all of them, and "extras"
// is left out by the parser.
type properties struct {
	names  []string
	former []string // of glTF 1.0, by which geometry was placed
	within map[string]*properties
}

var (
	atSparse      = &properties{names: []string{"bufferView", "byteOffset", "componentType"}}
	sparseObject  = &properties{names: []string{"count"}, within: map[string]*properties{"indices": atSparse, "values": atSparse}}
	targetObject  = &properties{names: []string{"node", "path"}}
	channelObject = &properties{names: []string{"sampler"}, within: map[string]*properties{"target": targetObject}}
	primitiveOnes = &properties{names: []string{"attributes", "indices", "material", "mode", "targets"}}
	meshObject    = &properties{names: []string{"weights", "name"}, within: map[string]*properties{"primitives": primitiveOnes}}
	nodeObject    = &properties{
		names:  []string{"camera", "children", "skin", "matrix", "mesh", "rotation", "scale", "translation", "weights", "name"},
		former: []string{"meshes"},
	}
	accessorObject = &properties{
		names:  []string{"bufferView", "byteOffset", "componentType", "normalized", "count", "type", "max", "min", "name"},
		former: []string{"byteStride"},
		within: map[string]*properties{"sparse": sparseObject},
	}
	// rootObject is the document, as far as it has to do with geometry.
	rootObject = &properties{
		names: []string{"extensionsUsed", "extensionsRequired", "cameras", "images", "materials", "samplers", "scene", "skins", "textures"},
		within: map[string]*properties{
			"asset":       {names: []string{"copyright", "generator", "version", "minVersion"}},
			"scenes":      {names: []string{"nodes", "name"}},
			"nodes":       nodeObject,
			"meshes":      meshObject,
			"accessors":   accessorObject,
			"bufferViews": {names: []string{"buffer", "byteOffset", "byteLength", "byteStride", "target", "name"}},
			"buffers":     {names: []string{"uri", "byteLength", "name"}},
			"animations":  {names: []string{"samplers", "name"}, within: map[string]*properties{"channels": channelObject}},
		},
	}
)

// where is the way to a value from the document.
type where struct {
	up  *where
	key string
	i   int // of an element of an array, else -1
}

// String returns the way as a JSON pointer: /nodes/3.
func (w *where) String() string {
	if w == nil {
		return ""
	}
	if w.i < 0 {
		return w.up.String() + "/" + w.key
	}
	return fmt.Sprintf("%v/%s/%d", w.up, w.key, w.i)
}

// spelling refuses names of properties that differ from those of the format by their case, a separator or one letter: what such a
// property holds would be left out. Others are counted: the format lets readers pass over them, since its later versions may add some.
func (r *reader) spelling(v *value, p *properties, at *where) {
	if v.kind != object || r.err != nil {
		return
	}
	for i, key := range v.keys {
		kid := &v.kids[i]
		if within := p.within[key]; within != nil {
			r.spellingWithin(kid, within, where{up: at, key: key, i: -1})
		} else if want := p.meant(key); want != "" {
			r.failf(kid, "%sthe property %q; expected %s", at.has(), short(key), want)
		} else if key != "extensions" && !slices.Contains(p.names, key) {
			if r.unknowns++; r.unknowns == 1 {
				r.unknown = key
			}
		}
		if r.err != nil {
			return
		}
	}
}

// has begins a message about an object.
func (w *where) has() string {
	if w == nil {
		return "the document has "
	}
	return w.String() + " has "
}

// spellingWithin is spelling for an object, or for the elements of an array.
func (r *reader) spellingWithin(v *value, p *properties, at where) {
	if v.kind == object {
		r.spelling(v, p, &at)
		return
	}
	if v.kind != array {
		return // refused where it is read
	}
	for i := range v.kids {
		if i%1024 == 0 && r.err == nil {
			r.err = r.ctx.Err()
		}
		at.i = i
		r.spelling(&v.kids[i], p, &at)
	}
}

// meant returns the name that a property was meant to have, "" for one of the format, and for one that is far from all.
func (p *properties) meant(key string) string {
	if key == "extensions" || slices.Contains(p.names, key) || len(key) > 2*longestName {
		return ""
	}
	if slices.Contains(p.former, key) {
		return "those of glTF 2.0"
	}
	plain := folded(key)
	for _, name := range p.names {
		if alike(plain, name) {
			return name
		}
	}
	for name := range p.within {
		if alike(plain, name) {
			return name
		}
	}
	for _, name := range []string{"extensions", "extras"} {
		if alike(plain, name) {
			return name
		}
	}
	return ""
}

// longestName is the length of the longest name of a property, extensionsRequired, in bytes.
const longestName = 18

// alike reports whether a folded name is that of the format, or one letter off: left out, put in, another one, or swapped with its
// neighbour. Names of three letters, and names of things, have too many neighbours that mean something else.
func alike(plain, name string) bool {
	want := folded(name)
	if plain == want {
		return true
	}
	if len(want) < 4 || want == "name" {
		return false
	}
	for len(plain) > 0 && len(want) > 0 && plain[0] == want[0] {
		plain, want = plain[1:], want[1:]
	}
	for len(plain) > 0 && len(want) > 0 && plain[len(plain)-1] == want[len(want)-1] {
		plain, want = plain[:len(plain)-1], want[:len(want)-1]
	}
	swapped := len(plain) == 2 && len(want) == 2 && plain[0] == want[1] && plain[1] == want[0]
	return swapped || max(utf8.RuneCountInString(plain), len(want)) <= 1
}

// folded returns a name in lower case without separators.
func folded(name string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || c == ' ' || c == '.' {
			return -1
		}
		return c
	}, name))
}
