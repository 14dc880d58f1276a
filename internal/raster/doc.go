// Package raster draws shaded triangles into an image in software: a z-buffer,
// supersampling, outlines, and a second layer of marks that shows through what
// hides it. It knows nothing of collisions; package report composes its pictures.
//
// Pictures are for people: unlike everywhere else, compilers may fuse products
// and sums here, so the last bit of a pixel may differ between architectures.
package raster
