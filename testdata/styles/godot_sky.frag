#version 450
#define MAX_ROUGHNESS_LOD 7.0
#define USE_CUBEMAP_PASS
layout(location = 0) in vec2 uv_interp;
layout(push_constant, std430) uniform Params {
	mat3 orientation;
	vec4 projection;
	vec3 position;
	float time;
	vec2 pad;
	float luminance_multiplier;
	float brightness_multiplier;
} params;
#define SAMPLER_LINEAR_CLAMP 0
#define MAX_DIRECTIONAL_LIGHT_DATA_STRUCTS 4
layout(set = 0, binding = 0) uniform sampler material_samplers[12];
struct DirectionalLightData { vec4 direction_energy; vec4 color_size; bool enabled; };
layout(set = 0, binding = 3, std140) uniform DirectionalLights {
	DirectionalLightData data[MAX_DIRECTIONAL_LIGHT_DATA_STRUCTS];
} directional_lights;
layout(set = 1, binding = 0, std140) uniform MaterialUniforms { vec4 m_top; vec4 m_horizon; float m_curve; bool m_debug; } material;
layout(set = 2, binding = 0) uniform textureCube radiance;
layout(set = 2, binding = 1) uniform texture2D half_res;
layout(location = 0) out vec4 frag_color;
float henyey_greenstein(float cos_theta, float g) {
	const float k = 0.0795774715459;
	return k * (1.0 - g * g) / (pow(1.0 + g * g - 2.0 * g * cos_theta, 1.5));
}
vec3 interleaved_gradient_noise(vec2 pos) {
	const vec3 magic = vec3(0.06711056f, 0.00583715f, 52.9829189f);
	float res = fract(magic.z * fract(dot(pos, magic.xy))) * 2.0 - 1.0;
	return vec3(res, -res, res) / 255.0;
}
void main() {
	vec3 cube_normal;
	cube_normal.z = -1.0;
	cube_normal.x = (cube_normal.z * (-uv_interp.x - params.projection.x)) / params.projection.y;
	cube_normal.y = -(cube_normal.z * (-uv_interp.y - params.projection.z)) / params.projection.w;
	cube_normal = params.orientation * cube_normal;
	cube_normal = normalize(cube_normal);
	vec2 uv = uv_interp * 0.5 + 0.5;
	vec3 color = vec3(0.0);
	float alpha = 1.0;
	{
		float v_angle = acos(clamp(cube_normal.y, -1.0, 1.0));
		float c = (1.0 - v_angle / 1.57079632679);
		color = mix(material.m_horizon.rgb, material.m_top.rgb, clamp(1.0 - pow(1.0 - c, 1.0 / material.m_curve), 0.0, 1.0));
		for (uint i = 0; i < MAX_DIRECTIONAL_LIGHT_DATA_STRUCTS; i++) {
			DirectionalLightData l = directional_lights.data[i];
			if (!l.enabled) continue;
			color += l.color_size.rgb * henyey_greenstein(dot(cube_normal, l.direction_energy.xyz), 0.8) * l.direction_energy.w;
		}
		if (material.m_debug) color = textureLod(samplerCube(radiance, material_samplers[SAMPLER_LINEAR_CLAMP]), cube_normal, MAX_ROUGHNESS_LOD).rgb;
	}
	color += texture(sampler2D(half_res, material_samplers[SAMPLER_LINEAR_CLAMP]), uv).rgb;
	frag_color.rgb = color * params.luminance_multiplier + interleaved_gradient_noise(gl_FragCoord.xy);
	frag_color.a = alpha;
}
