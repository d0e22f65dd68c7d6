package bindgen_test

// This file compiles the output and runs it: what a Go program puts into the structs,
// the shader finds where it looks.

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/bindgen"
	rexec "refract/exec"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/num"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
	"refract/shadertest"
)

// A leaf is a number that the program puts somewhere.
type leaf struct {
	path   string // as exec.View has it
	scalar string
	bits   uint64
}

// A filled is a buffer that the program fills.
type filled struct {
	shader string
	module *ir.Module
	global string
	leaves []leaf
}

// A program is a Go program in the making.
type program struct {
	t       testing.TB
	dir     string
	n       int
	main    strings.Builder
	filled  []filled
	skipped int
	c       []string // headers
}

// read is the reflection of a shader; nil: it isn't valid.
func read(name, text string, l refract.Language, stage ir.Stage) (*refract.Valid, *reflection.Reflection) {
	o := refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Language = l
	o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: stage}, refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}
	v, err := refract.Check(context.Background(), name, []byte(text), o)
	if err != nil {
		return nil, nil
	}
	r, err := refract.Reflect(context.Background(), v, reflection.Options{Overrides: harness.OverrideValues(v.Module)})
	if err != nil {
		return nil, nil
	}
	return v, r
}

// maxBytes is how much a filled buffer may take.
const maxBytes = 1 << 20

// add takes in the buffers of a shader.
func (p *program) add(name string, v *refract.Valid, r *reflection.Reflection) {
	p.n++
	prefix := fmt.Sprintf("S%d", p.n)
	sources := []bindgen.Source{{Name: name, Reflection: r}}
	o := bindgen.Options{Language: "go", Package: "main", Prefix: prefix}
	m, err := bindgen.Build(sources, o)
	if err != nil && strings.Contains(err.Error(), "has no place in memory") {
		p.t.Log(err) // an array without a length that isn't the last member, in memory of unknown layout
		return
	}
	if err != nil {
		p.t.Errorf("%s: %v", name, err)
		return
	}
	if len(m.Structs)+len(m.Elements) == 0 {
		return
	}
	text, err := m.Write(o)
	if err != nil {
		p.t.Errorf("%s: %v", name, err)
		return
	}
	p.write(fmt.Sprintf("s%d.go", p.n), text)
	for _, language := range []string{"c", "cpp", "rust", "ts"} {
		out, err := bindgen.Generate(sources, bindgen.Options{Language: language, Package: fmt.Sprintf("s%d", p.n), Prefix: prefix})
		if err != nil {
			p.t.Errorf("%s in %s: %v", name, language, err)
			return
		}
		p.write(fmt.Sprintf("s%d.%s", p.n, map[string]string{"c": "h", "cpp": "hpp", "rust": "rs", "ts": "ts"}[language]), out)
	}
	for i := range m.Bindings {
		b := &m.Bindings[i]
		if b.Binding.Type == nil || b.Count.Is() || b.MinBindingSize > maxBytes {
			continue
		}
		p.fill(name, v.Module, r, b, prefix)
	}
}

