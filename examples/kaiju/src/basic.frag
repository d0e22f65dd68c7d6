#version 460

layout(constant_id = 0) const int LIGHTS = 2;

layout(set = 0, binding = 1) uniform sampler2D albedo;
layout(set = 0, binding = 2) uniform Lights { vec4 directions[8]; };

layout(location = 0) in vec3 worldNormal;
layout(location = 1) in vec2 texCoord;
layout(location = 0) out vec4 color;

void main() {
    vec3 n = normalize(worldNormal);
    float light = 0.1;
    for (int i = 0; i < LIGHTS; i++)
        light += max(dot(n, directions[i].xyz), 0.0) * directions[i].w;
    color = texture(albedo, texCoord) * vec4(vec3(light), 1.0);
}
