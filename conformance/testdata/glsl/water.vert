#version 330 core
// opengl
// A vertex shader with Gerstner waves, attributes with places, outputs in a block.
layout(location = 0) in vec3 position; layout(location = 1) in vec2 uv; layout(location = 4) in mat4 instance; layout(location = 8) in uvec4 joints;
uniform mat4 view, projection; uniform float time; uniform vec4 waves[3]; uniform mat4 bones[8];
out Data { vec3 world; vec2 uv; flat int id; vec3 normal; } data; out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
vec3 gerstner(vec4 w, vec3 p, inout vec3 tangent, inout vec3 binormal) {
	float k = 6.2831 / max(w.w, 1.0), c = sqrt(9.8 / k); vec2 d = normalize(w.xy + 1e-3); float f = k * (dot(d, p.xz) - c * time), a = w.z / k;
	tangent += vec3(-d.x * d.x * w.z * sin(f), d.x * w.z * cos(f), -d.x * d.y * w.z * sin(f)); binormal += vec3(-d.x * d.y * sin(f), d.y * cos(f), -d.y * d.y * sin(f)) * w.z;
	return vec3(d.x * a * cos(f), a * sin(f), d.y * a * cos(f));
}
void main() {
	vec3 p = position, t = vec3(1, 0, 0), b = vec3(0, 0, 1);
	for (int i = 0; i < waves.length(); i++) p += gerstner(waves[i], position, t, b);
	mat4 skin = mat4(0); for (int i = 0; i < 4; ++i) skin += bones[joints[i] & 7u] * 0.25;
	gl_Position = projection * view * instance * skin * vec4(p, 1); gl_PointSize = 3.0; gl_ClipDistance[0] = p.y; gl_ClipDistance[1] = -p.y;
	data.world = p; data.uv = uv; data.id = gl_VertexID + gl_InstanceID; data.normal = normalize(cross(b, t));
}
