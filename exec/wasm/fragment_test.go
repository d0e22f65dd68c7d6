package wasm_test

// Fragment shaders give the bits of the reference engine.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/ir"
)

// eachEntry calls a function with a job for each entry point of a stage of the chosen
// shaders of the corpus.
func eachEntry(t *testing.T, stage ir.Stage, every int, do func(j *differential.Job)) {
	for k, s := range harness.Shaders(t) {
		if !harness.Chosen(k, &s, every) {
			continue
		}
		m := ir.NewModule()
		var list diag.List
		if new(wgsl.Reader).Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		for i := range m.EntryPoints {
			ep := &m.EntryPoints[i]
			if ep.Stage != stage {
				continue
			}
			var j *differential.Job
			var err error
			if stage == ir.StageFragment {
				j, err = differential.NewFragmentJob(s.Name, s.Source, ep.Name, 1)
			} else {
				j, err = differential.NewJob(s.Name, s.Source, ep.Name, [3]uint32{2, 1, 1}, nil, 1)
			}
			if err == nil {
				do(j)
			}
		}
	}
}

// TestCorpusFragments compares fragment shaders of the corpus.
func TestCorpusFragments(t *testing.T) {
	n := tally{refused: map[string]int{}}
	eachEntry(t, ir.StageFragment, 16, func(j *differential.Job) {
		want, width, height, err := j.Reference()
		if err != nil {
			return
		}
		if want, err = j.Fragments(width, height, 0); err != nil {
			return
		}
		got, err := j.FragmentsOn(wasm.Engine{}, width, height, 0)
		var no *exec.UnsupportedError
		switch {
		case errors.As(err, &no):
			n.refused[no.Feature]++
			return
		case err != nil:
			t.Errorf("%s %s: %v", j.Name, j.Entry, err)
			return
		}
		n.ran++
		if d := equal(want.Buffers, got.Buffers); d != "" {
			t.Errorf("%s %s: %s", j.Name, j.Entry, d)
		}
		if !bytes.Equal(want.Pixels, got.Pixels) {
			t.Errorf("%s %s: other pixels:\n%x, not\n%x", j.Name, j.Entry, got.Pixels[:64], want.Pixels[:64])
		}
	})
	n.log(t)
}

// TestCorpusTextures compares compute shaders of the corpus that use textures.
func TestCorpusTextures(t *testing.T) {
	n := tally{refused: map[string]int{}}
	eachEntry(t, ir.StageCompute, 16, func(j *differential.Job) {
		if len(j.Textures) == 0 {
			return
		}
		// Where invocations race, nothing says what comes out.
		if _, err := differential.Run(interp.Engine{}, j, exec.CheckRaces); err == nil {
			n.compare(t, j)
		}
	})
	n.log(t)
}

// TestDiscard has fragments that end for good, in a function and in a loop, fragments
// that go on as helpers, and writes of memory by both.
func TestDiscard(t *testing.T) {
	for name, source := range map[string]string{"halt.frag": `#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
float f(float x) {
  for (int i = 0; i < 4; i++) {
    if (x * float(i) > 1.9) discard;
    if (x > 0.7) return x;
    x += 0.1;
  }
  return x * 2.0;
}
void main() {
  float y = f(uv.x) + f(uv.y);
  color = vec4(y * 0.3, dFdx(y) * 10.0, dFdy(uv.x * y), 1);
}`, "demote.wgsl": `
@group(0) @binding(0) var<storage, read_write> n: array<atomic<u32>, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4f, 80>;
@group(0) @binding(2) var image: texture_storage_2d<rgba8unorm, write>;
@fragment fn main(@builtin(position) q: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
  let x = uv.x * 1.7;
  if fract(x * 3) < 0.4 { discard; }
  atomicAdd(&n[u32(q.x) % 3 + 1], u32(q.y) + 1);
  o[u32(q.x) * 8 + u32(q.y)] = vec4f(uv, dpdx(x), fwidth(uv.y * x));
  textureStore(image, vec2u(q.xy), vec4f(uv, 0.5, 1));
  if q.y > 2 { n0(); }
  return vec4f(x, dpdyFine(x * uv.y), dpdxCoarse(x * x), q.x / 9);
}
fn n0() { atomicMax(&n[0], 40u); }`} {
		m, err := refract.Parse(context.Background(), name, []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var first string
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			p, err := e.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var r exec.Resources
			n, o := exec.NewBuffer(16), exec.NewBuffer(1280)
			image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 9, Height: 5})
			if err != nil {
				t.Fatal(err)
			}
			r.Bind(0, 0, n)
			r.Bind(0, 1, o)
			r.Bind(0, 2, image)
			var out strings.Builder
			_, err = p.Fragments(t.Context(), "main", exec.FragmentGrid{Width: 9, Height: 5,
				Input: func(x, y int, b ir.Binding, v exec.View) error {
					if b.Kind != ir.BindLocation {
						return nil
					}
					return v.Set([2]float32{float32(x) / 8, float32(y) / 5})
				},
				Output: func(x, y int, b ir.Binding, v exec.View) error {
					fmt.Fprintf(&out, "%d %d %x\n", x, y, v.Data)
					return nil
				},
				Discarded: func(x, y int) { fmt.Fprintf(&out, "%d %d discarded\n", x, y) },
			}, &r, exec.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%x %x %x", n.Data, o.Data, image.Level(0))
			if first == "" {
				first = out.String()
			} else if out.String() != first {
				t.Errorf("%s: other results:\n%s\nnot\n%s", name, out.String(), first)
			}
		}
	}
}

// FuzzEngines compares random programs: a seed, and of which kind.
func FuzzEngines(f *testing.F) {
	for k := range kinds {
		f.Add(uint64(3146), uint8(k))
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8) {
		k := &kinds[int(kind)%len(kinds)]
		p := progen.Generate(seed, k.options)
		j, err := differential.NewJob(fmt.Sprintf("%s, seed %d", k.name, seed), p.Source, p.Entry, p.Workgroups, p.Overrides, seed)
		if err != nil {
			t.Skip(err)
		}
		var n tally
		n.compare(t, j)
	})
}
