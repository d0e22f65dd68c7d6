package endtoend

// Programs of GLSL in two stages, which belong together by name, drawn.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract"
	glslout "refract/back/glsl"
	"refract/diag"
	"refract/front/glsl"
	"refract/internal/harness"
	"refract/internal/ir/compact"
	"refract/ir"
	"refract/reflection"
	"refract/shadertest"
)

// linked reads a vertex and a fragment shader as one program, whichever is named first.
func linked(vert, frag string, fragmentFirst bool) (*refract.Valid, error) {
	name, src, other := "a.vert", vert, glsl.Linked{Name: "a.frag", Text: frag}
	if fragmentFirst {
		name, src, other = "a.frag", frag, glsl.Linked{Name: "a.vert", Text: vert}
	}
	return refract.Check(context.Background(), name, []byte(src), refract.CheckOptions{Parse: refract.ParseOptions{
		Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Link: []glsl.Linked{other}}}}})
}

// A programText is a random program that draws white where every value arrived, and what
// its uniforms hold.
type programText struct {
	vert, frag string
	uniforms   map[string][]variable // members by variable
}

// variable is something that one stage hands to the other, or the host to both.
type variable struct {
	name, declared string // with a %s for the name
	parts          []string
	values         []float64
}

var variableForms = []struct {
	declared string
	parts    []string
	flat     bool
}{
	{"float %s", []string{""}, false},
	{"vec2 %s", []string{".x", ".y"}, false},
	{"vec3 %s", []string{".x", ".y", ".z"}, false},
	{"vec4 %s", []string{".x", ".y", ".z", ".w"}, false},
	{"int %s", []string{""}, true},
	{"uvec3 %s", []string{".x", ".y", ".z"}, true},
	{"mat3 %s", []string{"[0].x", "[0].y", "[0].z", "[1].x", "[1].y", "[1].z", "[2].x", "[2].y", "[2].z"}, false},
	{"mat2x4 %s", []string{"[0].x", "[0].y", "[0].z", "[0].w", "[1].x", "[1].y", "[1].z", "[1].w"}, false},
	{"float %s[3]", []string{"[0]", "[1]", "[2]"}, false},
	{"vec2 %s[2]", []string{"[0].x", "[0].y", "[1].x", "[1].y"}, false},
}

func randomVariable(r *rand.Rand, name string) (variable, bool) {
	f := &variableForms[r.IntN(len(variableForms))]
	v := variable{name: name, declared: f.declared, parts: f.parts}
	for range f.parts {
		v.values = append(v.values, float64(r.IntN(200)))
	}
	return v, f.flat
}

func (v *variable) declare() string { return fmt.Sprintf(v.declared, v.name) }

// check is a condition that holds where the variable has its values.
func (v *variable) check(prefix string) string {
	terms := make([]string, len(v.parts))
	for i, p := range v.parts {
		terms[i] = fmt.Sprintf("abs(float(%s%s%s) - %.1f) < 0.1", prefix, v.name, p, v.values[i])
	}
	return strings.Join(terms, " && ")
}

// value is what a host sets. The elements of arrays in WGSL are padded by structs.
func (v *variable) value(l refract.Language) any {
	if len(v.parts) == 1 {
		return v.values[0]
	}
	size := 0
	switch {
	case strings.HasSuffix(v.declared, "[2]"):
		size = 2
	case strings.HasSuffix(v.declared, "[3]"):
		size = 1
	default:
		return v.values
	}
	var list []any
	for at := 0; at < len(v.values); at += size {
		var x any = v.values[at : at+size]
		if size == 1 {
			x = v.values[at]
		}
		if l == refract.WGSL {
			x = map[string]any{"value": x}
		}
		list = append(list, x)
	}
	return list
}

