#version 300 es
#define varying out
#define attribute in
precision highp float;
precision highp int;
#define HIGH_PRECISION
#define SHADER_NAME PointsMaterial
#define USE_SIZEATTENUATION
#define USE_COLOR
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform float size;
uniform float scale;
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
attribute vec3 position;
#ifdef USE_COLOR
	attribute vec3 color;
	varying vec3 vColor;
#endif
uniform vec4 boundingSphere;
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
void main() {
	#if defined( USE_COLOR_ALPHA )
		vColor = vec4( 1.0 );
	#elif defined( USE_COLOR )
		vColor = vec3( 1.0 );
		vColor *= color;
	#endif
	vec3 transformed = vec3( position );
	vec4 mvPosition = vec4( transformed, 1.0 );
	mvPosition = modelViewMatrix * mvPosition;
	gl_Position = projectionMatrix * mvPosition;
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
}
