package pipeline_test

// This file runs shaders whose textures are read in 16 bits before and after pass
// mediump-textures, in SSA form and as modules.

import (
	"bytes"
	"strings"
	"testing"

	"refract/exec"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// countSmall is the number of operations on textures whose result, and of those whose source k, has 16 bits.
func countSmall(s *ssa.Shader) (results, sources int) {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.Tex, op.Txf, op.ImageLoad, op.ImageStore:
					if f.Type(i) != 0 && f.Bits(i) == 16 {
						results++
					}
					for k := 1; k < f.NumSrcs(i); k++ {
						if v := f.Arg(i, k); v != 0 && f.Bits(v) == 16 {
							sources++
						}
					}
				}
			}
		}
	}
	return results, sources
}

// toModuleAndBack is a shader as a module, in SSA form again.
func toModuleAndBack(t *testing.T, s *ssa.Shader) *ssa.Shader {
	t.Helper()
	m, err := toir.Module(s.Clone())
	if err != nil {
		t.Fatal(err)
	}
	return fromir.Module(m, fromir.Options{Strict: true})
}

// TestMediumpTextures reads textures at coordinates of 16 bits, and results in 16 bits.
func TestMediumpTextures(t *testing.T) {
	small := 0
	for _, x := range textureCases {
		t.Run(x.name, func(t *testing.T) {
			value := strings.ReplaceAll(x.value, "s, p,", "s, vec2f(vec2h(p)),")
			value = strings.ReplaceAll(value, "s, p)", "s, vec2f(vec2h(p)))")
			s := fromWGSL(t, []byte("enable f16;\n"+textureShader+"  out[i] = vec4f(vec4h("+value+"));\n}\n"))
			first := s.Clone()
			r, err := pipeline.Run(s, pipeline.Of(lower.MediumpTex), pipeline.Options{Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			results, sources := countSmall(s)
			if r.Changed != (results+sources > 0) {
				t.Errorf("changed: %v, with %d results and %d sources", r.Changed, results, sources)
			}
			if want := strings.Contains(value, "vec2h(p)"); want != (sources > 0) {
				t.Errorf("%d sources have 16 bits\n%s", sources, s)
			}
			small += results
			want := runTextures(t, first, true)
			for k, form := range []*ssa.Shader{s, toModuleAndBack(t, s)} {
				for j, got := range runTextures(t, form, true) {
					if got != want[j] {
						t.Fatalf("form %d: component %d is %v, not %v\n%s", k, j, got, want[j], form)
					}
				}
			}
		})
	}
	if small < len(textureCases)/2 {
		t.Errorf("only %d results have 16 bits", small)
	}
}

// TestMediumpImages loads and stores texels of storage images in 16 bits.
func TestMediumpImages(t *testing.T) {
	for _, c := range []struct {
		texel, name string
		format      ir.StorageFormat
		stored      bool
	}{{"vec4f", "rgba32float", ir.Rgba32Float, true}, {"vec4u", "rgba32uint", ir.Rgba32Uint, false}, {"vec4i", "rgba32sint", ir.Rgba32Sint, true}} {
		text := `@group(0) @binding(0) var a: texture_storage_2d<` + c.name + `, read_write>;
@group(0) @binding(1) var<storage, read_write> out: array<` + c.texel + `, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let p = vec2u(i % 8, i / 8);
  let v = textureLoad(a, p);
  out[i] = v;
  workgroupBarrier();
  textureStore(a, p, v);
}
`
		s := fromWGSL(t, []byte(text))
		narrowLoads(s)
		first := s.Clone()
		if _, err := pipeline.Run(s, pipeline.Of(lower.MediumpTex), pipeline.Options{Verify: true}); err != nil {
			t.Fatal(err)
		}
		results, sources := countSmall(s)
		if results != 1 || c.stored != (sources > 0) {
			t.Errorf("%s: %d results and %d sources have 16 bits\n%s", c.texel, results, sources, s)
		}
		images := []exec.TextureDesc{{Dim: ir.Dim2D, Format: exec.FormatOf(c.format), Width: 8, Height: 8}}
		want := runImages(t, first, images, 1)
		for k, form := range []*ssa.Shader{s, toModuleAndBack(t, s)} {
			if got := runImages(t, form, images, 1); !bytes.Equal(got, want) {
				t.Errorf("%s: form %d differs:\n%s", c.texel, k, form)
			}
		}
	}
}

// narrowLoads has texels that a shader loads go by numbers of 16 bits.
func narrowLoads(s *ssa.Shader) {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.ImageLoad {
					continue
				}
				scalar := s.Module.Types.ScalarOf(f.Type(i))
				half, _ := ir.HalfSize(scalar)
				o := map[ir.Scalar]op.Op{ir.F32: op.F2F, ir.I32: op.I2I, ir.U32: op.U2U}[scalar]
				at := f.BuildAfter(i)
				small := at.Op(o, ir.VectorOf(half, 4), i)
				f.ReplaceUses(i, at.Op(o, f.Type(i), small))
				f.SetSrc(small, 0, ssa.Src{Value: i, Swizzle: ssa.Identity, Comps: 4})
			}
		}
	}
}