func (p *program) write(name string, text []byte) {
	if err := os.WriteFile(filepath.Join(p.dir, name), text, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// elements are how many of an array's are there, where the host decides.
const elements = 3

// fill writes a function that fills the buffer of a binding and prints its bytes.
func (p *program) fill(name string, m *ir.Module, r *reflection.Reflection, b *bindgen.Binding, prefix string) {
	w := &walker{r: r}
	t := b.Binding.Type
	var bytes string
	switch {
	case b.Open != nil:
		fmt.Fprintf(&w.code, "\tv := make([]%s, %d)\n", goName(b.Open.Element), elements)
		for i := range elements {
			w.walk(t.Element, b.Open.Element, fmt.Sprintf("v[%d]", i), fmt.Sprintf("[%d]", i))
		}
		bytes = prefix + "AppendSlice(nil, v)"
	case b.Type.Kind == bindgen.Record && b.Type.Struct.Open != nil:
		open := b.Type.Struct.Open
		fmt.Fprintf(&w.code, "\tvar v %s\n\tv.%s = make([]%s, %d)\n", b.Type.Struct.Name, open.Name, goName(open.Element), elements)
		w.walk(t, b.Type, "v", "")
		bytes = "v.Append(nil)"
	case b.Type.Kind == bindgen.Record:
		fmt.Fprintf(&w.code, "\tv := new(%s)\n", b.Type.Struct.Name)
		w.walk(t, b.Type, "v", "")
		bytes = "v.Append(nil)"
	default:
		fmt.Fprintf(&w.code, "\tv := make([]%s, 1)\n", goName(b.Type))
		w.walk(t, b.Type, "v[0]", "")
		bytes = prefix + "AppendSlice(nil, v)"
	}
	p.skipped += w.skipped
	i := len(p.filled)
	p.filled = append(p.filled, filled{name, m, b.Binding.Name, w.leaves})
	fmt.Fprintf(&p.main, "func fill%d() {\n%s\tfmt.Printf(\"%d %%x\\n\", %s)\n}\n\n", i, w.code.String(), i, bytes)
}

func goName(t *bindgen.Type) string {
	switch t.Kind {
	case bindgen.Scalar:
		return map[string]string{"i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "f16": "uint16", "i32": "int32", "u32": "uint32", "f32": "float32",
			"i64": "int64", "u64": "uint64", "f64": "float64", "bool": "uint32", "byte": "byte"}[t.Scalar]
	case bindgen.Array:
		return fmt.Sprintf("[%d]%s", t.Length, goName(t.Element))
	}
	return t.Struct.Name
}

// A walker goes through a shader's type and the host's side by side.
type walker struct {
	r       *reflection.Reflection
	code    strings.Builder
	leaves  []leaf
	skipped int // numbers in what is bytes for the host
}

// number assigns the next number.
func (w *walker) number(scalar, expr, path string) {
	k := uint64(len(w.leaves) + 1)
	l := leaf{path, scalar, k}
	value := fmt.Sprint(k)
	switch scalar {
	case "f32":
		l.bits = uint64(math.Float32bits(float32(k) + 0.5))
		value += ".5"
	case "f64":
		l.bits = math.Float64bits(float64(k) + 0.25)
		value += ".25"
	case "i32", "i64":
		l.bits, value = -k, "-"+value
		if scalar == "i32" {
			l.bits = uint64(uint32(-k))
		}
	case "i8", "u8":
		l.bits = k % 100
		value = fmt.Sprint(l.bits)
	case "i16", "u16":
		l.bits = k % 10000
		value = fmt.Sprint(l.bits)
	case "f16":
		l.bits = 0x3c00 + k%1000
		value = fmt.Sprint(l.bits)
	case "bool":
		l.bits, value = 1, "1"
	}
	w.leaves = append(w.leaves, l)
	fmt.Fprintf(&w.code, "\t%s = %s\n", expr, value)
}

// some are the indices of an array that are tried.
func some(n uint64) []uint64 {
	if n <= 4 {
		return []uint64{0, 1, 2, 3}[:n]
	}
	return []uint64{0, 1, n / 2, n - 1}
}

func (w *walker) walk(t *reflection.Type, h *bindgen.Type, expr, path string) {
	if h.IsBytes() {
		w.skipped++
		return
	}
	if h.Kind == bindgen.Record && h.Struct.Wrapper {
		h, expr = h.Struct.Fields[0].Type, expr+".Value"
	}
	switch t.Kind {
	case "scalar", "atomic":
		w.number(t.Scalar, expr, path)
	case "vector":
		for i := range t.Rows {
			w.number(t.Scalar, fmt.Sprintf("%s[%d]", expr, i), fmt.Sprintf("%s[%d]", path, i))
		}
	case "matrix":
		for c := range t.Columns {
			for r := range t.Rows {
				e := fmt.Sprintf("%s[%d][%d]", expr, c, r)
				if t.RowMajor {
					e = fmt.Sprintf("%s[%d][%d]", expr, r, c)
				}
				w.number(t.Scalar, e, fmt.Sprintf("%s[%d][%d]", path, c, r))
			}
		}
	case "array":
		for _, i := range some(h.Length) {
			w.walk(t.Element, h.Element, fmt.Sprintf("%s[%d]", expr, i), fmt.Sprintf("%s[%d]", path, i))
		}
	case "struct":
		s := &w.r.Structs[t.Struct.Value()]
		seen := map[string]bool{}
		for j := range s.Members {
			m := &s.Members[j]
			if seen[m.Name] || m.Name == "" {
				continue // exec.View can't name it
			}
			seen[m.Name] = true
			if open := h.Struct.Open; open != nil && j == len(s.Members)-1 {
				for i := range elements {
					w.walk(m.Type.Element, open.Element, fmt.Sprintf("%s.%s[%d]", expr, open.Name, i), fmt.Sprintf("%s.%s[%d]", path, m.Name, i))
				}
				continue
			}
			for _, f := range h.Struct.Fields {
				if !f.Pad && f.Shader == m.Name && f.Offset == uint64(m.Offset) {
					w.walk(&m.Type, f.Type, expr+"."+f.Name, path+"."+m.Name)
				}
			}
		}
	}
}

// run compiles and runs the program and looks at its bytes as the interpreter does.
func (p *program) run() {
	t := p.t
	t.Helper()
	var main strings.Builder
	main.WriteString("package main\n\nimport \"fmt\"\n\nfunc main() {\n")
	for i := range p.filled {
		fmt.Fprintf(&main, "\tfill%d()\n", i)
	}
	main.WriteString("}\n\n" + p.main.String())
	p.write("main.go", []byte(main.String()))
	p.write("go.mod", []byte("module bound\n\ngo 1.26\n"))
	build := exec.Command("go", "build", "-gcflags=-N -l", "-o", "bound", ".")
	build.Dir = p.dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the output doesn't compile: %v\n%s", err, head(out))
	}
	out, err := exec.Command(filepath.Join(p.dir, "bound")).Output()
	if err != nil {
		t.Fatal(err)
	}
	leaves := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var i int
		var text string
		if _, err := fmt.Sscan(line, &i, &text); err != nil {
			t.Fatal(err)
		}
		data, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		leaves += len(p.filled[i].leaves)
		p.filled[i].check(t, data)
	}
	t.Logf("%d buffers of %d shaders with %d numbers; %d parts are bytes for the host", len(p.filled), p.n, leaves, p.skipped)
	if len(p.filled) == 0 {
		t.Error("nothing was tried")
	}
}