func randomProgram(seed uint64) programText {
	r := rand.New(rand.NewPCG(seed, 7))
	p := programText{uniforms: map[string][]variable{}}
	var vert, frag, vertMain, fragMain []string
	check := func(list *[]string, condition string) { *list = append(*list, "ok = ok && "+condition+";") }
	location := 0
	for i := range 1 + r.IntN(7) {
		v, flat := randomVariable(r, fmt.Sprintf("v%d", i))
		layouts := [2]string{}
		if r.IntN(5) == 0 { // one of them, or both, say where
			at := 24 - location
			location += 3
			l := fmt.Sprintf("layout(location = %d) ", at-3)
			switch r.IntN(3) {
			case 0:
				layouts[0] = l
			case 1:
				layouts[1] = l
			default:
				layouts = [2]string{l, l}
			}
		}
		interp := [2]string{}
		switch {
		case flat:
			interp = [2]string{"flat ", "flat "}
		case r.IntN(4) == 0:
			interp[1] = "noperspective "
		case r.IntN(4) == 0:
			interp[1] = "flat "
		}
		block, prefix := "", ""
		if layouts == [2]string{} && interp == [2]string{} && r.IntN(4) == 0 {
			block = fmt.Sprintf("Between%d", i)
			if r.IntN(2) == 0 {
				prefix = fmt.Sprintf("b%d.", i)
			}
		}
		if block == "" {
			vert = append(vert, layouts[0]+interp[0]+"out "+v.declare()+";")
		} else {
			instance := strings.TrimSuffix(prefix, ".")
			vert = append(vert, fmt.Sprintf("out %s { %s; float more%d; } %s;", block, v.declare(), i, instance))
			vertMain = append(vertMain, fmt.Sprintf("%smore%d = 0.5;", prefix, i))
		}
		for k, part := range v.parts {
			kind := "float"
			switch {
			case strings.HasPrefix(v.declared, "int"):
				kind = "int"
			case strings.HasPrefix(v.declared, "uvec"):
				kind = "uint"
			}
			vertMain = append(vertMain, fmt.Sprintf("%s%s%s = %s(%.1f);", prefix, v.name, part, kind, v.values[k]))
		}
		if r.IntN(4) == 0 {
			continue // nobody reads it
		}
		if block == "" {
			frag = append(frag, layouts[1]+interp[1]+"in "+v.declare()+";")
			check(&fragMain, v.check(""))
			continue
		}
		if r.IntN(2) == 0 { // the instance may have another name, or none
			prefix = map[bool]string{true: "", false: fmt.Sprintf("c%d.", i)}[prefix != ""]
		}
		frag = append(frag, fmt.Sprintf("in %s { %s; float more%d; } %s;", block, v.declare(), i, strings.TrimSuffix(prefix, ".")))
		check(&fragMain, v.check(prefix))
	}
	for i := range r.IntN(6) {
		v, _ := randomVariable(r, fmt.Sprintf("u%d", i))
		where := 1 + r.IntN(3)
		if where&1 != 0 {
			vert = append(vert, "uniform "+v.declare()+";")
			check(&vertMain, v.check(""))
		}
		if where&2 != 0 {
			frag = append(frag, "uniform "+v.declare()+";")
			check(&fragMain, v.check(""))
		}
		p.uniforms["uniforms"] = append(p.uniforms["uniforms"], v)
	}
	for i := range r.IntN(4) {
		a, _ := randomVariable(r, fmt.Sprintf("m%d", 2*i))
		b, _ := randomVariable(r, fmt.Sprintf("m%d", 2*i+1))
		name := fmt.Sprintf("block%d", i)
		binding := ""
		if r.IntN(3) == 0 {
			binding = fmt.Sprintf(", binding = %d", i)
		}
		declare := func(list *[]string, binding string) {
			*list = append(*list, fmt.Sprintf("layout(std140%s) uniform Block%d { %s; %s; } block%d;", binding, i, a.declare(), b.declare(), i))
		}
		where := 1 + r.IntN(3)
		if where&1 != 0 {
			declare(&vert, binding)
			check(&vertMain, a.check(name+"."))
		}
		if where&2 != 0 {
			if where&1 != 0 && r.IntN(2) == 0 {
				binding = ""
			}
			declare(&frag, binding)
			check(&fragMain, b.check(name+"."))
		}
		p.uniforms[name] = []variable{a, b}
	}
	shuffle := func(list []string) { r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
	shuffle(vert)
	shuffle(frag)
	helper := "float helper(float x) { return x * 0.5; }\n"
	p.vert = "#version 450\n" + strings.Join(vert, "\n") + "\nout float fine;\n" + helper + "void main() {\n    bool ok = true;\n    " + strings.Join(vertMain, "\n    ") +
		"\n    fine = helper(ok ? 2.0 : 0.0);\n    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.5, 1.0);\n}\n"
	p.frag = "#version 450\nin float fine;\n" + strings.Join(frag, "\n") + "\nout vec4 color;\n" + helper + "void main() {\n    bool ok = fine > 0.9;\n    " +
		strings.Join(fragMain, "\n    ") + "\n    color = vec4(helper(ok ? 2.0 : 0.0));\n}\n"
	return p
}

// TestLinkedPrograms draws random programs, as WGSL and as what was SPIR-V, optimized.
func TestLinkedPrograms(t *testing.T) {
	for seed := range uint64(400) {
		p := randomProgram(seed)
		v, err := linked(p.vert, p.frag, seed%2 == 1)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, p.vert, p.frag)
		}
		if n := len(v.Module.Functions); n != 4 {
			t.Errorf("seed %d: there are %d functions, though the helper is the same in both", seed, n-1)
		}
		if seed%4 == 3 {
			if v, err = refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1}); err != nil {
				t.Fatal(err)
			}
		}
		l := refract.WGSL
		if seed%4 == 1 {
			l = refract.SPIRV
		}
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: l})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		shader, err := shadertest.Open("linked", string(out.Bytes()), shadertest.Options{Language: l})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out.Text)
		}
		run := shader.Run("fragment_main")
		for _, name := range globalsOf(v.Module) {
			values := map[string]any{}
			for _, x := range p.uniforms[name] {
				values[x.name] = x.value(l)
			}
			if len(values) > 0 {
				run.Set(name, values)
			}
		}
		img, err := run.Draw(shadertest.DrawOptions{Width: 2, Height: 2, Vertex: "vertex_main"})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out.Text)
		}
		if img.NRGBAAt(1, 1).R != 255 {
			t.Fatalf("seed %d: a value didn't arrive\n%s\n%s\n%s", seed, p.vert, p.frag, out.Text)
		}
	}
}

