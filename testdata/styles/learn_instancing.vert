#version 330 core
layout (location = 0) in vec3 aPos;
layout (location = 2) in vec2 aTexCoords;
layout (location = 3) in mat4 aInstanceMatrix;
out vec2 TexCoords;
flat out ivec2 vId;
out VS { vec3 tangent; mat3 tbn; float w[3]; } vs_out;
uniform mat4 projection;
uniform mat4 view;
uniform vec2 offsets[100];
void main()
{
    TexCoords = aTexCoords;
    vId = ivec2(gl_VertexID, gl_InstanceID);
    mat3 m = transpose(inverse(mat3(aInstanceMatrix)));
    vs_out.tangent = m * vec3(1, 0, 0);
    vs_out.tbn = m;
    for (int i = 0; i < vs_out.w.length(); ++i) vs_out.w[i] = float(i) * aPos[i];
    gl_Position = projection * view * aInstanceMatrix * vec4(aPos + vec3(offsets[gl_InstanceID], 0), 1.0f);
    gl_PointSize = 2.0f;
}
