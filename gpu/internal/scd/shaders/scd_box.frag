#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "scd.glsl"
// Where the pixel's edge enters the box, as a depth to compare with the edge's end.
layout(set = 0, binding = 1) uniform texture2D origTexture;
layout(set = 0, binding = 2) uniform texture2D dirlenTexture;
layout(location = 0) flat in vec4 a;
layout(location = 1) flat in vec4 b;
layout(location = 2) flat in vec4 c;
layout(location = 3) flat in vec4 d;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  gl_FragDepth = hitBox(texelFetch(origTexture, at, 0).xyz, texelFetch(dirlenTexture, at, 0), Record(a, b, c, d));
}