func globalsOf(m *ir.Module) (names []string) {
	for i := range m.Globals[1:] {
		names = append(names, m.Globals[i+1].Name)
	}
	return names
}

// TestLinkMistakes are programs whose stages disagree.
func TestLinkMistakes(t *testing.T) {
	const vert = "#version 450\nout vec2 uv;\nuniform vec4 tint;\nlayout(binding = 3) uniform B { vec4 a; } b;\n" +
		"layout(constant_id = 1) const int n = 2;\nvoid main() { uv = vec2(n); gl_Position = tint + b.a; }\n"
	for _, c := range []struct{ frag, want string }{
		{"in vec3 uv; out vec4 c; void main() { c = vec4(uv, 1.0); }", `the input "uv" is not of the type`},
		{"in vec2 st; out vec4 c; void main() { c = vec4(st, st); }", `the vertex shader has no output "st"`},
		{"in vec2 st; out vec4 c; void main() { c = vec4(1.0); }", ""},
		{"uniform vec3 tint; out vec4 c; void main() { c = vec4(tint, 1.0); }", `the uniform "tint" has another type`},
		{"layout(binding = 2) uniform B { vec4 a; } b; out vec4 c; void main() { c = b.a; }", `"b" has another binding`},
		{"uniform B { vec3 a; } b; out vec4 c; void main() { c = vec4(b.a, 1.0); }", `"b" is declared otherwise`},
		{"layout(std430) buffer B { vec4 a; } b; out vec4 c; void main() { c = b.a; }", ""}, // another B
		{"layout(constant_id = 1) const float n = 2.0; out vec4 c; void main() { c = vec4(n); }", "another constant of the number 1"},
		{"layout(constant_id = 1) const int n = 2; out vec4 c; void main() { c = vec4(n); }", ""},
		{"layout(location = 4) in vec2 uv; out vec4 c; void main() { c = vec4(uv, uv); }", ""},
		{"void main() { gl_FragDepth = 0.5 }", "expected"},
		{"out vec4 c; void f() {}", "needs a function main"},
	} {
		for _, fragmentFirst := range []bool{false, true} {
			_, err := linked(vert, "#version 450\n"+c.frag, fragmentFirst)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: got %v, want %q", c.frag, err, c.want)
			}
			var found *diag.Diagnostics
			if err != nil && !errors.As(err, &found) {
				t.Errorf("%s: %T", c.frag, err)
			}
		}
	}
	if _, err := linked(vert, strings.Replace(vert, "#version 450", "#version 450\n#pragma shader_stage(vertex)", 1), false); err == nil {
		t.Error("a program of two vertex shaders is taken")
	}
}

