#version 300 es
#define varying in
layout(location = 0) out highp vec4 pc_fragColor;
#define gl_FragColor pc_fragColor
#define texture2D texture
#define textureCube texture
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp samplerCube;
#define PI 3.141592653589793
#define RECIPROCAL_PI 0.3183098861837907
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define NUM_POINT_LIGHTS 3
#define UNROLLED_LOOP_INDEX i
float pow2( const in float x ) { return x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
struct IncidentLight { vec3 color; vec3 direction; bool visible; };
struct ReflectedLight { vec3 directDiffuse; vec3 directSpecular; vec3 indirectDiffuse; vec3 indirectSpecular; };
struct PhysicalMaterial { vec3 diffuseColor; float roughness; vec3 specularColor; float specularF90; };
struct PointLight { vec3 position; vec3 color; float distance; float decay; };
uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
uniform vec3 ambientLightColor;
uniform vec3 diffuse;
uniform float roughness;
uniform float metalness;
uniform float opacity;
uniform sampler2D map;
uniform sampler2D normalMap;
uniform samplerCube envMap;
uniform vec2 normalScale;
varying vec3 vViewPosition;
varying vec3 vNormal;
varying vec2 vUv;
vec3 BRDF_Lambert( const in vec3 diffuseColor ) { return RECIPROCAL_PI * diffuseColor; }
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
vec3 perturbNormal( vec3 eye_pos, vec3 surf_norm, vec3 mapN, float faceDirection ) {
	vec3 q0 = dFdx( eye_pos.xyz );
	vec3 q1 = dFdy( eye_pos.xyz );
	vec2 st0 = dFdx( vUv.st );
	vec2 st1 = dFdy( vUv.st );
	vec3 N = surf_norm;
	vec3 T = cross( q1, N ) * st0.x + cross( N, q0 ) * st1.x;
	vec3 B = cross( q1, N ) * st0.y + cross( N, q0 ) * st1.y;
	float det = max( dot( T, T ), dot( B, B ) );
	float scale = ( det == 0.0 ) ? 0.0 : faceDirection * inversesqrt( det );
	return normalize( T * ( mapN.x * scale ) + B * ( mapN.y * scale ) + N * mapN.z );
}
void getPointLightInfo( const in PointLight pointLight, const in vec3 pos, out IncidentLight light ) {
	vec3 lVector = pointLight.position - pos;
	light.direction = normalize( lVector );
	float lightDistance = length( lVector );
	light.color = pointLight.color;
	light.color *= pow( saturate( - lightDistance / pointLight.distance + 1.0 ), pointLight.decay );
	light.visible = ( light.color != vec3( 0.0 ) );
}
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 n, const in vec3 v, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( n, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	vec3 h = normalize( directLight.direction + v );
	float alpha = pow2( material.roughness );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, saturate( dot( v, h ) ) );
	float V = V_GGX_SmithCorrelated( alpha, dotNL, saturate( dot( n, v ) ) );
	float D = D_GGX( alpha, saturate( dot( n, h ) ) );
	reflectedLight.directSpecular += irradiance * F * ( V * D );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct RE_Direct_Physical
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec4 sampledDiffuseColor = texture2D( map, vUv );
	diffuseColor *= sampledDiffuseColor;
	if ( diffuseColor.a < 0.5 ) discard;
	float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
	vec3 normal = normalize( vNormal );
	vec3 mapN = texture2D( normalMap, vUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = perturbNormal( - vViewPosition, normal, mapN, faceDirection );
	PhysicalMaterial material;
	material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalness );
	vec3 dxy = max( abs( dFdx( normal ) ), abs( dFdy( normal ) ) );
	float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
	material.roughness = min( max( roughness, 0.0525 ) + geometryRoughness, 1.0 );
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalness );
	material.specularF90 = 1.0;
	vec3 viewDir = normalize( vViewPosition );
	IncidentLight directLight;
	PointLight pointLight;
	#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, - vViewPosition, directLight );
		RE_Direct( directLight, normal, viewDir, material, reflectedLight );
	}
	#endif
	reflectedLight.indirectDiffuse += ambientLightColor * BRDF_Lambert( material.diffuseColor );
	reflectedLight.indirectSpecular += textureCube( envMap, reflect( - viewDir, normal ), 2.0 ).rgb * material.specularColor;
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	outgoingLight += ( rand( gl_FragCoord.xy ) - 0.5 ) / 255.0;
	gl_FragColor = vec4( outgoingLight, diffuseColor.a );
}
