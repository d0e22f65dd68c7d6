#version 130
#define varying in
#define mul(_a, _b) ( (_a) * (_b) )
#define SAMPLER2D(_name, _reg) uniform sampler2D _name
#define saturate(_x) clamp(_x, 0.0, 1.0)
#define texture2D texture
varying vec3 v_normal;
varying vec2 v_texcoord0;
varying vec3 v_tangent;
varying vec3 v_view;
SAMPLER2D(s_texColor, 0);
SAMPLER2D(s_texNormal, 1);
uniform vec4 u_lightPosRadius[4];
uniform vec4 u_lightRgbInnerR[4];
out vec4 bgfx_FragData[2];
#define gl_FragData bgfx_FragData
#define gl_FragColor bgfx_FragData[0]
vec2 blinn(vec3 _lightDir, vec3 _normal, vec3 _viewDir)
{
	float ndotl = dot(_normal, _lightDir);
	vec3 reflected = 2.0*ndotl*_normal - _lightDir;
	float rdotv = dot(reflected, _viewDir);
	return vec2(ndotl, rdotv);
}
float fresnel(float _ndotl, float _bias, float _pow)
{
	float facing = (1.0 - _ndotl);
	return max(_bias + (1.0 - _bias) * pow(abs(facing), _pow), 0.0);
}
vec4 lit(float _ndotl, float _rdotv, float _m)
{
	float diff = max(0.0, _ndotl);
	float spec = step(0.0, _ndotl) * max(0.0, _rdotv * _m);
	return vec4(1.0, diff, spec, 1.0);
}
vec4 powRgba(vec4 _rgba, float _pow) { vec4 result; result.xyz = pow(_rgba.xyz, vec3(_pow) ); result.w = _rgba.w; return result; }
vec3 calcLight(int _idx, mat3 _tbn, vec3 _wpos, vec3 _normal, vec3 _view)
{
	vec3 lp = u_lightPosRadius[_idx].xyz - _wpos;
	float attn = 1.0 - smoothstep(u_lightRgbInnerR[_idx].w, 1.0, length(lp) / (u_lightPosRadius[_idx].w + 2.0) );
	vec3 lightDir = mul( normalize(lp), _tbn );
	vec2 bln = blinn(lightDir, _normal, _view);
	vec4 lc = lit(bln.x, bln.y, 1.0);
	return u_lightRgbInnerR[_idx].xyz * saturate(lc.y + fresnel(bln.x, 0.2, 5.0) * lc.z * 0.1) * attn;
}
void main ()
{
	vec3 normal;
	normal.xy = texture2D(s_texNormal, v_texcoord0).xy * 2.0 - 1.0;
	normal.z = sqrt(1.0 - clamp(dot(normal.xy, normal.xy), 0.0, 0.9));
	vec3 bitangent = cross(v_normal, v_tangent);
	mat3 tbn = mat3(v_tangent, bitangent, v_normal);
	vec3 lightColor = vec3(0.0);
	for (int ii = 0; ii < 4; ++ii) lightColor += calcLight(ii, tbn, v_view * 0.25, normal, normalize(v_view + 1.0));
	vec4 color = powRgba(texture2D(s_texColor, v_texcoord0), 2.2);
	gl_FragColor.xyz = max(vec3(0.05), lightColor) * color.xyz;
	gl_FragColor.w = 1.0;
	gl_FragColor = powRgba(gl_FragColor, 1.0/2.2);
	gl_FragData[1] = vec4(normal * 0.5 + 0.5, 0.0);
}