// TestOrderWarning warns of what only the order of declarations connects.
func TestOrderWarning(t *testing.T) {
	for src, want := range map[string]bool{
		"#version 330\nin vec2 a;\nin vec3 b;\nout vec4 c;\nvoid main() { c = vec4(a, b.xy); }":                                              true,
		"#version 330\nin vec2 a;\nout vec4 c;\nvoid main() { c = a.xyxy; }":                                                                 false,
		"#version 450\nlayout(location = 1) in vec2 a;\nin vec3 b;\nout vec4 c;\nvoid main() { c = vec4(a, b.xy); }":                         false,
		"precision mediump float;\nvarying vec2 a;\nvarying vec3 b;\nvoid main() { gl_FragColor = vec4(a, b.xy); }":                          true,
		"#version 330\nin vec4 gl_FragCoord;\nout vec4 c;\nout vec4 d;\nvoid main() { c = gl_FragCoord; d = c; }":                            false,
		"#version 450\nlayout(location = 0) in B { vec2 a; vec3 b; };\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(a, b.xy); }": false,
	} {
		found := false
		_, err := refract.Parse(context.Background(), "a.frag", []byte(src), refract.ParseOptions{Warn: func(d *diag.Diagnostics) {
			for _, x := range d.Items {
				found = found || x.Code == "locations-by-order"
			}
		}})
		if err != nil || found != want {
			t.Errorf("%s\ngot %v, %v", src, found, err)
		}
	}
}

// TestAppend adds modules to an empty one, and to themselves.
func TestAppend(t *testing.T) {
	n := 0
	for _, s := range harness.Shaders(t) {
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(s.Source), refract.ParseOptions{})
		if err != nil {
			continue
		}
		n++
		compact.Module(m, compact.Options{KeepUnused: true})
		whole := ir.NewModule()
		whole.Append(m).Finish()
		if diff := ir.Diff(whole, m, ir.EqualOptions{Spans: true, IgnoreDocs: true}); diff != "" {
			t.Errorf("%s: %s", s.Name, diff)
		}
		structs, functions, layouts := len(whole.Structs), len(whole.Functions), len(whole.Layouts)
		a := whole.Append(m)
		for i := range a.Globals {
			a.Globals[i] = ir.GlobalID(i)
		}
		for i := range a.Overrides {
			a.Overrides[i] = ir.OverrideID(i)
		}
		a.Finish()
		if len(whole.Structs) != structs || len(whole.Layouts) != layouts || len(whole.Functions)-functions != len(m.EntryPoints) {
			t.Errorf("%s: a module added to itself gained %d structs, %d layouts, %d functions", s.Name, len(whole.Structs)-structs, len(whole.Layouts)-layouts,
				len(whole.Functions)-functions)
		}
	}
	if n == 0 {
		t.Error("no shader")
	}
}

