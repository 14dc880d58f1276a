#version 450
// A pixel rectangle per triangle or box, which carries the record to every pixel.
struct Draw { vec4 a, b, c, d; uvec4 rect; };
layout(push_constant) uniform Push { vec2 size; };
layout(std430, set = 0, binding = 0) readonly buffer Draws { Draw draws[]; };
layout(location = 0) flat out vec4 a;
layout(location = 1) flat out vec4 b;
layout(location = 2) flat out vec4 c;
layout(location = 3) flat out vec4 d;

void main() {
  Draw w = draws[gl_InstanceIndex];
  vec2 corner = vec2(w.rect.xy) + vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * vec2(w.rect.zw);
  gl_Position = vec4(corner / size * 2.0 - 1.0, 0.0, 1.0);
  a = w.a;
  b = w.b;
  c = w.c;
  d = w.d;
}
