#ifdef GL_ES
precision mediump float;
precision mediump int;
#endif
#define PROCESSING_TEXTURE_SHADER
uniform sampler2D texture;
uniform vec2 texOffset;
varying vec4 vertColor;
varying vec4 vertTexCoord;
const vec4 lumcoeff = vec4(0.299, 0.587, 0.114, 0);
void main() {
  vec2 tc0 = vertTexCoord.st + vec2(-texOffset.s, -texOffset.t);
  vec2 tc8 = vertTexCoord.st + vec2(+texOffset.s, +texOffset.t);
  vec4 sum = 8.0 * texture2D(texture, vertTexCoord.st) - (texture2D(texture, tc0) + texture2D(texture, tc8));
  gl_FragColor = vec4(sum.rgb, 1.0) * vertColor * dot(sum, lumcoeff);
}