// TestClipSpaceKept draws a program of OpenGL, and what it is after other forms, as GLSL
// again: a triangle that covers a corner in front of another that is farther away.
func TestClipSpaceKept(t *testing.T) {
	const vert = "#version 330 core\nout vec3 tint;\nvoid main() {\n    bool near = gl_VertexID < 3;\n    int i = gl_VertexID % 3;\n" +
		"    tint = near ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);\n" +
		"    gl_Position = vec4(i == 1 ? 0.8 : -1.0, i == 2 ? 0.6 : -1.0, near ? 0.1 : 0.25, 1.0);\n}\n"
	const frag = "#version 330 core\nin vec3 tint;\nout vec4 color;\nvoid main() { color = vec4(tint, 1.0); }\n"
	position := func(v *refract.Valid) string {
		outs, err := refract.WriteEach(context.Background(), v, refract.WriteOptions{Language: refract.GLSL})
		if err != nil {
			t.Fatal(err)
		}
		for _, out := range outs {
			if strings.Contains(out.Text, "gl_Position") {
				return out.Text
			}
		}
		t.Fatal("no vertex shader is written")
		return ""
	}
	v, err := linked(vert, frag, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []refract.Language{refract.IR, refract.SSA} {
		for level := range 3 {
			o := refract.WriteOptions{Language: l}
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(context.Background(), better, o)
			if err != nil {
				t.Fatal(err)
			}
			back, err := refract.Check(context.Background(), "a", out.Bytes(), refract.CheckOptions{Parse: refract.ParseOptions{Language: l}})
			if err != nil {
				t.Fatal(err)
			}
			for name, m := range map[string]*refract.Valid{"itself": better, "read again": back} {
				text := position(m)
				if strings.Contains(text, "* 2.0") || regexp.MustCompile(`= vec4\([^;]*-[a-z]`).MatchString(text) {
					t.Errorf("%v at level %d, %s: the position isn't that of the source\n%s", l, level, name, text)
				}
				again, err := linked(text, strings.Replace(strings.Replace(frag, "330", "450", 1), "in vec3", "layout(location = 0) in vec3", 1), true)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if got, want := drawn(t, again), drawn(t, v); !bytes.Equal(got, want) {
					t.Errorf("%v at level %d, %s: another picture\n%s", l, level, name, text)
				}
			}
		}
	}
	// For Vulkan y points down, and depth begins at 0.
	options := glslout.NewOptions()
	options.Vulkan = true
	outs, err := refract.WriteEach(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &options}})
	if err != nil || !strings.Contains(outs[0].Text, "* 0.5") {
		t.Errorf("for Vulkan: %v", err)
	}
}

// drawn is the picture of a program's six vertices.
func drawn(t *testing.T, v *refract.Valid) []byte {
	out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	img := shadertest.Load(t, "a.wgsl", out.Text).Run("fragment_main").MustDraw(t,
		shadertest.DrawOptions{Width: 8, Height: 8, Vertex: "vertex_main", Vertices: 6})
	return img.Pix
}

// TestIntegerCenters draws where pixels have whole coordinates.
func TestIntegerCenters(t *testing.T) {
	for layout, want := range map[string]uint8{"layout(origin_upper_left)": 0, "layout(origin_upper_left, pixel_center_integer)": 255} {
		for _, body := range []string{"gl_FragCoord", "f()"} {
			src := "#version 330\n" + layout + " in vec4 gl_FragCoord;\nout vec4 color;\nvec4 f() { return gl_FragCoord; }\n" +
				"void main() { color = vec4(" + body + ".xy == vec2(3.0, 1.0)); }\n"
			img := shadertest.Load(t, "a.frag", src).Run("main").MustDraw(t, shadertest.DrawOptions{Width: 5, Height: 4})
			if got := img.NRGBAAt(3, 1).R; got != want {
				t.Errorf("%s, %s: got %d, want %d", layout, body, got, want)
			}
		}
	}
}

