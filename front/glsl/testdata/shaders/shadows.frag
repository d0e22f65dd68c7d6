#version 420 core
in vec3 N; in vec2 uv; in vec4 shadowCoord;
uniform sampler2DShadow shadowMap; uniform sampler2DArray layers; uniform usampler2D ids; uniform sampler2D maps[3];
layout(location = 0) out vec4 color; layout(location = 1) out uvec4 id;
struct Hit { float t; vec3 n; };
Hit hits[2] = Hit[](Hit(1.0, vec3(0)), Hit(2.0, vec3(1)));
const mat3 K = mat3(1.0, 2.0, 1.0, 0.0, 0.0, 0.0, -1.0, -2.0, -1.0);
float pcf() { float s = 0.0; for (int x = -1; x <= 1; ++x) for (int y = -1; y <= 1; ++y) s += textureProjOffset(shadowMap, shadowCoord, ivec2(1, -1)) + textureLod(shadowMap, shadowCoord.xyz / shadowCoord.w, 0.0); return s / 9.0; }
vec4 sampleAll(sampler2D s, vec2 p) { return texture(s, p) + textureGrad(s, p, dFdx(p), dFdy(p)) + texelFetch(s, ivec2(p), 0) + textureGather(s, p, 1) + vec4(textureSize(s, 0), 0, 0); }
void main() {
  float g = 0.0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) g += K[i][j] * sampleAll(maps[1], uv + vec2(i, j)).r;
  hits[int(g) & 1].n.xy += uv;
  switch (int(uv.x * 4.0)) { case 0: case 1: g += 1.0; default: g *= 2.0; break; case 3: { float z = g; g = z; } }
  do { g -= 0.1; if (g > 5.0) continue; } while (g > 1.0);
  color = vec4(hits[1].n * pcf() * g, texture(layers, vec3(uv, 2.0)).a);
  id = texelFetch(ids, ivec2(gl_FragCoord.xy), 0) + uvec4(floatBitsToUint(g));
}
