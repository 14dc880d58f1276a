package collide

import "fmt"

// SetBudget replaces Options.Budget for the queries that follow. A negative budget panics.
func (d *Detector) SetBudget(b Budget) {
	if b.Time < 0 || b.Steps < 0 {
		panic(fmt.Sprintf("collide: SetBudget %+v, expected at least 0", b))
	}
	d.world.Enter()
	defer d.world.Leave()
	d.opt.Budget = b
}

// Steps returns how many steps the last query took, of those that Budget.Steps bounds. For a
// query that measures, those of its search for contacts are among them.
func (d *Detector) Steps() int64 { return d.result.Stats.BVTests + d.result.Stats.PrimitiveTests }
