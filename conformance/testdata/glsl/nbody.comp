#version 430
// loose 2e-3
// Bodies in a plain struct of arrays, tiles in shared memory, constants as defines, and a
// uniform block with an instance name.
#define TILE 32
#define EPS2 1e-2
layout(local_size_x = TILE) in;
struct Body { vec4 posMass; vec3 vel; float pad; };
layout(std430, binding = 0) buffer Bodies { Body b[TILE * 2]; } world;
layout(std140, binding = 1) uniform Step { float dt, damping; int tiles; bool reflectWalls; vec3 gravity; } step_;
shared vec4 tile[TILE];
vec3 pull(in vec4 i, in vec4 j, in vec3 acc) {
	vec3 r = j.xyz - i.xyz;
	float d2 = dot(r, r) + EPS2, inv = inversesqrt(d2 * d2 * d2);
	return acc + r * (abs(j.w) * inv);
}
vec3 sanitize(vec3 v) { return clamp(v, vec3(-2), vec3(2)); }
void main() {
	uint me = gl_GlobalInvocationID.x;
	Body body = world.b[me];
	body.posMass = vec4(sanitize(body.posMass.xyz) + float(me), clamp(body.posMass.w, 0.5, 1.));
	vec3 acc = sanitize(step_.gravity) * 0.01;
	for (int t = 0; t < 2; ++t) {
		vec4 o = world.b[t * TILE + gl_LocalInvocationID.x].posMass;
		tile[gl_LocalInvocationID.x] = vec4(sanitize(o.xyz) + float(t * TILE) + float(gl_LocalInvocationID.x), clamp(o.w, 0.5, 1.));
		barrier();
		for (int k = 0; k < TILE; k++) acc = pull(body.posMass, tile[k], acc);
		barrier();
	}
	body.vel = mix(sanitize(body.vel), acc, 0.25);
	body.posMass.xyz += body.vel * clamp(step_.dt, 0., .1);
	if (step_.reflectWalls) { bvec3 out_ = greaterThan(abs(body.posMass.xyz), vec3(20)); body.vel = mix(body.vel, -body.vel, out_); }
	body.pad = any(isnan(acc)) || any(isinf(acc)) ? -1.0 : 1.0;
	world.b[me] = body;
}