func head(b []byte) []byte { return b[:min(len(b), 3000)] }

// check reads the numbers.
func (f *filled) check(t testing.TB, data []byte) {
	id, err := rexec.GlobalByName(f.module, f.global)
	if err != nil {
		t.Errorf("%s: %v", f.shader, err)
		return
	}
	g := &f.module.Globals[id]
	v, err := rexec.NewView(f.module, g.Type, g.Layout, data)
	if err != nil {
		t.Errorf("%s: %s: %v", f.shader, f.global, err)
		return
	}
	for _, l := range f.leaves {
		part, err := v.At(l.path)
		if err != nil {
			t.Errorf("%s: %s%s: %v", f.shader, f.global, l.path, err)
			continue
		}
		if got := bitsOf(t, part, l.scalar); got != l.bits {
			t.Errorf("%s: %s%s: the shader reads %#x, the program wrote %#x", f.shader, f.global, l.path, got, l.bits)
		}
	}
}

// bitsOf are the bits of a number.
func bitsOf(t testing.TB, v rexec.View, scalar string) uint64 {
	var err error
	switch scalar {
	case "f32":
		var x float32
		err = v.Get(&x)
		return uint64(math.Float32bits(x))
	case "f64":
		var x float64
		err = v.Get(&x)
		return math.Float64bits(x)
	case "f16":
		var x float32
		err = v.Get(&x)
		return uint64(num.F16FromF64(float64(x)))
	case "i32", "i64", "i8", "i16":
		var x int64
		err = v.Get(&x)
		if scalar == "i32" {
			return uint64(uint32(x))
		}
		return uint64(x)
	case "bool":
		var x bool
		err = v.Get(&x)
		if x {
			return 1
		}
		return 0
	}
	var x uint64
	if err = v.Get(&x); err != nil {
		t.Error(err)
	}
	return x
}

