#version 130
// opengl
// loose 1e-3
#pragma parameter hardScan "hardScan" -8.0 -20.0 0.0 1.0
#if __VERSION__ >= 130
#define COMPAT_VARYING in
#define COMPAT_TEXTURE texture
out vec4 FragColor;
#else
#define COMPAT_VARYING varying
#define FragColor gl_FragColor
#define COMPAT_TEXTURE texture2D
#endif
#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#define COMPAT_PRECISION mediump
#else
#define COMPAT_PRECISION
#endif
uniform COMPAT_PRECISION int FrameDirection; uniform COMPAT_PRECISION int FrameCount; uniform COMPAT_PRECISION vec2 OutputSize; uniform COMPAT_PRECISION vec2 TextureSize; uniform COMPAT_PRECISION vec2 InputSize;
uniform sampler2D Texture;
COMPAT_VARYING vec4 TEX0;
#define Source Texture
#define vTexCoord TEX0.xy
#define SourceSize vec4(TextureSize, 1.0 / TextureSize)
#define outsize vec4(OutputSize, 1.0 / OutputSize)
#ifdef PARAMETER_UNIFORM
uniform COMPAT_PRECISION float hardScan;
#else
#define hardScan -8.0
#define hardPix -3.0
#define warpX 0.031
#define maskDark 0.5
#define shadowMask 3
#endif
float ToLinear1(float c) { return(c<=0.04045)?c/12.92:pow((c+0.055)/1.055,2.4); }
vec3 ToLinear(vec3 c) { return vec3(ToLinear1(c.r), ToLinear1(c.g), ToLinear1(c.b)); }
vec3 Fetch(vec2 pos, vec2 off) { pos=(floor(pos*vec2(8.0)+off)+vec2(0.5,0.5))/vec2(8.0); return ToLinear(1.2 * COMPAT_TEXTURE(Source,pos.xy).rgb); }
vec2 Dist(vec2 pos) { pos=pos*vec2(8.0); return -((pos-floor(pos))-vec2(0.5)); }
float Gaus(float pos, float scale) { return exp2(scale*pow(abs(pos),2.0)); }
vec3 Horz3(vec2 pos, float off) { vec3 b=Fetch(pos,vec2(-1.0,off)), c=Fetch(pos,vec2( 0.0,off)); vec3 d=Fetch(pos,vec2( 1.0,off)); float dst=Dist(pos).x; float scale=hardPix; float wb=Gaus(dst-1.0,scale), wc=Gaus(dst+0.0,scale); float wd=Gaus(dst+1.0,scale); return (b*wb+c*wc+d*wd)/(wb+wc+wd); }
float Scan(vec2 pos,float off) { float dst=Dist(pos).y; return Gaus(dst+off,hardScan); }
vec3 Mask(vec2 pos) { vec3 mask=vec3(maskDark);
 if (shadowMask == 1) { float line=1.5; float odd=0.0; if (fract(pos.x*0.166666666) < 0.5) odd = 1.0; if (fract((pos.y + odd) * 0.5) < 0.5) line = maskDark; mask*=line; }
 else if (shadowMask == 3) { pos.x+=pos.y*3.0; pos.x=fract(pos.x*0.166666666); if (pos.x < 0.333) mask.r = 1.5; else if (pos.x < 0.666) mask.g = 1.5; else mask.b = 1.5; }
 return mask; }
void main() { vec2 pos = fract(TEX0.xy * 0.25); vec2 w = pos*2.0-1.0; w *= vec2(1.0+(w.y*w.y)*warpX,1.0+(w.x*w.x)*0.041); pos = w*0.5+0.5;
 vec3 outColor = Horz3(pos,-1.0)*Scan(pos,-1.0) + Horz3(pos,0.0)*Scan(pos,0.0) + Horz3(pos,1.0)*Scan(pos,1.0); if (shadowMask > 0) outColor.rgb *= Mask(floor(gl_FragCoord.xy) + float(FrameDirection & 1)); 
#ifdef GL_ES
 vec2 bordertest = (pos); if ( bordertest.x > 0.0001 && bordertest.x < 0.9999) outColor = outColor; else outColor = vec3(0.0);
#endif
 FragColor = vec4(outColor.rgb, 1.0); }
