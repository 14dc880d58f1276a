package threemf

import (
	"strings"

	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/internal/xmltree"
)

// maxNesting is the most objects within each other.
const maxNesting = 64

// build places the items. Instances are counted before any is made.
func (r *reader) build(m *model) {
	var items []reference
	for _, b := range children(m.root, "build") {
		for _, e := range children(b, "item") {
			items = append(items, r.reference(m, e))
		}
	}
	total := 0
	for i := range items {
		o := r.find(&items[i])
		if r.count(o); r.err != nil {
			return
		}
		if total += o.count; total > r.limits.Instances {
			r.limit(m.part, items[i].e, "more than %d meshes placed", r.limits.Instances)
			return
		}
	}
	if total == 0 {
		r.failf(m.part, m.root, "no item in the build: nothing is placed")
	}
	r.out.Unit = m.unit
	for i := range items {
		r.place(&items[i], placed.Origin, attr(items[i].e, "partnumber"))
	}
	r.unread()
}

// unread counts what the archive has beside what the build places.
func (r *reader) unread() {
	objects, parts := 0, 0
	for _, m := range r.models {
		for _, o := range m.objects {
			if o.mesh != nil && !o.placed {
				objects++
			}
		}
	}
	for key := range r.archive.parts {
		if strings.HasSuffix(key, ".model") && r.models[key] == nil {
			parts++
		}
	}
	r.out.Leave(placed.Unread{N: objects, One: "object outside the build", Many: "objects outside the build"},
		placed.Unread{N: parts, One: "model that the build does not need", Many: "models that the build does not need"})
}

// find returns the object that a reference names.
func (r *reader) find(ref *reference) *object {
	m := r.model(ref.part)
	if r.err != nil {
		return nil
	}
	o := m.objects[ref.object]
	if o == nil {
		r.failf(ref.in, ref.e, "objectid %s; %s has no such object", xmltree.Short(ref.object), m.part)
	}
	if u := r.models[strings.ToLower(ref.in)].unit; m.unit != u {
		r.failf(ref.in, ref.e, "%s is in %s, %s in %s; expected one unit", m.part, m.unit, ref.in, u)
	}
	return o
}

// count finds out how many meshes an object places, at most one more than the limit.
func (r *reader) count(o *object) {
	switch {
	case r.err != nil || o.height > 0:
		return
	case o.counting:
		r.failf(o.part, o.e, "object %s is within itself", xmltree.Short(o.id))
		return
	case o.mesh != nil:
		if o.count, o.height = 1, 1; len(o.mesh.Triangles) == 0 {
			r.failf(o.part, o.e, "object %s has no triangles", xmltree.Short(o.id))
		}
		return
	}
	o.counting = true
	height := 0
	for i := range o.components {
		c := r.find(&o.components[i])
		if r.count(c); r.err != nil {
			return
		}
		o.count, height = min(o.count+c.count, r.limits.Instances+1), max(height, c.height)
	}
	if o.counting, o.height = false, height+1; o.height > maxNesting {
		r.limit(o.part, o.e, "more than %d objects within each other", maxNesting)
	}
}

// place adds the meshes that a reference places. name is that of the innermost object around it which has one.
func (r *reader) place(ref *reference, at placed.Place, name string) {
	if r.err != nil {
		return
	}
	if len(r.out.Instances)%1024 == 0 && r.ctx.Err() != nil {
		r.err = r.ctx.Err()
		return
	}
	o := r.find(ref)
	at = at.Then(placed.Place{Pose: ref.pose, Scale: placed.Origin.Scale})
	if !at.IsFinite() {
		r.failf(ref.in, ref.e, "object %s is placed beyond the range of float64", xmltree.Short(o.id))
		return
	}
	o.placed = true
	name = placed.Name(o.name, name)
	if o.mesh == nil {
		for i := range o.components {
			r.place(&o.components[i], at, name)
		}
		return
	}
	k, ok := r.number[o]
	if !ok {
		k = len(r.out.Meshes)
		r.number[o] = k
		if err := o.mesh.Check(); err != nil {
			r.failf(o.part, o.e, "%v", err)
		}
		r.out.Meshes = append(r.out.Meshes, o.mesh)
	}
	r.out.Instances = append(r.out.Instances, placed.Instance{Name: placed.Name(name, "object"+o.id), Mesh: k, Place: at})
}
