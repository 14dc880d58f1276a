// Package backend chooses where the method auto runs when nobody says: on the CPU, or on a device that a short measurement
// found to be faster.
//
// The measurement has the CPU and the device answer the same drawn scenes of a few sizes: many small bodies, and two large
// meshes. What a query of another size takes follows from the sizes on either side of it. The measurement of a device is kept
// in a folder where there is one, and made again where what was kept does not parse or is of another device, driver or program.
//
// A choice changes how long an answer takes and nothing else: every method gives the same contacts.
package backend
