#define PROCESSING_LIGHT_SHADER
uniform mat4 modelview;
uniform mat4 transform;
uniform mat3 normalMatrix;
uniform mat4 texMatrix;
uniform int lightCount;
uniform vec4 lightPosition[8];
uniform vec3 lightNormal[8];
uniform vec3 lightAmbient[8];
uniform vec3 lightFalloff[8];
uniform vec2 lightSpot[8];
attribute vec4 position;
attribute vec4 color;
attribute vec3 normal;
attribute vec2 texCoord;
varying vec4 vertColor;
varying vec4 vertTexCoord;
const float zero_float = 0.0;
const float one_float = 1.0;
const vec3 zero_vec3 = vec3(0);
float falloffFactor(vec3 lightPos, vec3 vertPos, vec3 coeff) {
  vec3 lpv = lightPos - vertPos;
  vec3 dist = vec3(one_float);
  dist.z = dot(lpv, lpv);
  dist.y = sqrt(dist.z);
  return one_float / dot(dist, coeff);
}
float spotFactor(vec3 lightPos, vec3 vertPos, vec3 lightNorm, float minCos, float spotExp) {
  vec3 lpv = normalize(lightPos - vertPos);
  vec3 nln = -one_float * lightNorm;
  float spotCos = dot(nln, lpv);
  return spotCos <= minCos ? zero_float : pow(spotCos, spotExp);
}
float lambertFactor(vec3 lightDir, vec3 vecNormal) { return max(zero_float, dot(lightDir, vecNormal)); }
void main() {
  gl_Position = transform * position;
  vec3 ecVertex = vec3(modelview * position);
  vec3 ecNormal = normalize(normalMatrix * normal);
  vec3 ecNormalInv = ecNormal * -one_float;
  vec3 totalAmbient = vec3(0, 0, 0), totalFront = vec3(0, 0, 0);
  for (int i = 0; i < 8; i++) {
    if (lightCount == i) break;
    vec3 lightPos = lightPosition[i].xyz;
    bool isDir = lightPosition[i].w < one_float;
    float spotCos = lightSpot[i].x, spotExp = lightSpot[i].y;
    vec3 lightDir; float falloff, spotf;
    if (isDir) { falloff = one_float; lightDir = -one_float * lightNormal[i]; }
    else { falloff = falloffFactor(lightPos, ecVertex, lightFalloff[i]); lightDir = normalize(lightPos - ecVertex); }
    spotf = spotExp > zero_float ? spotFactor(lightPos, ecVertex, lightNormal[i], spotCos, spotExp) : one_float;
    if (any(greaterThan(lightAmbient[i], zero_vec3))) totalAmbient += lightAmbient[i] * falloff;
    totalFront += vec3(spotf * falloff * max(lambertFactor(lightDir, ecNormal), lambertFactor(lightDir, ecNormalInv)));
  }
  vertColor = vec4(totalAmbient, 0) * color + vec4(totalFront, 1) * color;
  vertTexCoord = texMatrix * vec4(texCoord, 1.0, 1.0);
}
