#version 300 es
#define varying in
layout(location = 0) out highp vec4 pc_fragColor;
#define gl_FragColor pc_fragColor
#define texture2D texture
#define texture2DLodEXT textureLod
precision highp float;
precision highp int;
#define PI 3.141592653589793
#define RECIPROCAL_PI 0.3183098861837907
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
struct IncidentLight { vec3 color; vec3 direction; bool visible; };
struct ReflectedLight { vec3 directDiffuse; vec3 directSpecular; vec3 indirectDiffuse; vec3 indirectSpecular; };
struct GeometricContext { vec3 position; vec3 normal; vec3 viewDir;
#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal;
#endif
};
struct PhysicalMaterial { vec3 diffuseColor; float roughness; vec3 specularColor; float specularF90; };
#define NUM_POINT_LIGHTS 3
struct PointLight { vec3 position; vec3 color; float distance; float decay; };
uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
uniform vec3 diffuse, emissive;
uniform float roughness, opacity;
uniform sampler2D map;
varying vec3 vViewPosition;
varying vec3 vNormal;
varying vec2 vUv;
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	#if defined ( PHYSICALLY_CORRECT_LIGHTS )
		return 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	#else
		if ( cutoffDistance > 0.0 && decayExponent > 0.0 ) {
			return pow( saturate( - lightDistance / cutoffDistance + 1.0 ), decayExponent );
		}
		return 1.0;
	#endif
}
void getPointLightInfo( const in PointLight pointLight, const in GeometricContext geometry, out IncidentLight light ) {
	vec3 lVector = pointLight.position - geometry.position;
	light.direction = normalize( lVector );
	float lightDistance = length( lVector );
	light.color = pointLight.color;
	light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
	light.visible = ( light.color != vec3( 0.0 ) );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) { return RECIPROCAL_PI * diffuseColor; }
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
void RE_Direct_Physical( const in IncidentLight directLight, const in GeometricContext geometry, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometry.normal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	vec3 h = normalize( directLight.direction + geometry.viewDir );
	reflectedLight.directSpecular += irradiance * F_Schlick( material.specularColor, material.specularF90, saturate( dot( h, geometry.viewDir ) ) ) * D_GGX( pow2( material.roughness ), saturate( dot( geometry.normal, h ) ) );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct RE_Direct_Physical
vec4 LinearTosRGB( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	diffuseColor *= texture2D( map, vUv );
	if ( diffuseColor.a < EPSILON ) discard;
	float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
	PhysicalMaterial material;
	material.diffuseColor = diffuseColor.rgb;
	material.roughness = max( roughness, 0.0525 ); material.roughness = min( material.roughness, 1.0 );
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, 0.5 );
	material.specularF90 = 1.0;
	GeometricContext geometry;
	geometry.position = - vViewPosition;
	geometry.normal = normalize( vNormal ) * faceDirection;
	geometry.viewDir = normalize( vViewPosition );
	IncidentLight directLight;
	PointLight pointLight;
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometry, directLight );
		RE_Direct( directLight, geometry, material, reflectedLight );
	}
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.directSpecular + emissive + max3( reflectedLight.indirectDiffuse );
	gl_FragColor = vec4( outgoingLight, diffuseColor.a );
	gl_FragColor = LinearTosRGB( gl_FragColor );
}
