#version 450
// In the style of portable effects: types and functions by macros, values kept as bits.
#extension GL_GOOGLE_include_directive : enable
#define A_GPU 1
#define A_GLSL 1
#define AP1 bool
#define AF1 float
#define AF2 vec2
#define AF3 vec3
#define AF4 vec4
#define AU1 uint
#define AU2 uvec2
#define AU4 uvec4
#define ASU1 int
#define ASU2 ivec2
#define AF1_AU1(x) uintBitsToFloat(AU1(x))
#define AF2_AU2(x) uintBitsToFloat(AU2(x))
#define AU1_AF1(x) floatBitsToUint(AF1(x))
#define AU1_AH2_AF2(x) packHalf2x16(x)
AF1 AF1_x(AF1 a){return AF1(a);}
AF2 AF2_x(AF1 a){return AF2(a,a);}
AF3 AF3_x(AF1 a){return AF3(a,a,a);}
#define AF1_(a) AF1_x(AF1(a))
#define AF2_(a) AF2_x(AF1(a))
#define AF3_(a) AF3_x(AF1(a))
AU1 AU1_x(AU1 a){return AU1(a);}
#define AU1_(a) AU1_x(AU1(a))
AU1 ABfe(AU1 src,AU1 off,AU1 bits){return bitfieldExtract(src,ASU1(off),ASU1(bits));}
AU1 ABfiM(AU1 src,AU1 ins,AU1 bits){return bitfieldInsert(src,ins,0,ASU1(bits));}

AF1 AMax3F1(AF1 x,AF1 y,AF1 z){return max(x,max(y,z));}
AF3 AMax3F3(AF3 x,AF3 y,AF3 z){return max(x,max(y,z));}
AF3 AMin3F3(AF3 x,AF3 y,AF3 z){return min(x,min(y,z));}
AF1 ARcpF1(AF1 x){return AF1_(1.0)/x;}
AF1 ASatF1(AF1 x){return clamp(x,AF1_(0.0),AF1_(1.0));}
AF1 APrxLoRcpF1(AF1 a){return AF1_AU1(AU1_(0x7ef07ebb)-AU1_AF1(a));}
AF1 APrxLoRsqF1(AF1 a){return AF1_AU1(AU1_(0x5f347d74)-(AU1_AF1(a)>>AU1_(1)));}
AU2 ARmp8x8(AU1 a){return AU2(ABfe(a,1u,3u),ABfiM(ABfe(a,3u,3u),a,1u));}
layout(push_constant) uniform const_t { uvec4 Const0; uvec4 Const1; uvec4 Const2; uvec4 Sample; } cb;
layout(set = 0, binding = 0) uniform texture2D InputTexture;
layout(set = 0, binding = 1, rgba8) uniform writeonly image2D OutputTexture;
layout(set = 0, binding = 2) uniform sampler InputSampler;
AF4 FsrEasuRF(AF2 p) { AF4 res = textureGather(sampler2D(InputTexture, InputSampler), p, 0); return res; }
AF4 FsrEasuGF(AF2 p) { AF4 res = textureGather(sampler2D(InputTexture, InputSampler), p, 1); return res; }
AF4 FsrEasuBF(AF2 p) { AF4 res = textureGather(sampler2D(InputTexture, InputSampler), p, 2); return res; }
void FsrEasuTapF(inout AF3 aC,inout AF1 aW,AF2 off,AF2 dir,AF2 len,AF1 lob,AF1 clp,AF3 c){
 AF2 v;
 v.x=(off.x*( dir.x))+(off.y*dir.y);
 v.y=(off.x*(-dir.y))+(off.y*dir.x);
 v*=len;
 AF1 d2=v.x*v.x+v.y*v.y;
 d2=min(d2,clp);
 AF1 wB=AF1_(2.0/5.0)*d2+AF1_(-1.0);
 AF1 wA=lob*d2+AF1_(-1.0);
 wB*=wB;
 wA*=wA;
 wB=AF1_(25.0/16.0)*wB+AF1_(-(25.0/16.0-1.0));
 AF1 w=wB*wA;
 aC+=c*w;aW+=w;}
void FsrEasuSetF(inout AF2 dir,inout AF1 len,AF2 pp,AP1 biS,AP1 biT,AP1 biU,AP1 biV,AF1 lA,AF1 lB,AF1 lC,AF1 lD,AF1 lE){
 AF1 w = AF1_(0.0);
 if(biS)w=(AF1_(1.0)-pp.x)*(AF1_(1.0)-pp.y);
 if(biT)w=           pp.x *(AF1_(1.0)-pp.y);
 if(biU)w=(AF1_(1.0)-pp.x)*           pp.y ;
 if(biV)w=           pp.x *           pp.y ;
 AF1 dc=lD-lC;
 AF1 cb=lC-lB;
 AF1 lenX=max(abs(dc),abs(cb));
 lenX=APrxLoRcpF1(lenX);
 AF1 dirX=lD-lB;
 dir.x+=dirX*w;
 lenX=ASatF1(abs(dirX)*lenX);
 lenX*=lenX;
 len+=lenX*w;
 dir.y+=(lE-lA)*w;}
