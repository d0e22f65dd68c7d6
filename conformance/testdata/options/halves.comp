#version 450
// Bits of 16-bit integers as floats.
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_int16 : require
layout(binding = 0) buffer S { i16vec4 a; f16vec2 b; f16vec4 c; u16vec4 d; };
void main() {
  b = int16BitsToFloat16(a.xy) + f16vec2(1);
  c = int16BitsToFloat16(a) * uint16BitsToFloat16(d);
  d = float16BitsToUint16(c);
}
