#version 450
layout(location = 0) out vec2 outUV;
layout(push_constant) uniform P { layout(offset = 32) mat3x4 transform; };
out gl_PerVertex { vec4 gl_Position; };
void main() {
	outUV = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
	gl_Position = vec4(transform * vec3(outUV * 2.0f - 1.0f, 1.0)) + float(gl_InstanceIndex);
}
