package main

import "go/types"

// total is the number of exported names of all public packages.
func (s *surface) total() int {
	n := 0
	for _, p := range s.public {
		n += s.names(p)
	}
	return n
}

// names returns the number of exported names of a package: constants, variables, functions, types,
// and methods of exported types. Struct fields and methods of interfaces do not count.
func (s *surface) names(p *types.Package) int {
	n := 0
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		n++
		if t, ok := object.(*types.TypeName); ok {
			n += len(s.methods(t))
		}
	}
	return n
}

// methods returns the exported methods that a type's page shows: its own, and those of
// unexported types embedded in it. An alias shows those of an internal type.
func (s *surface) methods(t *types.TypeName) []*types.Selection {
	named, ok := types.Unalias(t.Type()).(*types.Named)
	if !ok || types.IsInterface(named) {
		return nil
	}
	if t.IsAlias() && !s.hides(named.Obj()) {
		return nil
	}
	var list []*types.Selection
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		if m := set.At(i); m.Obj().Exported() && hidden(named, m.Index()) {
			list = append(list, m)
		}
	}
	return list
}

// hides reports whether a type of this module has no page of its own.
func (s *surface) hides(t *types.TypeName) bool {
	return s.ours(t) && (!t.Exported() || isInternal(t.Pkg().Path()))
}

// hidden reports whether the fields on the way to a method are all unexported. It is true
// for the type's own methods.
func hidden(named *types.Named, index []int) bool {
	t := types.Type(named)
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		if f.Exported() {
			return false
		}
		t = f.Type()
	}
	return true
}
