// In the style of a library that glues chunks together: WebGL 1, macros of the features.
#define USE_FOG
#define USE_MAP
#define NUM_DIR_LIGHTS 2
#define saturate( a ) clamp( a, 0.0, 1.0 )
precision highp float;
precision highp int;
uniform mat4 modelMatrix;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform mat3 normalMatrix;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 uv;
varying vec3 vViewPosition;
varying vec3 vNormal;
#if defined( USE_MAP ) || defined( USE_BUMPMAP )
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
#ifdef USE_FOG
	varying float vFogDepth;
#endif
void main() {
#ifdef USE_MAP
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
#endif
	vec3 objectNormal = vec3( normal );
	vec3 transformedNormal = normalMatrix * objectNormal;
#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
#endif
	vec3 transformed = vec3( position );
	vec4 mvPosition = vec4( transformed, 1.0 );
	mvPosition = modelViewMatrix * mvPosition;
	gl_Position = projectionMatrix * mvPosition;
	vViewPosition = - mvPosition.xyz;
#ifdef USE_FOG
	vFogDepth = - mvPosition.z + 0.5;
#endif
}
