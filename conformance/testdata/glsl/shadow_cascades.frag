#version 450
// loose 2e-3
// Shadow samplers in arrays, gathers, offsets, gradients, projections, sizes.
layout(binding = 0) uniform sampler2DArrayShadow cascades; layout(binding = 1) uniform sampler2DShadow one; layout(binding = 2) uniform samplerCube sky; layout(binding = 3) uniform sampler3D volume; layout(binding = 4) uniform sampler2DArray pages; layout(binding = 5) uniform isampler2D ids; layout(binding = 6) uniform usampler2D flags; layout(binding = 7) uniform sampler1D ramp;
layout(location = 0) in vec3 p; layout(location = 0) out vec4 c;
const ivec2 OFF[2] = ivec2[](ivec2(-1, 0), ivec2(1, 1));
float pcf(sampler2DArrayShadow s, vec3 at, float ref) { float r = 0.; for (int y = -1; y <= 1; y += 2) for (int x = -1; x <= 1; x += 2) r += textureGrad(s, vec4(at.xy + vec2(x, y) * .01, at.z, ref), vec2(0), vec2(0)); return r * .25; }
void main() {
	vec3 q = fract(p * .1); c = vec4(0);
	c.x = pcf(cascades, vec3(.3, .6, 1), .5) + textureLod(one, vec3(.5, .5, .4), 0.) + textureProjLod(one, vec4(1, 1, .8, 2), 0.);
	c += textureLod(sky, vec3(1, .2, .3), 0.) * .5 + textureLod(volume, vec3(.5), 0.) + texelFetch(pages, ivec3(0, 0, 1), 0) + texelFetchOffset(volume, ivec3(0), 0, ivec3(0)) + textureLodOffset(pages, vec3(.5, .5, 0), 0., ivec2(0, 1));
	c.y += float(texelFetch(ids, ivec2(0), 0).x & 15) + float(texelFetch(flags, ivec2(0), 0).y & 3u) + textureGather(ids, vec2(.5), 0).w * 0 + textureLod(ramp, .5, 0.).x;
	c.z += float(textureSize(cascades, 0).z + textureSize(one, 0).x + textureSize(sky, 0).y * 2 + textureSize(volume, 0).z * 3 + textureSize(ramp, 0)) + q.x * 0.;
}