// checkHeaders compiles the headers in C and in C++.
func (p *program) checkHeaders() {
	for _, c := range []struct{ compiler, extension, standard, name, warn string }{
		{"gcc", "h", "-std=c11", "all.c", "-Wextra"}, {"g++", "hpp", "-std=c++17", "all.cpp", "-Wno-invalid-offsetof"},
	} {
		if _, err := exec.LookPath(c.compiler); err != nil {
			if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
				p.t.Error(err)
			}
			continue
		}
		var all bytes.Buffer
		n := 0
		for i := 1; i <= p.n; i++ {
			name := fmt.Sprintf("s%d.%s", i, c.extension)
			if _, err := os.Stat(filepath.Join(p.dir, name)); err == nil {
				fmt.Fprintf(&all, "#include \"%s\"\n", name)
				n++
			}
		}
		p.write(c.name, all.Bytes())
		run := exec.Command(c.compiler, c.standard, "-fsyntax-only", "-Wall", "-Werror", c.warn, c.name)
		run.Dir = p.dir
		if out, err := run.CombinedOutput(); err != nil {
			p.t.Errorf("%s: %v\n%s", c.compiler, err, head(out))
		}
		p.t.Logf("%s compiles %d headers", c.compiler, n)
	}
}

// TestCorpus takes the buffers of the corpora's shaders: WGSL's layout, GLSL's and those
// that SPIR-V spells out.
func TestCorpus(t *testing.T) {
	p := &program{t: t, dir: t.TempDir()}
	seen := map[string]bool{}
	add := func(name string, v *refract.Valid, r *reflection.Reflection) {
		if v == nil {
			return
		}
		// One shader for each set of buffers.
		var key strings.Builder
		for _, b := range r.Bindings {
			if b.Type != nil {
				fmt.Fprintf(&key, "%s %s;", b.Name, b.Type.Name)
			}
		}
		for i := range r.Structs {
			fmt.Fprintf(&key, "%s %s %d;", r.Structs[i].Name, r.Structs[i].Layout, r.Structs[i].Size)
			for j := range r.Structs[i].Members {
				fmt.Fprintf(&key, "%s@%d:%s;", r.Structs[i].Members[j].Name, r.Structs[i].Members[j].Offset, r.Structs[i].Members[j].Type.Name)
			}
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			p.add(name, v, r)
		}
	}
	every := 8
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, every) {
			v, r := read(s.Name, s.Source, refract.WGSL, 0)
			add(s.Name, v, r)
		}
	}
	n := 0
	harness.Corpus(t, "glsl.jsonl.gz", func(s struct{ Name, Stage, Source string }) {
		if n++; n%every == 0 || os.Getenv("REFRACT_ALL") == "1" || harness.IsOwn() {
			v, r := read(s.Name, s.Source, refract.GLSL, map[string]ir.Stage{"vertex": ir.StageVertex, "fragment": ir.StageFragment, "compute": ir.StageCompute}[s.Stage])
			add(s.Name, v, r)
		}
	})
	if !harness.IsOwn() {
		harness.Corpus(t, "spvasm.jsonl.gz", func(s struct {
			Name, Source string
			Valid        bool
		}) {
			if n++; s.Valid && (n%every == 0 || os.Getenv("REFRACT_ALL") == "1") {
				v, r := read(s.Name, s.Source, refract.SPIRVAssembly, 0)
				add(s.Name, v, r)
			}
		})
	}
	p.run()
	p.checkHeaders()
}

