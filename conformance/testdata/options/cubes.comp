#version 450
// Storage cubes, in every operation.
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimageCube counts;
layout(rgba16f, binding = 1) uniform writeonly imageCube colors;
layout(r32f, binding = 2) uniform readonly imageCube heights;
layout(binding = 3) buffer B { ivec4 at; float o; };
void main() {
  o = imageLoad(heights, at.xyz).x + float(imageAtomicAdd(counts, at.zyx, 1u));
  imageStore(colors, ivec3(1, 2, 5), vec4(o));
  imageStore(counts, at.xyw, imageLoad(counts, ivec3(1)));
  at.xy = imageSize(colors);
  at.xy += imageSize(counts);
}
