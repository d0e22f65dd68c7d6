#version 450
// Storage cubes and arrays of them, in every operation.
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimageCube counts;
layout(rgba16f, binding = 1) uniform writeonly imageCubeArray colors;
layout(r32f, binding = 2) uniform readonly imageCubeArray heights;
layout(binding = 3) buffer B { ivec4 at; float o; };
void main() {
  o = imageLoad(heights, at.xyz).x + float(imageAtomicAdd(counts, at.zyx, 1u));
  imageStore(colors, ivec3(1, 2, 8), vec4(o));
  imageStore(counts, at.xyw, imageLoad(counts, ivec3(1)));
  at.xyz = imageSize(heights);
  at.xy += imageSize(counts);
}