// TestRandom takes random structs, and lets a shader read every number of them too.
func TestRandom(t *testing.T) {
	p := &program{t: t, dir: t.TempDir()}
	var texts []string
	n := 100
	if os.Getenv("REFRACT_ALL") == "1" {
		n = 500
	}
	for seed := range n {
		text := randomStructs(uint64(seed))
		v, r := read(fmt.Sprintf("random%d.wgsl", seed), text, refract.WGSL, 0)
		if v == nil {
			_, err := refract.Check(context.Background(), "random.wgsl", []byte(text), refract.CheckOptions{})
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		texts = append(texts, text)
		p.add(fmt.Sprintf("random%d.wgsl", seed), v, r)
	}
	p.run()
	p.checkHeaders()
	out, err := exec.Command(filepath.Join(p.dir, "bound")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		_, text, _ := strings.Cut(line, " ")
		data, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		readByShader(t, texts[i], data, p.filled[i].leaves)
	}
}

// readByShader runs a shader that copies every number of the buffer.
func readByShader(t *testing.T, text string, data []byte, leaves []leaf) {
	var b strings.Builder
	b.WriteString(text)
	b.WriteString("@group(1) @binding(0) var<storage, read_write> seen: array<u32>;\n@compute @workgroup_size(1) fn look() {\n")
	for i, l := range leaves {
		expr := "data" + l.path
		switch l.scalar {
		case "f16":
			expr = fmt.Sprintf("pack2x16float(vec2f(f32(%s), 0))", expr)
		default:
			expr = fmt.Sprintf("bitcast<u32>(%s)", expr)
		}
		fmt.Fprintf(&b, "  seen[%d] = %s;\n", i, expr)
	}
	b.WriteString("}\n")
	s := shadertest.Load(t, "look.wgsl", b.String())
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	run := s.Run("look").Bind("data", &rexec.Buffer{Data: data}).Make("seen", len(leaves))
	run.MustDispatch(t, 1, 1, 1)
	got := shadertest.Get[[]uint32](t, run, "seen")
	for i, l := range leaves {
		if uint64(got[i]) != l.bits {
			t.Errorf("%s: the shader reads %#x, the program wrote %#x\n%s", l.path, got[i], l.bits, text)
			return
		}
	}
}

// randomStructs is a shader with a buffer of a random struct.
func randomStructs(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	b.WriteString("enable f16;\n")
	var known []string
	scalars := []string{"f32", "i32", "u32", "f16"}
	var typeName func(depth int) string
	typeName = func(depth int) string {
		switch k := r.IntN(10); {
		case k < 3:
			return scalars[r.IntN(4)]
		case k < 6:
			return fmt.Sprintf("vec%d<%s>", 2+r.IntN(3), scalars[r.IntN(4)])
		case k < 7:
			return fmt.Sprintf("mat%dx%d<%s>", 2+r.IntN(3), 2+r.IntN(3), []string{"f32", "f16"}[r.IntN(2)])
		case k < 9 && depth < 3:
			return fmt.Sprintf("array<%s, %d>", typeName(depth+1), 1+r.IntN(5))
		case len(known) > 0:
			return known[r.IntN(len(known))]
		}
		return "u32"
	}
	words := []string{"pos", "base_color", "a1", "_x", "Size", "append", "type", "pad0_", "m_2", "naïve", "value", "int", "self", "light", "w", "z"}
	structs := 1 + r.IntN(4)
	for i := range structs {
		name := []string{"Light", "params", "Node", "class"}[i]
		if name == "class" {
			name = "Class"
		}
		fmt.Fprintf(&b, "struct %s {\n", name)
		n := 1 + r.IntN(8)
		order := r.Perm(len(words))
		for j := range n {
			attr := ""
			switch r.IntN(8) {
			case 0:
				attr = fmt.Sprintf("@align(%d) ", 16<<r.IntN(3))
			case 1:
				attr = "@size(1024) "
			}
			word := words[order[j]]
			if word == "type" || word == "self" {
				word += "_" // WGSL keeps them
			}
			t := typeName(0)
			if i == structs-1 && j == n-1 && r.IntN(4) == 0 {
				t, attr = fmt.Sprintf("array<%s>", typeName(1)), ""
			}
			if attr != "" && (strings.Contains(t, "array") || strings.ContainsAny(t[:1], "LpNC")) {
				attr = ""
			}
			fmt.Fprintf(&b, "  %s%s: %s,\n", attr, word, t)
		}
		b.WriteString("}\n")
		known = append(known, name)
	}
	fmt.Fprintf(&b, "@group(0) @binding(0) var<storage, read_write> data: %s;\n", known[len(known)-1])
	return b.String()
}

// TestRowsAreTold: what is generated says where the arrays of a matrix are its rows, and in
// TypeScript how many numbers it has in memory.
func TestRowsAreTold(t *testing.T) {
	text := "#version 450\nlayout(std140, binding = 0) uniform U { layout(row_major) mat2x3 a; layout(row_major) mat3 b[2]; mat3 c; mat4 d; vec3 e; };\nvoid main() {}\n"
	_, r := read("rows.comp", text, refract.GLSL, ir.StageCompute)
	for language, want := range map[string][]string{
		"go":   {"A [3][4]float32    // offset 0, mat2x3<f32>, by rows\n", "array<mat3x3<f32>, 2>, by rows\n", ", mat3x3<f32>\n", ", mat4x4<f32>\n", ", vec3<f32>\n"},
		"c":    {", mat2x3<f32>, by rows */", "array<mat3x3<f32>, 2>, by rows */", ", mat3x3<f32> */", ", mat4x4<f32> */"},
		"cpp":  {", mat2x3<f32>, by rows */", "array<mat3x3<f32>, 2>, by rows */", ", mat3x3<f32> */"},
		"rust": {", mat2x3<f32>, by rows\n", "array<mat3x3<f32>, 2>, by rows\n", ", mat3x3<f32>\n"},
		"ts": {"// mat2x3<f32>: 3 rows of 4 numbers\n", "// array<mat3x3<f32>, 2>: 3 rows of 4 numbers\n", "// mat3x3<f32>: 3 columns of 4 numbers\n", "// mat4x4<f32>: 4 columns of 4 numbers\n",
			"// vec3<f32>\n"},
	} {
		out, err := bindgen.Generate([]bindgen.Source{{Name: "rows.comp", Reflection: r}}, bindgen.Options{Language: language, Package: "rows"})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(out), w) {
				t.Errorf("%s lacks %q:\n%s", language, w, out)
			}
		}
	}
}

