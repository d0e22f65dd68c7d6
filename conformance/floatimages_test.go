package conformance

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
)

// TestFloatImageAtomics adds to a texel of floats and exchanges it: in the engines, from GLSL, and from the
// SPIR-V and GLSL that are written.
func TestFloatImageAtomics(t *testing.T) {
	const source = `#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 4) in;
layout(binding = 0, r32f) uniform image2D im;
layout(binding = 1, r32f) uniform readonly image2D other;
layout(binding = 2) buffer B { float o[5]; };
void main() {
  o[gl_LocalInvocationID.x] = imageAtomicAdd(im, ivec2(1, 0), 1.5);
  barrier();
  if (gl_LocalInvocationID.x == 0u) o[4] = imageAtomicExchange(im, ivec2(1, 0), 9.0) + imageLoad(other, ivec2(0)).x;
}
`
	modules := map[string]*refract.Valid{}
	check := func(name string, from refract.Language, text []byte) {
		v, err := refract.Check(t.Context(), "a.comp", text, refract.CheckOptions{Parse: refract.ParseOptions{Language: from}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		modules[name] = v
	}
	check("source", refract.GLSL, []byte(source))
	for name, to := range map[string]refract.Language{"SPIR-V": refract.SPIRV, "GLSL": refract.GLSL} {
		out, err := refract.Write(t.Context(), modules["source"], refract.WriteOptions{Language: to, EntryPoint: "main"})
		if err != nil {
			t.Fatal(err)
		}
		check(name, to, out.Bytes())
	}
	for name, v := range modules {
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			p, err := e.Load(v.Module, exec.LoadOptions{})
			if err != nil {
				t.Fatalf("%s: %s: %v", name, e.Name(), err)
			}
			r := new(exec.Resources)
			var images [2]*exec.Texture
			for k := range images {
				images[k], err = exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 2, Height: 1})
				if err != nil {
					t.Fatal(err)
				}
				images[k].Set(0, 0, 0, 0, 0, exec.Texel{uint64(math.Float32bits(100))})
				r.Bind(0, uint32(k), images[k])
			}
			out := exec.NewBuffer(20)
			r.Bind(0, 2, out)
			if _, err := p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, r, exec.RunOptions{}); err != nil {
				t.Fatalf("%s: %s: %v", name, e.Name(), err)
			}
			var got []float32
			for k := range 5 {
				got = append(got, math.Float32frombits(binary.LittleEndian.Uint32(out.Data[4*k:])))
			}
			slices.Sort(got[:4])
			last := math.Float32frombits(uint32(images[0].At(0, 1, 0, 0, 0)[0]))
			if !slices.Equal(got, []float32{0, 1.5, 3, 4.5, 106}) || last != 9 {
				t.Errorf("%s: %s: %v, and %v in the end", name, e.Name(), got, last)
			}
		}
	}
}
