#version 110
uniform sampler2D colorMap, normalMap;
uniform sampler1D ramp;
uniform sampler2DShadow shadowMap;
varying vec3 lightDir[2], eyeVec;
varying vec2 uv;
void main (void) {
	vec4 final_color = (gl_FrontLightModelProduct.sceneColor * gl_FrontMaterial.ambient) + vec4(0.0, 0.0, 0.0, 1.0);
	vec3 N = normalize(texture2D(normalMap, uv).xyz * 2.0 - 1.0);
	for (int i = 0; i < 2; ++i) {
		vec3 L = normalize(lightDir[i]);
		float lambertTerm = dot(N, L);
		if (lambertTerm > 0.0) {
			final_color += gl_LightSource[i].diffuse * gl_FrontMaterial.diffuse * lambertTerm;
			vec3 E = normalize(eyeVec), R = reflect(-L, N);
			final_color += gl_LightSource[i].specular * pow(max(dot(R, E), 0.0), gl_FrontMaterial.shininess);
		}
	}
	float fog = clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0);
	gl_FragColor = mix(gl_Fog.color, final_color * texture2DProj(colorMap, gl_TexCoord[0]) * gl_Color, fog);
	gl_FragColor.rgb *= texture1D(ramp, gl_FragColor.r).rgb * shadow2D(shadowMap, vec3(uv, 0.5)).r;
}
