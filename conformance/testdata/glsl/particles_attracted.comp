#version 430 core
// loose 1e-4
// opengl
// An engine's particle system: attractors, spawn by atomic counters, struct of arrays in one buffer.
#define MAX_ATTRACTORS 4
#define RANDOM_SEED 1337u
struct Particle { vec4 posLife; vec4 velSize; uint flags; float pad0, pad1, pad2; };
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Particles { Particle particles[]; };
layout(std430, binding = 1) buffer Counters { uint aliveCount; uint deadCount; uint freeList[]; };
layout(std140, binding = 2) uniform Params { vec4 attractors[MAX_ATTRACTORS]; vec3 gravity; float dt; uint attractorCount; float drag; };
uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16; return x; }
float rnd(inout uint s) { s = hash(s); return float(s >> 8) * (1.0 / 16777216.0); }
vec3 rndSphere(inout uint s) { float z = rnd(s) * 2.0 - 1.0, t = rnd(s) * 6.2831853, r = sqrt(max(0.0, 1.0 - z * z)); return vec3(r * cos(t), r * sin(t), z); }
bool kill(inout Particle p, uint i) { if (p.posLife.w > 0.0) return false; p.flags |= 1u; p.flags &= ~6u; atomicAdd(freeList[i % uint(freeList.length())], 1u); return true; }
void main() {
	uint i = gl_GlobalInvocationID.x; if (i >= uint(particles.length())) return;
	Particle p = particles[i]; uint seed = hash(i * RANDOM_SEED + 1u);
	p.posLife = clamp(p.posLife, -10.0, 10.0); p.velSize = clamp(p.velSize, -3.0, 3.0);
	float h = clamp(dt, 0.001, 0.1);
	vec3 acc = clamp(gravity, -9.8, 9.8);
	for (uint a = 0u; a < min(attractorCount & 7u, uint(MAX_ATTRACTORS)); ++a) {
		vec4 at = clamp(attractors[a], -5.0, 5.0); vec3 d = at.xyz - p.posLife.xyz; float l2 = dot(d, d);
		if (l2 < 1e-4) continue;
		acc += d * (at.w * inversesqrt(l2) / max(l2, 0.5));
	}
	p.velSize.xyz += acc * h;
	p.velSize.xyz *= exp(-clamp(drag, 0.0, 1.0) * h), p.posLife.xyz += p.velSize.xyz * h;
	if ((p.posLife.w -= h) <= 0.0 && (p.flags & 8u) == 0u) { p.posLife = vec4(rndSphere(seed) * 2.0, 1.0 + rnd(seed)); p.velSize.xyz = reflect(p.velSize.xyz, normalize(p.posLife.xyz + 1e-3)); p.flags = p.flags << 1 | 8u; }
	for (int k = 0; k < 3; k++) if (abs(p.posLife[k]) > 9.0) { p.posLife[k] = sign(p.posLife[k]) * 9.0; p.velSize[k] *= -0.5; }
	if (!kill(p, i)) atomicAdd(aliveCount, 1u);
	particles[i] = p;
}
