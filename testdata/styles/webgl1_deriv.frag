#extension GL_OES_standard_derivatives : enable
#extension GL_EXT_shader_texture_lod : enable
#extension GL_EXT_frag_depth : enable
#extension GL_EXT_draw_buffers : require
precision highp float;
uniform samplerCube env;
uniform mat4 inv;
varying vec3 vPos;
varying vec3 vBary;
float edge() { vec3 d = fwidth(vBary); vec3 a3 = smoothstep(vec3(0.0), d * 1.5, vBary); return min(min(a3.x, a3.y), a3.z); }
void main() {
    vec3 n = normalize(cross(dFdx(vPos), dFdy(vPos)));
    vec4 e = textureCubeLodEXT(env, reflect(vPos, n), 2.0);
    gl_FragData[0] = mix(vec4(0.0), e, edge());
    gl_FragData[1] = vec4(n * .5 + .5, 1);
    gl_FragDepthEXT = gl_FragCoord.z * 0.5;
}
