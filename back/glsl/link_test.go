package glsl

// This file tests that the texts of a module's entry points link: names, shapes and
// bindings of what stages share, and what a linker says of every pair of a vertex
// and a fragment shader that WebGPU takes.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/glslang"
	"refract/internal/ir/transform"
	"refract/internal/sweep"
	"refract/ir"
)

// ways are those in which pairs are written: where they are numbered by location
// and by name, with bindings and without, minified.
var ways = []struct {
	name   string
	vulkan string // the version for glslang
	set    func(o *Options)
}{
	{"450", "", func(o *Options) {}},
	{"450 minified", "", func(o *Options) { o.Minify = true }},
	{"330", "", func(o *Options) { o.Version = Version{330, false} }},
	{"300 es", "", func(o *Options) { o.Version = Version{300, true} }},
	{"320 es minified", "", func(o *Options) {
		o.Version, o.Minify, o.ImageFormats = Version{320, true}, true, false // of an extension that glslang lacks
	}},
	{"vulkan", "1.0", func(o *Options) { o.Vulkan = true }},
}

// variables are the values with locations that an entry point takes, or returns.
func variables(m *ir.Module, e *ir.EntryPoint, output bool) map[uint32]string {
	list := map[uint32]string{}
	var note func(b *ir.Binding, t ir.TypeID)
	note = func(b *ir.Binding, t ir.TypeID) {
		switch b.Kind {
		case ir.BindLocation:
			list[b.Location] = fmt.Sprint(m.TypeName(t), " ", b.Interpolation, " ", b.Sampling)
		case ir.NoBinding:
			if s := m.StructOf(t); s != nil {
				for i := range s.Members {
					note(&s.Members[i].Binding, s.Members[i].Type)
				}
			}
		}
	}
	f := m.Func(e.Function)
	if output {
		if f.Result != 0 {
			note(&f.ResultBinding, f.Result)
		}
		return list
	}
	for i := range f.Args {
		note(&f.Args[i].Binding, f.Args[i].Type)
	}
	return list
}

// canPair reports whether a pipeline can have both stages: the fragment shader gets
// all that it takes, and they bind nothing different at one place (WebGPU sections
// "validating inter-stage interfaces" and "default pipeline layout").
func canPair(m *ir.Module, vertex, fragment *ir.EntryPoint) bool {
	given := variables(m, vertex, true)
	for location, v := range variables(m, fragment, false) {
		if given[location] != v {
			return false
		}
	}
	return true
}

// pairs calls f with every vertex and fragment entry point that can be paired.
func pairs(m *ir.Module, f func(vertex, fragment *ir.EntryPoint)) {
	for i := range m.EntryPoints {
		for j := range m.EntryPoints {
			v, p := &m.EntryPoints[i], &m.EntryPoints[j]
			if v.Stage == ir.StageVertex && p.Stage == ir.StageFragment && canPair(m, v, p) {
				f(v, p)
			}
		}
	}
}

// agree reports what two texts say differently of what they share, or "".
func agree(vertex, fragment *Reflection) string {
	byGlobal, byName := map[string]Resource{}, map[string]Resource{}
	for _, r := range vertex.Resources {
		byGlobal[r.key()], byName[r.Name] = r, r
	}
	for _, r := range fragment.Resources {
		if v, shared := byGlobal[r.key()]; shared && (v.Name != r.Name || v.Slot != r.Slot || v.Set != r.Set || v.Bound != r.Bound) {
			return fmt.Sprintf("%s is %+v and %+v", r.Global, v, r)
		}
		if v, shared := byName[r.Name]; shared && v.key() != r.key() {
			return fmt.Sprintf("%s is %s and %s", r.Name, v.Global, r.Global)
		}
	}
	outputs := map[uint32]string{}
	for _, v := range vertex.Outputs {
		outputs[v.Location] = v.Name
	}
	for _, v := range fragment.Inputs {
		if outputs[v.Location] != v.Name {
			return fmt.Sprintf("location %d is %s and %s", v.Location, outputs[v.Location], v.Name)
		}
	}
	return ""
}

// key is what a resource stands for in the module.
func (r *Resource) key() string { return fmt.Sprint(r.Global, r.Binding, r.Sampler) }

// findLinker skips the test without glslang.
func findLinker(t *testing.T) {
	t.Helper()
	sweep.Only(t)
	glslang.Find(t)
}

