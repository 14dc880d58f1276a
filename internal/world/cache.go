package world

import (
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide/internal/narrow"
)

// Cache holds one thing that is derived from a model's mesh, such as a hierarchy: nothing
// until it is first asked for, then the same for all who share the model. What a cache
// holds is brought up to date or dropped when the vertices change, because it can be
// filled only through Get, which registers it with the model.
type Cache[T any] struct {
	mu    sync.Mutex // held while the value is built
	value atomic.Pointer[T]
}

// Load returns the value, nil if it has not been built.
func (c *Cache[T]) Load() *T { return c.value.Load() }

// Get returns the value and builds it first if necessary. follow brings the value up
// to date after the vertices of m changed and reports whether it could; nil means that it
// never can. A value that cannot follow is dropped, to be built when it is asked for.
// Caches that other caches are built from are filled first, outside of build, and follow
// first: neither build nor follow may call Get.
func (c *Cache[T]) Get(m *Model, build func() *T, follow func(*T) bool) *T {
	if v := c.value.Load(); v != nil {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	m.vertices.RLock()
	defer m.vertices.RUnlock()
	if v := c.value.Load(); v != nil {
		return v
	}
	v := build()
	if v == nil {
		return nil
	}
	c.value.Store(v)
	m.keep(func() bool {
		if follow != nil && follow(v) {
			return true
		}
		c.value.Store(nil)
		return false
	})
	return v
}

// keep registers what a filled cache does when the vertices change; it reports whether
// the cache is still filled.
func (m *Model) keep(follow func() bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = append(m.kept, follow)
}

// deformed lets all filled caches follow the vertices.
func (m *Model) deformed() {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.kept[:0]
	for _, follow := range m.kept {
		if follow() {
			kept = append(kept, follow)
		}
	}
	clear(m.kept[len(kept):])
	m.kept = kept
}

// CacheOf returns the cache of a model under a key, which belongs to the method that
// keeps something there. All uses of a key have the same T.
func CacheOf[T any](m *Model, key any) *Cache[T] {
	if c, ok := m.others.Load(key); ok {
		return c.(*Cache[T])
	}
	c, _ := m.others.LoadOrStore(key, &Cache[T]{})
	return c.(*Cache[T])
}

// OnDemand returns the value of a model's cache, builds it first if necessary,
// and adds the time to Stats.Build. It returns nil if the search was stopped first;
// the build then goes on and serves the next query. Engines call it from one goroutine.
func OnDemand[T any](w *World, m *Model, c *Cache[T], build func(*Model) *T, follow func(*Model, *T) bool) *T {
	if v := c.Load(); v != nil {
		return v
	}
	if w.Control.Cause() != narrow.Running {
		return nil
	}
	var update func(*T) bool
	if follow != nil {
		update = func(v *T) bool { return follow(m, v) }
	}
	if !w.build(m.Triangles(), func() { c.Get(m, func() *T { return build(m) }, update) }) {
		return nil
	}
	return c.Load()
}
