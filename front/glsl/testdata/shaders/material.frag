#version 330 core
struct Material { sampler2D diffuse; sampler2D specular; float shininess; };
struct Tex { sampler2D a; samplerCube b; };
in vec2 TexCoords; out vec4 FragColor;
uniform Material material; uniform Tex tex;
void main() { FragColor = texture(material.diffuse, TexCoords) * material.shininess + texture(material.specular, TexCoords) + texture(tex.b, vec3(1)); }
