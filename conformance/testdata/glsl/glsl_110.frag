#version 110
// opengl
// loose 1e-3
uniform sampler2D diffuse; uniform vec3 lights[4]; uniform mat4 m; uniform float k; uniform bool flag; struct Inner { vec2 a; }; uniform struct Mat { vec4 amb; float shin; Inner in_; } mat[2];
varying vec2 uv; varying vec4 col; const float PI = 3.14159; 
float att(float d) { if (d < 1.) return 1.; return 1. / (d * d); }
vec4 shade(in vec3 n, vec3 l, const in float s, out float a) { a = max(dot(n, l), 0.); return vec4(a * s, pow(a, 2.), a * a, s); }
void main() {
	vec2 p = fract(floor(gl_FragCoord.xy) * .25); float acc = 0., a; vec4 c = vec4(0.); int i; for (i = 0; i < 4; i++) { vec3 l = clamp(lights[i], -2., 2.); c += shade(normalize(vec3(p, 1.)), normalize(l + .001), att(length(l)), a); acc += a; if (acc > 3.) break; } c.a += float(i);
	c += texture2D(diffuse, p) + texture2D(diffuse, p, 0.); c.rgb = mix(c.rgb, vec3(acc), .25); mat3 r = mat3(1., 0., 0., 0., 1., 0., 0., 0., 1.); r[1] = vec3(p, .5); c.gbr = c.rgb * r; if (flag) c.r = 1. - c.r; else if (acc > 1.) c.g *= .5; c.b += clamp(mat[1].amb.z, -1., 1.) + clamp(mat[0].in_.a.y, -1., 1.); c.r += clamp((m * vec4(0., 0., 1., 0.)).x, -1., 1.); int w = 7; while (w > 0) { w -= 2; if (w == 3) continue; c.g += .125; } do { w++; } while (w < 3); c.b += float(w / 2) + float(w - 3 * (w / 3)); gl_FragColor = c; 
}
