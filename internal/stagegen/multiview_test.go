package stagegen_test

// This file draws random pipelines in several views: on both engines, and with shaders from which a
// pass has taken the views.

import (
	"bytes"
	"fmt"
	"math/bits"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
)

const firstInstance = 3

// TestMultiview draws views as such, on both engines, and as instances in layers.
func TestMultiview(t *testing.T) {
	covered := 0
	for seed := range uint64(sweep.Count(12)) {
		p := stagegen.NewMultiview(seed, true)
		level := int(seed % 3)
		plain := func(e exec.Engine) []exec.Program {
			programs := make([]exec.Program, len(p.Shaders))
			for i, s := range p.Shaders {
				var err error
				if programs[i], err = e.Load(check(t, "a", []byte(s.Source), s.Stage, level).Module, exec.LoadOptions{}); err != nil {
					t.Fatal(err)
				}
			}
			return programs
		}
		want := drawViews(t, p, plain(interp.Engine{}), p.Views, p.Instances)
		for layer := range 4 {
			if shown := bytes.ContainsFunc(want[layer*len(want)/4:(layer+1)*len(want)/4], func(r rune) bool { return r != 0 }); shown && p.Views>>layer&1 == 0 {
				t.Errorf("pipeline %d: layer %d is drawn to, with the views %04b", seed, layer, p.Views)
			} else if shown {
				covered++
			}
		}
		if got := drawViews(t, p, plain(wasm.Engine{}), p.Views, p.Instances); !bytes.Equal(got, want) {
			t.Errorf("pipeline %d: the engines differ", seed)
		}
		lowered := make([]exec.Program, len(p.Shaders))
		for i, s := range p.Shaders {
			form := inSSA(t, s, level)
			runPasses(t, form, fmt.Sprintf("io-to-variables, multiview{mask=%d, base-instance}", p.Views))
			lowered[i] = loadModule(t, form)
		}
		if got := drawViews(t, p, lowered, 0, p.Instances*bits.OnesCount32(p.Views)); !bytes.Equal(got, want) {
			t.Errorf("pipeline %d: the views %04b as instances differ", seed, p.Views)
		}
	}
	if covered == 0 {
		t.Errorf("%d layers are drawn to", covered)
	}
}

// drawViews draws to four layers.
func drawViews(t *testing.T, p *stagegen.Pipeline, programs []exec.Program, views uint32, instances int) []byte {
	t.Helper()
	d, _, _ := drawOf(p, programs, ir.ClipSpaceVulkan)
	d.Views, d.Instances, d.FirstInstance = views, instances, firstInstance
	x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName("rgba32float"), Width: size, Height: size, Layers: 4})
	if err != nil {
		t.Fatal(err)
	}
	pass := &raster.Pass{Colors: []raster.Color{{View: x.View()}}, Layers: 4}
	if err := pass.Draw(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return x.Level(0)
}

// TestMultiviewPositions compares the positions that vertices write in each view with the positions
// of all views that they write at once. Other outputs are the same.
func TestMultiviewPositions(t *testing.T) {
	const first = 24 // location
	acted, refused := 0, 0
	for seed := range uint64(sweep.Count(40)) {
		p := stagegen.NewMultiview(seed, seed%4 == 3)
		form := inSSA(t, p.Shaders[0], int(seed%3))
		before := loadModule(t, form)
		runPasses(t, form, "global-to-local, vars-to-ssa, io-to-variables")
		was := ssa.Print(form)
		runPasses(t, form, fmt.Sprintf("multiview{mask=%d, mode=positions, location=%d}", p.Views, first))
		if bytes.Equal(was, ssa.Print(form)) {
			refused++
			if seed%4 != 3 {
				t.Errorf("shader %d: nothing is done\n%s", seed, was)
			}
			continue
		}
		acted++
		after := loadModule(t, form)
		for number := range uint32(4) {
			got := vertex(t, after, number, 0)
			k := 0
			for views := p.Views; views != 0; views &= views - 1 {
				want := vertex(t, before, number, uint32(bits.TrailingZeros32(views)))
				for at, words := range want {
					switch {
					case at == "position" && k > 0:
						continue
					case at == "position":
						if !equalWords(got[fmt.Sprint(first)], words) {
							t.Errorf("shader %d: the first position differs", seed)
						}
					case !equalWords(got[at], words):
						t.Errorf("shader %d, vertex %d: output %s differs in view %d", seed, number, at, k)
					}
				}
				if !equalWords(got[fmt.Sprint(first+k)], want["position"]) {
					t.Errorf("shader %d, vertex %d: the position of view %d is %v, not %v", seed, number, k, got[fmt.Sprint(first+k)], want["position"])
				}
				k++
			}
		}
	}
	if acted == 0 || refused == 0 {
		t.Errorf("the pass does something in %d shaders, and nothing in %d", acted, refused)
	}
}

func equalWords(a, b []uint32) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// vertex runs a vertex stage, and returns the words of its outputs.
func vertex(t *testing.T, p exec.Program, number, view uint32) map[string][]uint32 {
	t.Helper()
	stage, err := p.(exec.Stager).Stage(t.Context(), "main", new(exec.Resources), exec.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer stage.Close()
	b := exec.Batch{Count: 1, In: make([]uint32, exec.Words(stage.Inputs())), Out: make([]uint32, exec.Words(stage.Outputs()))}
	for _, port := range stage.Inputs() {
		switch port.BuiltIn {
		case ir.BuiltInVertexIndex:
			b.In[port.First] = number
		case ir.BuiltInInstanceIndex:
			b.In[port.First] = firstInstance
		case ir.BuiltInViewIndex:
			b.In[port.First] = view
		}
	}
	if err := stage.Run(&b); err != nil {
		t.Fatal(err)
	}
	out := map[string][]uint32{}
	for _, port := range stage.Outputs() {
		name := fmt.Sprint(port.Location)
		if port.Kind == ir.BindBuiltIn {
			name = port.BuiltIn.String()
		}
		out[name] = b.Out[port.First : port.First+len(port.Scalars)]
	}
	return out
}
