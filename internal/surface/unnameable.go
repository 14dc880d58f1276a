package main

import (
	"cmp"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// search looks for types that another module cannot name.
type search struct {
	*surface
	aliases map[*types.TypeName]bool // types that an exported alias names
	visited map[types.Object]bool    // types whose parts have been looked at
	found   []finding
}

// finding is an exported object with a type that cannot be named.
type finding struct{ where, what string }

// unnameable lists the exported functions, methods, fields, variables and constants that have a
// type which callers cannot name, one a line.
func (s *surface) unnameable() []string {
	f := &search{surface: s, aliases: map[*types.TypeName]bool{}, visited: map[types.Object]bool{}}
	s.exported(f.alias)
	s.exported(f.object)
	slices.SortFunc(f.found, func(a, b finding) int { return cmp.Or(cmp.Compare(a.where, b.where), cmp.Compare(a.what, b.what)) })
	var lines []string
	for _, x := range slices.Compact(f.found) {
		lines = append(lines, x.where+": "+x.what)
	}
	return lines
}

// exported visits the exported package-level objects.
func (s *surface) exported(visit func(types.Object)) {
	for _, p := range s.public {
		for _, name := range p.Scope().Names() {
			if object := p.Scope().Lookup(name); object.Exported() {
				visit(object)
			}
		}
	}
}

// ours reports whether an object is of this module.
func (s *surface) ours(o types.Object) bool {
	return o.Pkg() != nil && (o.Pkg().Path() == s.module || strings.HasPrefix(o.Pkg().Path(), s.module+"/"))
}

func (f *search) alias(o types.Object) {
	if t, ok := o.(*types.TypeName); ok && t.IsAlias() {
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok {
			f.aliases[named.Origin().Obj()] = true
		}
	}
}

func (f *search) object(o types.Object) {
	t, ok := o.(*types.TypeName)
	if !ok {
		f.uses(o, o.Name(), o.Type())
		return
	}
	switch u := types.Unalias(t.Type()).(type) {
	case *types.Named:
		f.parts(t, t.Name(), u)
	default:
		f.uses(t, t.Name(), u)
	}
}

// parts looks at what callers reach through a value of a named type: methods, fields and what they
// are promoted from, and what the type is made of.
func (f *search) parts(o types.Object, name string, named *types.Named) {
	if !f.ours(named.Obj()) || f.visited[named.Obj()] {
		return
	}
	f.visited[named.Obj()] = true
	f.parameters(o, name, named.TypeParams())
	for m := range named.Methods() {
		if m.Exported() {
			f.uses(m, name+"."+m.Name(), m.Type())
		}
	}
	if s, ok := named.Underlying().(*types.Struct); ok {
		f.fields(name, s)
		return
	}
	f.uses(o, name, named.Underlying())
}

func (f *search) fields(name string, s *types.Struct) {
	for v := range s.Fields() {
		if v.Exported() {
			f.uses(v, name+"."+v.Name(), v.Type())
		} else if v.Embedded() {
			f.embedded(v, name)
		}
	}
}

// embedded looks at what an unexported embedded field promotes.
func (f *search) embedded(v *types.Var, name string) {
	t := types.Unalias(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		f.parts(v, name, named)
	}
}

func (f *search) parameters(o types.Object, name string, list *types.TypeParamList) {
	for p := range list.TypeParams() {
		f.uses(o, name, p.Constraint())
	}
}

// uses looks for types without a name in a type that an exported object has.
func (f *search) uses(o types.Object, name string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		f.aliased(o, name, t)
	case *types.Named:
		f.named(o, name, t)
	case *types.Signature:
		f.parameters(o, name, t.TypeParams())
		f.tuple(o, name, t.Params())
		f.tuple(o, name, t.Results())
	case *types.Map:
		f.uses(o, name, t.Key())
		f.uses(o, name, t.Elem())
	case interface{ Elem() types.Type }: // arrays, channels, pointers, slices
		f.uses(o, name, t.Elem())
	case *types.Struct:
		f.fields(name, t)
	case *types.Interface:
		f.contents(o, name, t)
	case *types.Union:
		for term := range t.Terms() {
			f.uses(o, name, term.Type())
		}
	}
}

func (f *search) tuple(o types.Object, name string, list *types.Tuple) {
	for v := range list.Variables() {
		f.uses(o, name, v.Type())
	}
}

func (f *search) contents(o types.Object, name string, t *types.Interface) {
	for m := range t.ExplicitMethods() {
		if m.Exported() {
			f.uses(m, name+"."+m.Name(), m.Type())
		}
	}
	for e := range t.EmbeddedTypes() {
		f.uses(o, name, e)
	}
}

// aliased accepts an exported alias of a public package, which is a name, and looks at what
// another stands for.
func (f *search) aliased(o types.Object, name string, t *types.Alias) {
	if !f.ours(t.Obj()) || t.Obj().Exported() && !isInternal(t.Obj().Pkg().Path()) {
		return
	}
	f.uses(o, name, t.Rhs())
}

func (f *search) named(o types.Object, name string, t *types.Named) {
	for a := range t.TypeArgs().Types() {
		f.uses(o, name, a)
	}
	if f.hides(t.Obj()) && !f.aliases[t.Origin().Obj()] {
		at := f.files.Position(o.Pos())
		f.found = append(f.found, finding{
			fmt.Sprintf("%s:%d", strings.TrimPrefix(strings.TrimPrefix(at.Filename, f.root), string(filepath.Separator)), at.Line),
			fmt.Sprintf("%s has the type %s, which callers cannot name", name, types.TypeString(t, (*types.Package).Name)),
		})
	}
}
