// Package sim steps bodies through time: as their motions say, as rigid bodies
// that fly, spin, attract and hit each other, or as they were recorded. All of
// them are a Stepper, which yields a Frame at a time; the same scene gives the
// same states, bit for bit, for any detection method, back end, number of workers
// and machine.
package sim