void FsrEasuF(out AF3 pix,AU2 ip,AU4 con0,AU4 con1,AU4 con2){
 AF2 pp=AF2(ip)*AF2_AU2(con0.xy)+AF2_AU2(con0.zw);
 AF2 fp=floor(pp);
 pp-=fp;
 AF2 p0=fp*AF2_AU2(con1.xy)+AF2_AU2(con1.zw);
 AF2 p1=p0+AF2_AU2(con2.xy);
 AF4 bczzR=FsrEasuRF(p0),bczzG=FsrEasuGF(p0),bczzB=FsrEasuBF(p0);
 AF4 ijfeR=FsrEasuRF(p1),ijfeG=FsrEasuGF(p1),ijfeB=FsrEasuBF(p1);
 AF4 bczzL=bczzB*AF4(AF1_(0.5))+(bczzR*AF4(AF1_(0.5))+bczzG);
 AF4 ijfeL=ijfeB*.5+(ijfeR*.5+ijfeG);
 AF2 dir=AF2_(0.0);
 AF1 len=AF1_(0.0);
 FsrEasuSetF(dir,len,pp,true, false,false,false,bczzL.x,ijfeL.w,ijfeL.z,bczzL.y,ijfeL.x);
 FsrEasuSetF(dir,len,pp,false,true ,false,false,bczzL.y,ijfeL.z,bczzL.w,ijfeL.y,bczzL.x);
 AF2 dir2=dir*dir;
 AF1 dirR=dir2.x+dir2.y;
 AP1 zro=dirR<AF1_(1.0/32768.0);
 dirR=APrxLoRsqF1(dirR);
 dirR=zro?AF1_(1.0):dirR;
 dir.x=zro?AF1_(1.0):dir.x;
 dir*=AF2_(dirR);
 len=len*AF1_(0.5);
 len*=len;
 AF1 stretch=(dir.x*dir.x+dir.y*dir.y)*APrxLoRcpF1(max(abs(dir.x),abs(dir.y)));
 AF2 len2=AF2(AF1_(1.0)+(stretch-AF1_(1.0))*len,AF1_(1.0)+AF1_(-0.5)*len);
 AF1 lob=AF1_(0.5)+AF1_((1.0/4.0-0.04)-0.5)*len;
 AF1 clp=APrxLoRcpF1(lob);
 AF3 min4=min(AMin3F3(AF3(ijfeR.z,ijfeG.z,ijfeB.z),AF3(bczzR.w,bczzG.w,bczzB.w),AF3(ijfeR.y,ijfeG.y,ijfeB.y)),AF3(ijfeR.x,ijfeG.x,ijfeB.x));
 AF3 max4=max(AMax3F3(AF3(ijfeR.z,ijfeG.z,ijfeB.z),AF3(bczzR.w,bczzG.w,bczzB.w),AF3(ijfeR.y,ijfeG.y,ijfeB.y)),AF3(ijfeR.x,ijfeG.x,ijfeB.x));
 AF3 aC=AF3_(0.0);
 AF1 aW=AF1_(0.0);
 FsrEasuTapF(aC,aW,AF2( 0.0,-1.0)-pp,dir,len2,lob,clp,AF3(bczzR.x,bczzG.x,bczzB.x));
 FsrEasuTapF(aC,aW,AF2( 1.0,-1.0)-pp,dir,len2,lob,clp,AF3(bczzR.y,bczzG.y,bczzB.y));
 FsrEasuTapF(aC,aW,AF2(-1.0, 1.0)-pp,dir,len2,lob,clp,AF3(ijfeR.x,ijfeG.x,ijfeB.x));
 pix=min(max4,max(min4,aC*AF3_(ARcpF1(aW))));}
shared AU1 lds_[64 * 2];
void CurrFilter(AU2 pos) {
 AF3 c;
 FsrEasuF(c, pos, cb.Const0, cb.Const1, cb.Const2);
 if( cb.Sample.x == 1 )
  c *= c;
 imageStore(OutputTexture, ASU2(pos), AF4(c, 1));
}
layout(local_size_x = 64) in;
void main() {
 AU2 gxy = ARmp8x8(gl_LocalInvocationID.x) + AU2(gl_WorkGroupID.x << 4u, gl_WorkGroupID.y << 4u);
 CurrFilter(gxy);
 gxy.x += 8u;
 CurrFilter(gxy);
 gxy.y += 8u;
 lds_[gl_LocalInvocationIndex] = AU1_AH2_AF2(AF2(gxy));
 groupMemoryBarrier(); barrier();
 CurrFilter(gxy + (lds_[63u - gl_LocalInvocationIndex] & 0u));
}
