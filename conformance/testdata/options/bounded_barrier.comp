#version 450
// A barrier in a loop that memory bounds.
layout(local_size_x = 8) in;
layout(binding = 0) buffer B { uint n; uint o[]; };
shared uint s[8];
void main() {
  for (uint i = 0u; i < n; i++) { s[gl_LocalInvocationID.x] = i; barrier(); o[i] = s[0]; barrier(); }
}
