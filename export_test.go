package collide

import "time"

// SetSilence sets how long worker processes of a detector by multiprocess may show no
// sign of life.
func (d *Detector) SetSilence(limit time.Duration) { d.engine.(*multiprocess).silence = limit }
