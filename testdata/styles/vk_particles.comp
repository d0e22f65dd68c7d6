#version 450
layout(constant_id = 0) const uint LOCAL = 64;
layout(constant_id = 1) const bool BOUNCE = true;
layout(constant_id = 2) const float GRAVITY = 0.002;
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
struct Particle { vec4 pos; vec4 vel; };
layout(std140, binding = 0) buffer Pos { Particle particles[]; };
layout(binding = 1) uniform UBO { float deltaT; float destX; float destY; int particleCount; } ubo;
layout(push_constant) uniform Push { layout(offset = 16) vec2 cursor; float strength; uint flags; } push;
shared vec4 sharedData[1024];
vec2 attraction(vec2 pos, vec2 attractPos) {
	vec2 delta = attractPos - pos;
	const float damp = 0.5;
	float dDampedDot = dot(delta, delta) + damp;
	float invDist = 1.0f / sqrt(dDampedDot);
	float invDistCubed = invDist * invDist * invDist;
	return delta * invDistCubed * 0.0035;
}
void main() {
	uint index = gl_GlobalInvocationID.x;
	if (index < uint(ubo.particleCount)) sharedData[gl_LocalInvocationID.x] = particles[index].pos;
	memoryBarrierShared();
	barrier();
	if (index >= uint(ubo.particleCount)) return;
	vec2 vVel = particles[index].vel.xy;
	vec2 vPos = particles[index].pos.xy;
	vVel += attraction(vPos, vec2(ubo.destX, ubo.destY)) * push.strength;
	if ((push.flags & 1u) != 0u) vVel += attraction(vPos, push.cursor);
	vPos += vVel * ubo.deltaT - vec2(0, GRAVITY);
	if (BOUNCE && any(greaterThan(abs(vPos), vec2(1.0)))) {
		vVel = -0.1 * vVel;
		vPos = clamp(vPos, -1.0, 1.0);
	}
	particles[index].pos.xy = vPos + 0.0 * sharedData[(gl_LocalInvocationID.x + 1u) % LOCAL].xy;
	particles[index].vel.xy = vVel;
	particles[index].vel.w = mod(particles[index].vel.w + 0.1 * ubo.deltaT, 1.0);
}
