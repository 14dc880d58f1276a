// Package volume has the bounding volumes of hierarchies: balls, oriented boxes, 18-DOPs and
// Sphere-OBBs. Each is fitted so that it certainly holds its points, whatever rounding did, and
// Apart is true only where the points are certainly apart.
package volume
