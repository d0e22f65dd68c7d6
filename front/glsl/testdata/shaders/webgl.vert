attribute vec3 position; attribute vec2 uv; attribute vec4 color;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform mat3 normalMatrix;
varying vec2 vUv; varying vec4 vColor;
void main() { vUv = uv; vColor = color; gl_PointSize = 4.0; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }
