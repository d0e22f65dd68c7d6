#version 430
layout(local_size_x = 16, local_size_y = 16) in;
layout(rgba8, binding = 0) uniform readonly image2D src; layout(rgba32f, binding = 1) uniform writeonly image2D dst; layout(r32ui, binding = 2) uniform uimage2D counts;
struct Particle { vec4 pos; vec4 vel; bool alive; };
layout(std430, binding = 0) buffer Particles { Particle p[]; }; layout(std140, binding = 0) uniform Params { float dt; uint n; vec3 g[2]; bool on; };
shared vec4 tile[18][18]; shared uint counter;
void step_(inout Particle q, const float h) { q.vel.xyz += g[1] * h; q.pos += q.vel * h; q.alive = q.alive && q.pos.y > 0.0; }
void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy); uint i = gl_LocalInvocationIndex;
  tile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = imageLoad(src, c);
  if (i == 0u) counter = 0u;
  barrier(); memoryBarrierShared();
  if (on && i < n && i < p.length()) { step_(p[i], dt); p[i].pos.w++; atomicAdd(counter, 1u); }
  barrier();
  vec4 s = vec4(0); for (int y = -1; y <= 1; y++) { for (int x = -1; x <= 1; x++) { s += tile[clamp(int(gl_LocalInvocationID.y) + y, 0, 17)][clamp(int(gl_LocalInvocationID.x) + x, 0, 17)]; } }
  if (c.x < imageSize(dst).x) imageStore(dst, c, s / 9.0);
  uint old = imageAtomicAdd(counts, c, counter), w = imageAtomicCompSwap(counts, c, old, 5u);
  uint msb; int e; float m = frexp(s.x, e); float ip; float fp = modf(s.y, ip); umulExtended(old, w, msb, old);
  if (any(greaterThan(s.xyz, vec3(m, fp, ip)))) atomicMax(counter, msb + uint(e));
}