// TestRowMajor takes matrices that lie by rows, in arrays and arrays of arrays, in each of
// GLSL's layouts.
func TestRowMajor(t *testing.T) {
	p := &program{t: t, dir: t.TempDir()}
	for _, kind := range []string{"layout(std140, binding = 0) uniform", "layout(std430, binding = 0) buffer", "layout(std140, binding = 0) buffer"} {
		for _, rows := range []string{"layout(row_major) ", "layout(column_major) ", ""} {
			text := "#version 450\n" + kind + " Block {\n  float before;\n"
			for c := 2; c <= 4; c++ {
				for r := 2; r <= 4; r++ {
					text += fmt.Sprintf("  %[1]smat%[2]dx%[3]d m%[2]d%[3]d;\n  %[1]smat%[2]dx%[3]d a%[2]d%[3]d[3];\n  %[1]smat%[2]dx%[3]d b%[2]d%[3]d[2][3];\n", rows, c, r)
				}
			}
			text += "  float behind;\n} block;\nlayout(location = 0) out float o;\nvoid main() { o = block.before + block.behind; }\n"
			v, r := read("rows.frag", text, refract.GLSL, ir.StageFragment)
			if v == nil {
				t.Fatalf("not valid:\n%s", text)
			}
			p.add("rows.frag "+kind+" "+rows, v, r)
		}
	}
	p.run()
	p.checkHeaders()
}