// link returns glslang's message against the texts, or "". vulkan is its version, or "".
func link(vulkan, vertex, fragment string) string {
	messages, err := glslang.Link(vulkan, glslang.Shader{Extension: "vert", Source: vertex}, glslang.Shader{Extension: "frag", Source: fragment})
	if err != nil {
		return cmp.Or(messages, err.Error())
	}
	for line := range strings.Lines(messages) {
		if strings.Contains(line, "ERROR") || strings.Contains(line, "WARNING") && !strings.Contains(line, "partially supported") {
			return messages
		}
	}
	return ""
}

// TestPairsLink links the pairs of the corpus: the pairs of every fourth shader in the first way, of every
// 16th in the others, which take turns, or of the shaders that [harness.InTurn] selects.
func TestPairsLink(t *testing.T) {
	findLinker(t)
	shaders := harness.Shaders(t)
	for turn, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			var w Writer
			linked, total, refused := 0, 0, 0
			for i, s := range shaders {
				if every := min(4+12*turn, 16); !harness.InTurn(i, &s, turn, every) {
					continue
				}
				m, _ := parse(s.Source)
				if m == nil {
					continue
				}
				pairs(m, func(vertex, fragment *ir.EntryPoint) {
					what, written, err := linkPair(&w, m, vertex, fragment, way.vulkan, way.set)
					switch {
					case err != nil:
						t.Fatal(s.Name, err)
					case !written:
						refused++
						return
					case what != "":
						t.Logf("%s: %s and %s: %s", s.Name, vertex.Name, fragment.Name, what)
					default:
						linked++
					}
					total++
				})
			}
			t.Logf("%d of %d pairs link; %d can't be written", linked, total, refused)
			switch {
			case turn == 0 && (os.Getenv("REFRACT_ALL") == "1" || harness.IsOwn()) && os.Getenv("SHADER") == "":
				harness.Ratchet(t, "glsl/pairs link", harness.Count{Passed: linked, Total: total})
			case linked < total:
				t.Error("some don't link")
			}
		})
	}
}

// linkPair writes and links two entry points. It returns what is wrong, and whether
// both can be written.
func linkPair(w *Writer, m *ir.Module, vertex, fragment *ir.EntryPoint, vulkan string, set func(*Options)) (what string, written bool, err error) {
	var texts [2]string
	var told [2]*Reflection
	for i, e := range []*ir.EntryPoint{vertex, fragment} {
		o := NewOptions()
		o.EntryPoint, o.Stage = e.Name, e.Stage
		set(&o)
		text, r, err := w.Write(m, nil, o)
		var unsupported *UnsupportedError
		var override *transform.OverrideError
		switch {
		case errors.As(err, &unsupported), errors.As(err, &override):
			return "", false, nil
		case err != nil:
			return err.Error(), true, nil
		}
		texts[i], told[i] = string(text), r
	}
	if what := agree(told[0], told[1]); what != "" {
		return what, true, nil
	}
	if !sweep.On() {
		return "", true, nil
	}
	what = link(vulkan, texts[0], texts[1])
	for _, g := range gaps {
		if strings.Contains(texts[0]+texts[1], "#extension "+g.extension+" ") && strings.Contains(what, g.says) {
			return "", false, nil // glslang can't say
		}
	}
	return what, true, nil
}

