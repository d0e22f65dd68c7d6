#version 300 es
// In the style of globes for the web: one name for everything, many constants, out structs.
precision highp float;
layout(location = 0) out vec4 out_FragColor;
struct czm_materialInput { float s; vec2 st; vec3 str; vec3 normalEC; mat3 tangentToEyeMatrix; vec3 positionToEyeEC; float height; };
struct czm_material { vec3 diffuse; float specular; float shininess; vec3 normal; vec3 emission; float alpha; };
struct czm_raySegment { float start; float stop; };
struct czm_ray { vec3 origin; vec3 direction; };
const czm_raySegment czm_emptyRaySegment = czm_raySegment(-1.0e+30, -1.0e+30);
const czm_raySegment czm_fullRaySegment = czm_raySegment(0.0, 1.0e+30);
const float czm_epsilon7 = 0.0000001, czm_piOverTwo = 1.5707963267948966;
const float czm_degreesPerRadian = 180.0 / (czm_piOverTwo * 2.0);
const mat3 czm_toLinear = mat3(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505);
uniform mat4 czm_inverseModelView, czm_inverseProjection;
uniform vec4 czm_viewport;
uniform vec2 czm_currentFrustum;
uniform float czm_morphTime;
uniform sampler2D u_dayTextures[4];
uniform vec4 u_dayTextureTranslationAndScale[4];
uniform float u_dayTextureAlpha[4];
uniform vec3 u_dayTextureHue[4];
in vec3 v_positionMC;
in vec3 v_normalEC;
in vec2 v_textureCoordinates;
bool czm_isEmpty(czm_raySegment interval) { return (interval.stop < 0.0); }
bool czm_isFull(czm_raySegment i) { return i == czm_fullRaySegment || i.start == 0.0 && i.stop == czm_fullRaySegment.stop; }
czm_material czm_getDefaultMaterial(czm_materialInput materialInput) {
    czm_material material;
    material.diffuse = vec3(0.0);
    material.specular = 0.0;
    material.shininess = 1.0;
    material.normal = materialInput.normalEC;
    material.emission = vec3(0.0);
    material.alpha = 1.0;
    return material;
}
vec2 czm_raySphereIntersectionInterval(czm_ray ray, vec3 center, float radius, out czm_raySegment segment) {
    vec3 o = ray.origin - center;
    float b = dot(o, ray.direction), c = dot(o, o) - radius * radius, d = b * b - c;
    if (d < 0.0) { segment = czm_emptyRaySegment; return vec2(0); }
    float s = sqrt(d);
    segment = czm_raySegment(-b - s, -b + s);
    return vec2(segment.start, segment.stop);
}
vec3 czm_hue(vec3 rgb, float adjustment) {
    const mat3 toYIQ = mat3(0.299, 0.587, 0.114, 0.595716, -0.274453, -0.321263, 0.211456, -0.522591, 0.311135);
    const mat3 toRGB = mat3(1.0, 0.9563, 0.6210, 1.0, -0.2721, -0.6474, 1.0, -1.107, 1.7046);
    vec3 yiq = toYIQ * rgb;
    float hue = atan(yiq.z, yiq.y) + adjustment;
    float chroma = sqrt(yiq.z * yiq.z + yiq.y * yiq.y);
    vec3 color = vec3(yiq.x, chroma * cos(hue), chroma * sin(hue));
    return toRGB * color;
}
vec4 sampleAndBlend(vec4 previousColor, sampler2D textureToSample, vec2 tileTextureCoordinates, vec4 ts, float textureAlpha, vec3 hue) {
    vec2 translation = ts.xy, scale = ts.zw;
    vec4 value = texture(textureToSample, tileTextureCoordinates * scale + translation);
    vec3 color = czm_hue(value.rgb, hue.x);
    float sourceAlpha = value.a * textureAlpha;
    float outAlpha = mix(previousColor.a, 1.0, sourceAlpha);
    outAlpha += sign(outAlpha) - 1.0;
    vec3 outColor = mix(previousColor.rgb * previousColor.a, color, sourceAlpha) / outAlpha;
    return vec4(outColor, max(outAlpha, 0.0));
}
vec4 computeDayColor(vec4 initialColor, vec3 st) {
    vec4 color = initialColor;
#define LAYER(i) color = sampleAndBlend(color, u_dayTextures[i], st.xy, u_dayTextureTranslationAndScale[i], u_dayTextureAlpha[i], u_dayTextureHue[i]);
    LAYER(0) LAYER(1) LAYER(2)
    LAYER(3)
    return color;
}
void main() {
    czm_materialInput materialInput;
    materialInput.st = v_textureCoordinates;
    materialInput.normalEC = normalize(v_normalEC);
    materialInput.positionToEyeEC = -v_positionMC;
    czm_material material = czm_getDefaultMaterial(materialInput);
    czm_raySegment hit;
    czm_ray ray = czm_ray((czm_inverseModelView * vec4(0.0, 0.0, 0.0, 1.0)).xyz, normalize(v_positionMC));
    vec2 when = czm_raySphereIntersectionInterval(ray, vec3(0.0), 6378137.0, hit);
    if (!czm_isEmpty(hit) && !czm_isFull(hit)) material.emission = czm_toLinear * vec3(when * 1e-7, czm_epsilon7);
    vec4 day = computeDayColor(vec4(0.0, 0.0, 0.5, 1.0), vec3(clamp(v_textureCoordinates, 0.0, 1.0), 1));
    float horizon = acos(clamp(dot(materialInput.normalEC, ray.direction), -1., 1.)) * czm_degreesPerRadian;
    out_FragColor = vec4(day.rgb + material.emission, material.alpha) * (horizon > 91.0 ? 1.0 : czm_morphTime);
}
