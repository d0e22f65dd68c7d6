#version 140
#define mul(_a, _b) ( (_a) * (_b) )
#define saturate(_x) clamp(_x, 0.0, 1.0)
#define vec3_splat(_x) vec3(_x, _x, _x)
#define CONST(_x) const _x
#define ARRAY_BEGIN(_type, _name, _count) _type _name[_count] = _type[](
#define ARRAY_END() )
#define BgfxSampler2D sampler2D
#define SAMPLER2D(_name, _reg) uniform sampler2D _name
#define rcp(_x) (1.0/(_x))
vec3 rcp3(vec3 x) { return 1.0 / x; }
vec4 toClipSpaceDepth(float _d) { return vec4(_d * 2.0 - 1.0); }
in vec4 a_color0;
in vec4 a_normal;
in vec3 a_position;
in vec4 i_data0, i_data1, i_data2, i_data3;
out vec4 v_color0;
out vec3 v_normal;
uniform vec4 u_viewRect;
uniform mat4 u_viewProj;
uniform mat4 u_model[32];
SAMPLER2D(s_height, 0);
mat4 mtxFromCols(vec4 _0, vec4 _1, vec4 _2, vec4 _3) { return mat4(_0, _1, _2, _3); }
CONST(float) weights[4] = float[](0.1, 0.2, 0.3, 0.4);
vec3 instMul(vec3 _vec, mat3 _mtx) { return ( (_mtx) * (_vec) ); }
vec4 instMul(mat4 _mtx, vec4 _vec) { return ( (_vec) * (_mtx) ); }
vec4 a_tmp = a_color0 * 0.5;
void main()
{
	mat4 model = mtxFromCols(i_data0, i_data1, i_data2, i_data3);
	ARRAY_BEGIN(vec2, poisson, 4)
		vec2(-0.94, -0.39), vec2(0.94, -0.76),
		vec2(-0.09, -0.92), vec2(0.34, 0.29)
	ARRAY_END();
	vec4 worldPos = instMul(model, vec4(a_position, 1.0) );
	for (int ii = 0; ii < 4; ++ii) worldPos.xz += poisson[ii] * weights[ii] * rcp(float(ii + 1));
	worldPos.y += textureLod(s_height, worldPos.xz, 0.0).x;
	gl_Position = mul(u_viewProj, mul(u_model[int(a_normal.w) & 31], worldPos) );
	vec3 n = a_normal.xyz * 2.0 - 1.0;
	v_normal = instMul(n, mat3(model)) + rcp3(vec3_splat(2.0));
	v_color0 = saturate(a_color0 + a_tmp);
}
