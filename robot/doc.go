// Package robot reads robots and answers questions about them: URDF descriptions with their meshes,
// SRDF files with pairs that are not tested and named states, joint values as poses of links, and a
// [Checker] that asks a detector about many states.
//
// Angles are in radians and lengths in metres, as in URDF. Poses are products in a stated order of
// explicitly rounded operations ([Robot.LinkPoses]), so that contacts and their hashes are the same on
// every machine.
package robot
