#version 130
// In the style of a cross-compiled shader: macros stand for another language's words.
#define attribute in
#define varying out
#define SHADER_API static
#define vec2_splat(_x) vec2(_x, _x)
#define vec3_splat(_x) vec3(_x, _x, _x)
#define mtxFromCols4(_0, _1, _2, _3) mat4(_0, _1, _2, _3)
#define mul(_a, _b) ( (_a) * (_b) )
#define CONST(_x) const _x
#define u_viewProj u_modelViewProj
attribute vec4 a_color1;
attribute vec4 a_indices;
attribute vec3 a_position;
attribute vec2 a_texcoord0;
varying vec3 v_normal;
varying vec2 v_texcoord0;
varying vec3 v_tangent;
varying vec3 v_view;
uniform mat4 u_modelViewProj;
uniform vec4 u_view [4];
uniform mat4 u_model[2];
vec4 decodeNormalUint(vec4 _encodedNormal) { return _encodedNormal * 2.0 - 1.0; }
float toClipSpaceDepth(float _z) { return _z * 2.0 - 1.0; }
mat3 cofactor(mat4 _m) {
	return mat3(
		_m[1][1] * _m[2][2] - _m[2][1] * _m[1][2], _m[2][0] * _m[1][2] - _m[1][0] * _m[2][2], _m[1][0] * _m[2][1] - _m[2][0] * _m[1][1],
		_m[2][1] * _m[0][2] - _m[0][1] * _m[2][2], _m[0][0] * _m[2][2] - _m[2][0] * _m[0][2], _m[2][0] * _m[0][1] - _m[0][0] * _m[2][1],
		_m[0][1] * _m[1][2] - _m[1][1] * _m[0][2], _m[1][0] * _m[0][2] - _m[0][0] * _m[1][2], _m[0][0] * _m[1][1] - _m[1][0] * _m[0][1]);
}
void main ()
{
	mat4 model = mtxFromCols4(u_model[0][0], u_model[0][1], u_model[0][2], u_model[0][3]);
	vec3 wpos = mul(model, vec4(a_position, 1.0) ).xyz;
	gl_Position = mul(u_viewProj, vec4(wpos, 1.0) );
	vec4 normal = decodeNormalUint(a_color1);
	vec4 tangent = decodeNormalUint(a_indices);
	mat3 c = cofactor(model);
	v_normal = normalize(mul(c, normal.xyz + vec3(0.0, 0.0, 3.0)));
	v_tangent = normalize(mul(c, tangent.xyz));
	v_view = (vec4(wpos, 0.0) * mtxFromCols4(u_view[0], u_view[1], u_view[2], u_view[3])).xyz;
	v_texcoord0 = a_texcoord0 * vec2_splat(1.5);
}
