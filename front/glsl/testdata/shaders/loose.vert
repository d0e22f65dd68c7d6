#version 330
in vec3 position;
in vec3 normal;
uniform mat4 mvp;
uniform mat3 nm;
uniform float scale;
out vec3 vNormal;
out VS { vec2 uv; flat int id; } vs;
void main() {
  vNormal = nm * normal;
  vs.uv = position.xy * scale;
  vs.id = gl_VertexID;
  gl_Position = mvp * vec4(position, 1.0);
}