// together are modules whose stages see the same things differently.
var together = map[string]string{
	"a struct is a value in one stage and a block in the other": `
struct Params { scale: vec4f, offset: vec4f }
struct V { @builtin(position) p: vec4f, @location(1) uv: vec2f, @location(0) @interpolate(flat) n: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@vertex fn vs(@location(0) p: vec4f) -> V { return V(p * params.scale, params.offset.xy, 3); }
fn whole(p: Params) -> vec4f { return p.scale + p.offset; }
@fragment fn fs(v: V) -> @location(0) vec4f { return whole(params) * v.uv.xyxy + f32(v.n); }`,
	"a texture has another sampler in each stage": `
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var near: sampler;
@group(0) @binding(2) var far: sampler;
@group(1) @binding(0) var u: texture_2d<f32>;
@vertex fn vs() -> @builtin(position) vec4f { return textureSampleLevel(t, near, vec2f(), 0) + textureLoad(u, vec2u(), 0); }
@fragment fn fs() -> @location(0) vec4f { return textureSample(u, far, vec2f(1)) + textureSample(t, far, vec2f()); }`,
	"only one stage has the first resources": `
struct A { a: vec4f }
struct B { a: vec4f }
@group(0) @binding(0) var<uniform> first: A;
@group(0) @binding(1) var<uniform> second: B;
@group(0) @binding(2) var<storage> one: array<vec4f>;
@group(0) @binding(3) var<storage> two: array<vec4f>;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return first.a + second.a + one[i] + two[i]; }
@fragment fn fs() -> @location(0) vec4f { return second.a + two[2]; }`,
	"names of one stage are taken in the other": `
struct S { x: vec4f }
struct texture { x: S }
@group(0) @binding(0) var<uniform> color: texture;
@group(0) @binding(1) var<uniform> S_1: S;
@group(0) @binding(2) var main_: texture_2d<f32>;
@group(0) @binding(3) var mix: sampler;
@vertex fn main(@location(0) S: vec4f) -> @builtin(position) vec4f { return S + color.x.x; }
@fragment fn distance(@builtin(position) a: vec4f) -> @location(0) vec4f {
	let c = color;
	return c.x.x + S_1.x + textureSample(main_, mix, a.xy) * mix_(a, a);
}
fn mix_(a: vec4f, b: vec4f) -> vec4f { return mix__(a) + b; }
fn mix__(a: vec4f) -> vec4f { return a; }`,
	"locations have other names, and one is not taken": `
struct Out { @location(0) sin: vec4f, @location(2) b: vec3f, @builtin(position) p: vec4f, @location(7) @interpolate(flat, either) c: vec2i }
struct In { @location(2) sin: vec3f, @location(7) @interpolate(flat, either) uniform_: vec2i }
@vertex fn vs(@location(2) sin: vec4f) -> Out { return Out(sin, sin.xyz, sin, vec2i()); }
@fragment fn fs(i: In, @location(0) out: vec4f) -> @location(0) vec4f { return i.sin.xyzz + out + vec4f(vec4i(i.uniform_, 0, 0)); }`,
	"resources with one place": `
@group(0) @binding(0) var<uniform> of_vertices: vec4f;
@group(0) @binding(0) var<uniform> of_pixels: vec4f;
@group(0) @binding(1) var<uniform> more: vec4f;
@vertex fn vs() -> @builtin(position) vec4f { return of_vertices + more; }
@fragment fn fs() -> @location(0) vec4f { return of_pixels + more; }`,
}

// TestTogether writes modules of the project in every way: what stages share agrees,
// and in a sweep glslang links it.
func TestTogether(t *testing.T) {
	if sweep.On() {
		glslang.Find(t)
	}
	var w Writer
	for name, source := range together {
		m, list := parse(source)
		if m == nil || list.HasErrors() {
			t.Fatalf("%s: %v", name, list.Sorted())
		}
		for _, way := range ways {
			found := 0
			pairs(m, func(vertex, fragment *ir.EntryPoint) {
				found++
				what, written, err := linkPair(&w, m, vertex, fragment, way.vulkan, way.set)
				if err != nil {
					t.Fatal(err)
				}
				if what != "" || !written && !strings.Contains(source, "<storage>") {
					t.Errorf("%s: %s: written: %v; %s", way.name, name, written, what)
				}
			})
			if found != 1 {
				t.Errorf("%s: %d pairs", name, found)
			}
		}
	}
}

// TestBindingsOfModule: resources with one group and binding have one slot, which
// doesn't depend on the entry point that is written, nor on whether another one can
// be.
func TestBindingsOfModule(t *testing.T) {
	const source = `
@group(0) @binding(0) var<uniform> a: vec4f;
@group(0) @binding(0) var<uniform> b: vec4f;
@group(0) @binding(1) var<uniform> c: vec4f;
@group(0) @binding(2) var<storage, read_write> d: array<vec4f>;
@group(0) @binding(3) var<uniform> unused: vec4f;
@group(0) @binding(4) var<uniform> e: vec4f;
override n: u32;
@vertex fn va() -> @builtin(position) vec4f { return a; }
@vertex fn vb() -> @builtin(position) vec4f { return b + e; }
@fragment fn fc() -> @location(0) vec4f { return c; }
@compute @workgroup_size(4) fn cd() { d[0] = e; }`
	m, _ := parse(source)
	want := map[string]uint32{"a": 0, "b": 0, "c": 1, "d": 0, "e": 2}
	var w Writer
	o := NewOptions()
	o.Overrides = map[string]float64{"n": 1}
	seen := 0
	err := w.WriteEach(m, nil, o, func(_ []byte, r *Reflection) error {
		for _, v := range r.Resources {
			seen++
			if v.Slot != want[v.Global] {
				t.Errorf("%s: %s is at %d", r.EntryPoint, v.Global, v.Slot)
			}
		}
		o.EntryPoint = r.EntryPoint
		_, again, err := Write(m, nil, o)
		if err == nil && fmt.Sprint(again.Resources) != fmt.Sprint(r.Resources) {
			t.Errorf("%s alone: %v, not %v", r.EntryPoint, again.Resources, r.Resources)
		}
		return err
	})
	if err != nil || seen != 6 {
		t.Error(seen, err)
	}
}