// TestFragmentOrigin: what OpenGL counts from the bottom is kept in GLSL for OpenGL, said
// of other outputs, and right in these with FlipFragments.
func TestFragmentOrigin(t *testing.T) {
	const height = 6
	body := "out vec4 color;\nvec2 at() { return gl_FragCoord.xy; }\n" +
		"void main() {\n\tfloat slope = dFdy(FROM at().y);\n\tcolor = vec4(gl_FragCoord.y / 8.0, at().y / 8.0, slope > 0.0, gl_FragCoord.x / 8.0);\n}\n"
	lower := "#version 330\n" + strings.Replace(body, "FROM", "", 1)
	upper := "#version 330\nlayout(origin_upper_left) in vec4 gl_FragCoord;\n" + strings.Replace(body, "FROM", "", 1)
	read := func(src string, o glsl.Options) *refract.Valid {
		o.Stage = ir.StageFragment
		v, err := refract.Check(context.Background(), "a.frag", []byte(src), refract.CheckOptions{Parse: refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &o}}})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	// GLSL for OpenGL says what the source says, whatever is between.
	for _, src := range []string{lower, upper} {
		v := read(src, glsl.Options{})
		for level := range 3 {
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			warned := 0
			out, err := refract.Write(context.Background(), better, refract.WriteOptions{Language: refract.GLSL, Warn: func(*diag.Diagnostics) { warned++ }})
			if err != nil {
				t.Fatal(err)
			}
			if has := strings.Contains(out.Text, "layout(origin_upper_left) in vec4 gl_FragCoord;"); has != (src == upper) || warned > 0 {
				t.Errorf("level %d: %d warnings\n%s", level, warned, out.Text)
			}
			if again := read(out.Text, glsl.Options{}); again.Module.EntryPoints[0].FragmentOrigin != v.Module.EntryPoints[0].FragmentOrigin {
				t.Errorf("level %d: the origin is another\n%s", level, out.Text)
			}
		}
		es := glslout.NewOptions()
		es.Version = glslout.Version{Number: 310, ES: true}
		_, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &es}})
		if refused := err != nil && strings.Contains(err.Error(), "positions of fragments from the top"); refused != (src == upper) {
			t.Errorf("OpenGL ES has no origin_upper_left: %v", err)
		}
	}
	// Other outputs warn, each thing once.
	vulkan := glslout.NewOptions()
	vulkan.Vulkan = true
	for _, l := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.SPIRV, refract.GLSL} {
		for src, want := range map[string]int{
			lower: 2, upper: 1,
			"#version 330\nout vec4 c;\nvoid main() { c = gl_FragCoord.xzxw * gl_FragCoord.x + dFdx(gl_FragCoord.z) + fwidth(gl_FragCoord.w); }":                                 0,
			"#version 450\nlayout(set = 0, binding = 0) uniform B { float h; };\nlayout(location = 0) out vec4 c;\nvoid main() { c = gl_FragCoord * h + dFdy(gl_FragCoord.z); }": 0,
			"#version 400\nin vec2 v;\nout vec4 c;\nvoid main() { c = vec4(gl_SamplePosition.y) + interpolateAtOffset(v, vec2(0.1)).x; }":                                        2,
		} {
			for _, flip := range []bool{false, true} {
				got := 0
				_, err := refract.Write(context.Background(), read(src, glsl.Options{FlipFragments: flip}), refract.WriteOptions{Language: l, Warn: func(d *diag.Diagnostics) { got += len(d.Items) },
					Options: refract.LanguageOptions{refract.GLSL: &vulkan}})
				if err == nil && (flip && got != 0 || !flip && got != want) {
					t.Errorf("%v: %d warnings, %d are expected (%v)\n%s", l, got, want, err, src)
				}
			}
		}
	}
	// Turned, pixels count from the bottom.
	for src, from := range map[string]string{lower: "bottom", upper: "top"} {
		for _, integer := range []bool{false, true} {
			centre := 0.5
			if integer {
				centre = 0
				if src == upper {
					src = strings.Replace(src, "origin_upper_left", "origin_upper_left, pixel_center_integer", 1)
				} else {
					src = strings.Replace(src, "out vec4", "layout(pixel_center_integer) in vec4 gl_FragCoord;\nout vec4", 1)
				}
			}
			flipped := read(src, glsl.Options{FlipFragments: true})
			out, err := refract.Write(context.Background(), flipped, refract.WriteOptions{Language: refract.WGSL})
			if err != nil {
				t.Fatal(err)
			}
			run := shadertest.Load(t, "a.wgsl", out.Text).Run("main")
			if from == "bottom" {
				run.Set("uniforms", struct{ FramebufferHeight float32 }{height})
			}
			img := run.MustDraw(t, shadertest.DrawOptions{Width: 3, Height: height})
			for y := range height {
				want, slope := float64(height-1-y)+centre, uint8(255)
				if from == "top" {
					want = float64(y) + centre
					slope = 0 // upward it falls
				}
				c := img.NRGBAAt(1, y)
				if w := uint8(math.Round(want / 8 * 255)); c.R != w || c.G != w || c.B != slope {
					t.Errorf("from the %s, row %d: %v, not %d and slope %d\n%s", from, y, c, w, slope, out.Text)
				}
			}
		}
	}
}

