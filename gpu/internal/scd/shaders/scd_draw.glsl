// A rectangle of pixels per triangle or box.
struct Draw { vec4 a, b, c, d; uvec4 rect; };
layout(push_constant) uniform Push { vec2 size; };
layout(std430, set = 0, binding = 0) readonly buffer Draws { Draw draws[]; };

Draw placed() {
  Draw w = draws[gl_InstanceIndex];
  vec2 corner = vec2(w.rect.xy) + vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * vec2(w.rect.zw);
  gl_Position = vec4(corner / size * 2.0 - 1.0, 0.0, 1.0);
  return w;
}
