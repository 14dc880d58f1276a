#version 450
#extension GL_EXT_samplerless_texture_functions : require
// The depth buffer becomes the edges' ends: scdDepth of hit.go.
layout(set = 0, binding = 2) uniform texture2D dirlenTexture;
layout(location = 0) flat in vec4 a;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  precise float depth = texelFetch(dirlenTexture, at, 0).w * a.w;
  gl_FragDepth = max(depth, 0.0);
}