// TestSizesOfOtherStage: arrays of inputs, outputs and textures without a size are as long as
// the indices of both stages ask, and as the other stage says; sizes that differ are an
// error.
func TestSizesOfOtherStage(t *testing.T) {
	for _, x := range []struct {
		out, in, textures string
		want              string // in WGSL; "": the stages don't link
	}{
		{"out vec2 v[];", "in vec2 v[];", "uniform sampler2D t[];", "array<vec2f, 3>"},
		{"out vec2 v[];", "in vec2 v[3];", "uniform sampler2D t[];", "array<vec2f, 3>"},
		{"out vec2 v[4];", "in vec2 v[];", "uniform sampler2D t[4];", "array<vec2f, 4>"},
		{"out vec2 v[2];", "in vec2 v[3];", "uniform sampler2D t[];", ""},
		{"out vec2 v[4];", "in vec2 v[3];", "uniform sampler2D t[];", ""},
		{"out vec2 v[];", "in vec3 v[3];", "uniform sampler2D t[];", ""},
		{"out vec2 v;", "in vec2 v[3];", "uniform sampler2D t[];", ""},
	} {
		vert := "#version 430\n" + x.out + "\nuniform sampler2D t[];\nvoid main() { v[1] = vec2(1.0); gl_Position = texture(t[1], v[0]); }"
		frag := "#version 430\n" + x.in + "\n" + x.textures + "\nout vec4 c;\nvoid main() { c = vec4(v[2].x) + texture(t[2], v[0].xy); }"
		for _, swapped := range []bool{false, true} {
			v, err := linked(vert, frag, swapped)
			if x.want == "" {
				if err == nil || strings.Contains(err.Error(), "internal fault") {
					t.Errorf("%s and %s: %v", x.out, x.in, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s and %s: %v", x.out, x.in, err)
				continue
			}
			out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL})
			if err != nil {
				t.Fatal(err)
			}
			textures := "binding_array<texture_2d<f32>, 3>"
			if strings.Contains(x.textures, "4") {
				textures = "binding_array<texture_2d<f32>, 4>"
			}
			if strings.Count(out.Text, x.want) < 2 || strings.Count(out.Text, textures) != 1 {
				t.Errorf("%s and %s:\n%s", x.out, x.in, out.Text)
			}
		}
	}
}

