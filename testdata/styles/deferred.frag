#version 430 core
layout (location = 0) out vec4 gAlbedo;
layout (location = 1) out vec2 gNormal;
layout (location = 2) out uvec2 gMaterial;
in VS_OUT {
	vec3 worldPos;
	vec2 uv;
	mat3 tbn;
	flat int materialId;
} fs_in;
struct Material { vec4 albedo; float rough, metal; uint flags; float emissive[3]; };
layout (std430, binding = 4) readonly buffer Materials { Material materials[]; };
layout (binding = 0) uniform sampler2DArray albedoMaps;
layout (binding = 1) uniform sampler2DArray normalMaps;
layout (std140, binding = 2) uniform Camera { mat4 view, proj; vec3 eye; float exposure; } cam;
vec2 octEncode(vec3 n) {
	n /= (abs(n.x) + abs(n.y) + abs(n.z));
	n.xy = n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
	return n.xy * 0.5 + 0.5;
}
void main() {
	const Material m = materials[fs_in.materialId];
	vec4 albedo = m.albedo;
	if (bool(m.flags & 0x1u)) albedo *= texture(albedoMaps, vec3(fs_in.uv, fs_in.materialId));
	vec3 n = fs_in.tbn[2];
	if ((m.flags & 2u) == 2u) {
		vec3 t = texture(normalMaps, vec3(fs_in.uv, float(fs_in.materialId))).xyz * 2.0 - 1.0;
		n = normalize(fs_in.tbn * t);
	}
	gAlbedo = albedo;
	gAlbedo.rgb += vec3(m.emissive[0], m.emissive[1], m.emissive[2]) * cam.exposure;
	gNormal = octEncode(mat3(cam.view) * n);
	gMaterial.x = packUnorm4x8(vec4(m.rough, m.metal, 0.0, 1.0));
	gMaterial.y = floatBitsToUint(distance(cam.eye, fs_in.worldPos));
}
