#version 120
uniform sampler2D base, detail;
uniform sampler3D noise;
varying vec3 normal, eye;
void main()
{
	vec4 c = texture2D(base, gl_TexCoord[0].st) * gl_Color;
	c.rgb *= 2.0 * texture2D(detail, gl_TexCoord[0].st * 8.0, -0.5).rgb;
	c += 0.1 * texture3D(noise, eye);
	float fog = clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0);
	gl_FragColor = mix(gl_Fog.color, c, fog);
}
