precision mediump float;
varying vec2 vUv;
uniform sampler2D uTex;
uniform samplerCube uEnv;
uniform float uTime;
uniform vec2 uResolution;
uniform struct Light { vec3 pos; vec3 color; float k; } uLights[4];
uniform int uCount;
#define PI 3.14159265
#define saturate(x) clamp(x, 0.0, 1.0)
const int MAX = 4;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float noise(in vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1.0)), f.x), f.y);
}
mat2 rot(float a) { float c = cos(a), s = sin(a); return mat2(c, -s, s, c); }
void main() {
  vec2 p = (gl_FragCoord.xy * 2.0 - uResolution) / min(uResolution.x, uResolution.y);
  p *= rot(uTime);
  vec3 col = texture2D(uTex, vUv).rgb + textureCube(uEnv, vec3(p, 1.0)).rgb;
  for (int i = 0; i < MAX; i++) {
    if (i >= uCount) break;
    Light l = uLights[i];
    col += l.color * saturate(dot(normalize(l.pos), vec3(0, 1, 0))) * l.k;
  }
  float n = noise(p * 4.0);
  col = n > 0.5 ? col : col * n;
  if (col.r < 0.01) discard;
  gl_FragColor = vec4(pow(col, vec3(1.0 / 2.2)), 1.0);
}
