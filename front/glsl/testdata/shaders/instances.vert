#version 330 core
layout(location = 0) in vec3 aPos; layout(location = 1) in vec3 aNormal; layout(location = 2) in mat4 aInstance;
layout (std140) uniform Matrices { mat4 projection; mat4 view; };
uniform mat4 model; uniform bool useInstance; uniform float weights[8];
uniform struct Material { vec3 diffuse; float shininess; } material;
out VS_OUT { vec3 FragPos; vec3 Normal; flat int id; } vs_out;
out float gl_ClipDistance[2];
void main() {
  mat4 m = useInstance ? aInstance : model;
  vec4 world = m * vec4(aPos, 1.0);
  vs_out.FragPos = world.xyz; vs_out.Normal = mat3(transpose(inverse(m))) * aNormal; vs_out.id = gl_InstanceID + gl_VertexID;
  gl_ClipDistance[0] = dot(world, vec4(0, 1, 0, weights[gl_VertexID % 8])); gl_ClipDistance[1] = material.shininess;
  gl_Position = projection * view * world;
}
