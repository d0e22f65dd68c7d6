#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint n; uint data[]; };
shared uint s[64];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  s[l] = i < n ? data[i] : 0u;
  barrier();
  for (uint k = 32u; k > 0u; k >>= 1) { if (l < k) s[l] += s[l + k]; barrier(); }
  if (l == 0u) atomicAdd(data[0], s[0]++);
}
