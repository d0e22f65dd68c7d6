#version 450
// In the style of samples for Vulkan: inputs of a subpass, lights in a buffer.
layout (input_attachment_index = 0, binding = 0) uniform subpassInput samplerposition;
layout (input_attachment_index = 1, binding = 1) uniform subpassInput samplerNormal;
layout (input_attachment_index = 2, binding = 2) uniform subpassInput samplerAlbedo;
layout (location = 0) in vec2 inUV;
layout (location = 0) out vec4 outColor;
layout (constant_id = 0) const int NUM_LIGHTS = 64;
struct Light { vec4 position; vec3 color; float radius; };
layout(std140, binding = 3) buffer LightsBuffer { Light lights[]; };
layout (binding = 4) uniform UBO { vec4 viewPos; mat4 view, model; } ubo;
void main() {
	vec3 fragPos = subpassLoad(samplerposition).rgb;
	vec3 normal = subpassLoad(samplerNormal).rgb;
	vec4 albedo = subpassLoad(samplerAlbedo);
	#define ambient 0.05
	vec3 fragcolor = albedo.rgb * ambient;
	for (int i = 0; i < NUM_LIGHTS; ++i) {
		vec3 L = lights[i].position.xyz - fragPos;
		float dist = length(L);
		L = normalize(L);
		float atten = lights[i].radius / (pow(dist, 3.0) + 1.0);
		vec3 N = normalize(normal);
		float NdotL = max(0.0, dot(N, L));
		fragcolor += lights[i].color * albedo.rgb * NdotL * atten;
	}
	outColor = vec4(fragcolor, 1.0) + ubo.viewPos * 0.0;
}