// TestUniformDefaults: the values that GLSL gives to uniforms are in the reflection of
// the program, whichever stage says them and through text too.
func TestUniformDefaults(t *testing.T) {
	vert := "#version 400\nuniform float a = 0.5; uniform int n; uniform dvec2 d;\nvoid main() { gl_Position = vec4(a + float(n) + float(d.x)); }"
	frag := `#version 420
struct S { float a; ivec2 b; bool c; };
uniform int n = -3;
uniform float a;
uniform mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6);
uniform S s[2] = { { 1.0, ivec2(2, -3), true }, { 4.0, ivec2(5), false } };
uniform dvec2 d = dvec2(0.1lf, 2.0);
uniform int none = 0;
out vec4 o;
void main() { o = vec4(m[0][0] + s[1].a + a + float(none) + float(n) + float(d.y)); }`
	want := "a [0.5] d [0.1 2] m [1 2 3 4 5 6] n [-3] none [] s [1 2 -3 1 4 5 5 0]"
	defaults := func(v *refract.Valid) string {
		r, err := refract.Reflect(context.Background(), v, reflection.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for i := range r.Structs {
			if r.Structs[i].Name == "Uniforms" {
				for _, m := range r.Structs[i].Members {
					list = append(list, fmt.Sprint(m.Name, " ", m.Default))
				}
			}
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	for _, first := range []bool{false, true} {
		v, err := linked(vert, frag, first)
		if err != nil {
			t.Fatal(err)
		}
		if got := defaults(v); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		again, err := refract.Check(context.Background(), "a.ir", ir.AppendText(nil, v.Module, ir.PrintOptions{}), refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := defaults(again); got != want {
			t.Errorf("through text: %s", got)
		}
	}
	if _, err := linked(strings.Replace(vert, "int n", "int n = 4", 1), frag, false); err == nil || !strings.Contains(err.Error(), "another initial value") {
		t.Error(err)
	}
}

// TestImplicitSizes: an array without a size is as long as the indices of all stages ask,
// or as another stage says.
func TestImplicitSizes(t *testing.T) {
	for _, c := range []struct {
		vert, frag string // declarations, then the index that the stage reads
		want       uint32 // 0: they don't link
	}{
		{"uniform vec4 tints[]; 1", "uniform vec4 tints[]; 3", 4},
		{"uniform vec4 tints[]; 6", "uniform vec4 tints[]; 3", 7},
		{"uniform float other; uniform vec4 tints[]; 1", "uniform mat3 m; uniform vec4 tints[5]; 3", 5},
		{"uniform vec4 tints[9]; 1", "uniform vec4 tints[]; 3", 9},
		{"uniform vec4 tints[2]; 1", "uniform vec4 tints[]; 3", 0},
		{"uniform vec4 tints[]; 1", "uniform vec3 tints[]; 1", 0},
	} {
		at := func(s string) (string, string) { i := strings.LastIndexByte(s, ' '); return s[:i], s[i+1:] }
		d, i := at(c.vert)
		vert := "#version 330\n" + d + "\nvoid main() { gl_Position = vec4(tints[" + i + "].x); }"
		d, i = at(c.frag)
		frag := "#version 330\n" + d + "\nout vec4 o;\nvoid main() { o = vec4(tints[" + i + "].y); }"
		for _, first := range []bool{false, true} {
			v, err := linked(vert, frag, first)
			if c.want == 0 || err != nil {
				if (c.want == 0) != (err != nil) {
					t.Errorf("%s and %s: %v", c.vert, c.frag, err)
				}
				continue
			}
			r, err := refract.Reflect(context.Background(), v, reflection.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := uint32(0)
			for k := range r.Structs {
				for _, m := range r.Structs[k].Members {
					if m.Name == "tints" {
						got = m.Type.Length.Value()
					}
				}
			}
			if got != c.want || len(v.Module.EntryPoints) != 2 {
				t.Errorf("%s and %s: a length of %d, not %d", c.vert, c.frag, got, c.want)
			}
		}
	}
}
