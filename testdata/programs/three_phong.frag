#extension GL_OES_standard_derivatives : enable
#define USE_FOG
#define USE_MAP
#define NUM_DIR_LIGHTS 2
#define PI 3.141592653589793
#define RECIPROCAL_PI 0.3183098861837907
#define saturate( a ) clamp( a, 0.0, 1.0 )
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
precision highp float;
precision highp int;
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float shininess;
uniform float opacity;
struct IncidentLight { vec3 color; vec3 direction; bool visible; };
struct ReflectedLight { vec3 directDiffuse; vec3 directSpecular; vec3 indirectDiffuse; };
struct GeometricContext { vec3 position; vec3 normal; vec3 viewDir; };
struct BlinnPhongMaterial { vec3 diffuseColor; vec3 specularColor; float specularShininess; };
struct DirectionalLight { vec3 direction; vec3 color; };
uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
varying vec3 vViewPosition;
varying vec3 vNormal;
varying vec2 vUv;
uniform sampler2D map;
#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	uniform float fogDensity;
#endif
vec3 BRDF_Lambert( const in vec3 diffuseColor ) { return RECIPROCAL_PI * diffuseColor; }
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
void getDirectionalLightInfo( const in DirectionalLight directionalLight, const in GeometricContext geometry, out IncidentLight light ) {
	light.color = directionalLight.color;
	light.direction = directionalLight.direction;
	light.visible = true;
}
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in GeometricContext geometry, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometry.normal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	vec3 halfDir = normalize( directLight.direction + geometry.viewDir );
	reflectedLight.directSpecular += irradiance * material.specularColor * D_BlinnPhong( material.specularShininess, saturate( dot( geometry.normal, halfDir ) ) );
}
#define RE_Direct RE_Direct_BlinnPhong
vec3 perturbNormal( vec3 surf_pos, vec3 surf_norm, float height ) {
	vec3 vSigmaX = dFdx( surf_pos ), vSigmaY = dFdy( surf_pos );
	vec3 R1 = cross( vSigmaY, surf_norm ), R2 = cross( surf_norm, vSigmaX );
	float fDet = dot( vSigmaX, R1 ) * ( gl_FrontFacing ? 1.0 : - 1.0 );
	return normalize( abs( fDet ) * surf_norm + sign( fDet ) * ( R1 + R2 ) * height * 0.0 + vec3( 0.0, 0.0, 1e-3 ) );
}
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec4 texelColor = texture2D( map, vUv );
	diffuseColor *= texelColor;
	vec3 normal = normalize( vNormal );
	normal = perturbNormal( - vViewPosition, normal, texelColor.r );
	BlinnPhongMaterial material;
	material.diffuseColor = diffuseColor.rgb;
	material.specularColor = vec3( 0.2 );
	material.specularShininess = shininess;
	GeometricContext geometry;
	geometry.position = - vViewPosition;
	geometry.normal = normal;
	geometry.viewDir = normalize( vViewPosition + vec3( 0.0, 0.0, 1.5 ) );
	IncidentLight directLight;
#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		getDirectionalLightInfo( directionalLights[ i ], geometry, directLight );
		RE_Direct( directLight, geometry, material, reflectedLight );
	}
#pragma unroll_loop_end
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + emissive * 0.1;
	gl_FragColor = vec4( outgoingLight, diffuseColor.a );
#ifdef USE_FOG
	float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif
	gl_FragColor.rgb = pow( gl_FragColor.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ) * whiteComplement( 0.2 );
}
