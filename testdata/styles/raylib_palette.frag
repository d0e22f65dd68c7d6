#version 330
const int colors = 8;
in vec2 fragTexCoord;
in vec4 fragColor;
uniform sampler2D texture0;
uniform ivec3 palette[colors];
out vec4 finalColor;
void main()
{
    vec4 texelColor = texture(texture0, fragTexCoord)*fragColor;
    int index = int(texelColor.r*255.0);
    ivec3 color = palette[index];
    if ((color.r == 0) && !bool(color.g)) finalColor = texelColor;
    else finalColor = vec4(float(color.r)/255.0, float(color.g)/255.0, float(color.b)/255.0, texelColor.a);
}
