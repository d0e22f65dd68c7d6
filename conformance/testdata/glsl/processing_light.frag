#version 110
// opengl
// loose 1e-3
// Version 1.10: no implicit conversions, matrices by scalars, arrays by constant sizes.
#define PROCESSING_LIGHT_SHADER
const int COUNT = 3;
uniform vec4 lightPosition[3]; uniform vec3 lightDiffuse[3]; uniform int lightCount; uniform mat4 texMatrix; uniform sampler2D texture0;
varying vec3 ecNormal; varying vec3 ecVertex; varying vec4 backColor;
float falloff(vec3 pos, vec3 vert, vec3 coeff) { vec3 d = pos - vert; float l = length(d); return 1.0 / dot(coeff, vec3(1.0, l, l * l)); }
float lambert(vec3 dir, vec3 n) { return max(0.0, dot(dir, n)); }
void main() {
	vec3 n = normalize(ecNormal + vec3(0.0, 0.0, 3.0)), total = vec3(0.0);
	for (int i = 0; i < COUNT; i++) {
		if (i == lightCount) break;
		bool isDir = lightPosition[i].w < 0.5;
		vec3 p = clamp(lightPosition[i].xyz, -8.0, 8.0) + vec3(0.0, 0.0, 20.0);
		vec3 dir; float fall;
		if (isDir) { fall = 1.0; dir = -normalize(p); } else { fall = falloff(p, ecVertex, vec3(1.0, 0.1, 0.01)); dir = normalize(p - ecVertex); }
		total += clamp(lightDiffuse[i], 0.0, 1.0) * fall * lambert(dir, n);
	}
	mat4 m = texMatrix; m[3] = vec4(0.0, 0.0, 0.0, 1.0);
	vec2 tc = fract((clamp(m[0], 0.0, 1.0) * vec4(ecVertex, 1.0)).st * 0.01);
	gl_FragColor = vec4(total, 1.0) * backColor + texture2D(texture0, tc);
	gl_FragColor.a = float(lightCount > 2) + float(ivec2(3, 4).y);
}
