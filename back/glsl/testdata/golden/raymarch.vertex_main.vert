#version 450

void main() {
    vec2 corner = vec2(float((uint(gl_VertexID) << 1u) & 2u), float(uint(gl_VertexID) & 2u));
    vec4 t = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
    gl_Position = vec4(t.x, -t.y, t.z * 2.0 - t.w, t.w);
}
