package collide

import "time"

var epoch = time.Now()

// clock is a monotonic time. time.Since reads one clock where time.Now reads two,
// which shows in a query of two bodies far apart.
func clock() time.Duration { return time.Since(epoch) }
