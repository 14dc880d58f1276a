#version 450
// A corner of a body's triangle, seen along an axis of the world: x, y and z are
// rows of the map from the body's frame to the tile and its depths.
layout(push_constant) uniform Push { vec4 x, y, z; uint indices, vertices; };
layout(std430, set = 0, binding = 0) readonly buffer Words { uint words[]; };

void main() {
  uint at = vertices + 3u * words[indices + gl_VertexIndex];
  vec4 p = vec4(uintBitsToFloat(words[at]), uintBitsToFloat(words[at + 1u]), uintBitsToFloat(words[at + 2u]), 1.0);
  gl_Position = vec4(dot(x, p), dot(y, p), dot(z, p), 1.0);
}
