package conformance

// This file compares the precisions of random shaders of GLSL ES with those that glslang gives to
// variables and operations: in our SPIR-V, in text that is written of the module, and of glslang's
// SPIR-V. REFRACT_PROGRAMS and REFRACT_SEED choose.

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/spirv"
)

// precisionGen makes a fragment shader.
type precisionGen struct {
	r     *rand.Rand
	b     strings.Builder
	vars  []precisionVar
	funcs []precisionFunc
	count int
	old   bool // of GLSL ES 1.00: floats, no blocks
}

type precisionVar struct{ name, ty string }

type precisionFunc struct {
	name, result string
	params       []string
}

func (g *precisionGen) one(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *precisionGen) name(kind string) string {
	g.count++
	return fmt.Sprintf("%s%d", kind, g.count)
}

func (g *precisionGen) ty() string {
	if g.old {
		return g.one("float", "vec2", "vec3", "vec4")
	}
	return g.one("float", "float", "vec2", "vec3", "vec4", "int", "uint", "ivec2")
}

func (g *precisionGen) qualifier() string { return g.one("lowp ", "mediump ", "highp ", "highp ", "") }

// variable is one of a type, or "".
func (g *precisionGen) variable(ty string) string {
	var list []string
	for _, v := range g.vars {
		if v.ty == ty {
			list = append(list, v.name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return g.one(list...)
}

func precisionSize(ty string) int {
	if i := strings.IndexAny(ty, "234"); i > 0 {
		return int(ty[i] - '0')
	}
	return 1
}

func precisionScalar(ty string) string {
	switch {
	case ty == "int" || strings.HasPrefix(ty, "ivec"):
		return "int"
	case ty == "uint":
		return ty
	}
	return "float"
}

// asFloat is a value, or the first component, as a float. A float is not converted: glslang's result
// of that is relaxed, whatever the operand.
func asFloat(value, ty string) string {
	if precisionSize(ty) > 1 {
		value += ".x"
	}
	if precisionScalar(ty) != "float" {
		value = "float(" + value + ")"
	}
	return value
}

// leaf is a variable, or a conversion of one: no constant.
func (g *precisionGen) leaf(ty string) string {
	if v := g.variable(ty); v != "" {
		return v
	}
	return ty + "(" + g.variable("float") + ")"
}

func (g *precisionGen) literal(ty string) string {
	switch ty {
	case "int":
		return g.one("1", "2", "7", "40000")
	case "uint":
		return g.one("1u", "3u", "70000u")
	case "float":
		return g.one("0.5", "2.0", "0.1", "100000.0")
	}
	return g.leaf(ty)
}

func (g *precisionGen) expr(ty string, depth int) string {
	if depth == 0 {
		return g.leaf(ty)
	}
	scalar, n := precisionScalar(ty), precisionSize(ty)
	next := func(ty string) string { return g.expr(ty, depth-1) }
	for {
		switch k := g.r.IntN(14); {
		case k < 4:
			return "(" + next(ty) + g.one(" + ", " - ", " * ") + next(ty) + ")"
		case k == 4:
			return "(" + next(ty) + g.one(" + ", " * ") + g.literal(ty) + ")"
		case k == 5 && scalar != "uint":
			return "(-" + g.leaf(ty) + ")"
		case k == 6 && scalar == "float" && n == 1:
			return "dot(" + next("vec3") + ", " + next("vec3") + ")"
		case k == 6 && scalar == "float":
			return "(" + next(ty) + " * " + next("float") + ")"
		case k == 7 && scalar == "float":
			return g.one("sin", "exp2", "fract", "abs", "sqrt") + "(" + next(ty) + ")"
		case k == 8 && scalar == "float":
			return "mix(" + next(ty) + ", " + next(ty) + ", " + next(ty) + ")"
		case k == 9 && n == 1 && !g.old:
			// Floats aren't made whole numbers: text has a clamp there, of more precision.
			if from := g.one("int", "uint"); from != scalar {
				return scalar + "(" + next(from) + ")"
			}
		case k == 10 && n > 1 && scalar == "float":
			return next("vec4") + "." + "wzyx"[:n]
		case k == 11 && n > 1:
			parts := []string{next(scalar)}
			for range n - 1 {
				parts = append(parts, g.leaf(scalar))
			}
			return ty + "(" + strings.Join(parts, ", ") + ")"
		case k == 12 && ty == "vec4":
			sample := "texture"
			if g.old {
				sample = "texture2D"
			}
			return sample + "(" + g.one("s1", "s2", "s3") + ", " + next("vec2") + ")"
		case k == 13:
			for _, f := range g.funcs {
				if f.result == ty && g.r.IntN(2) == 0 {
					return g.call(f)
				}
			}
		}
	}
}

func (g *precisionGen) call(f precisionFunc) string {
	args := make([]string, len(f.params))
	for i, p := range f.params {
		args[i] = g.expr(p, 1)
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}

// statements declares variables and stores to some of them.
func (g *precisionGen) statements(n int) {
	for range n {
		ty := g.ty()
		name := g.name("v")
		value := g.expr(ty, 2+g.r.IntN(2))
		fmt.Fprintf(&g.b, "\t%s%s %s = %s;\n\tlast += %s;\n", g.qualifier(), ty, name, value, asFloat(name, ty)) // else text is without it
		g.vars = append(g.vars, precisionVar{name, ty})
		if g.r.IntN(3) == 0 {
			ty := g.ty()
			var own []string
			for _, v := range g.vars {
				if v.ty == ty && strings.HasPrefix(v.name, "v") {
					own = append(own, v.name)
				}
			}
			if len(own) > 0 {
				fmt.Fprintf(&g.b, "\t%s %s %s;\n", g.one(own...), g.one("=", "+=", "*="), g.expr(ty, 2))
			}
		}
	}
}

func (g *precisionGen) program() string {
	fmt.Fprintf(&g.b, "precision %s float;\n", g.one("mediump", "highp"))
	if g.r.IntN(2) == 0 {
		fmt.Fprintf(&g.b, "precision %s int;\n", g.one("mediump", "highp"))
	}
	place, in := func(string, int) string { return "" }, "varying "
	if !g.old {
		place, in = func(kind string, n int) string { return fmt.Sprintf("layout(%s = %d) ", kind, n) }, "in "
	}
	for i, q := range []string{"highp ", "mediump ", ""} {
		fmt.Fprintf(&g.b, "%suniform %ssampler2D s%d;\n", place("binding", i), q, i+1)
	}
	if g.old {
		for _, ty := range []string{"float", "vec3", "vec4", "vec2"} {
			name := g.name("u")
			fmt.Fprintf(&g.b, "uniform %s%s %s;\n", g.qualifier(), ty, name)
			g.vars = append(g.vars, precisionVar{name, ty})
		}
	} else {
		g.b.WriteString("layout(binding = 3, std140) uniform Block {\n")
		for _, ty := range []string{"float", "float", "vec2", "vec3", "vec4", "int", "int", "uint", "ivec2"} {
			name := g.name("u")
			fmt.Fprintf(&g.b, "\t%s%s %s;\n", g.qualifier(), ty, name)
			g.vars = append(g.vars, precisionVar{name, ty})
		}
		g.b.WriteString("};\n")
	}
	for i, ty := range []string{"float", "vec2", "vec4"} {
		name := g.name("i")
		fmt.Fprintf(&g.b, "%s%s%s%s %s;\n", place("location", i), in, g.qualifier(), ty, name)
		g.vars = append(g.vars, precisionVar{name, ty})
	}
	if !g.old {
		fmt.Fprintf(&g.b, "layout(location = 0) out %svec4 result;\n", g.qualifier())
	}
	fmt.Fprintf(&g.b, "%sfloat last;\n", g.qualifier())
	shared := slices.Clone(g.vars)
	for range 3 {
		f := precisionFunc{name: g.name("f"), result: g.ty(), params: []string{g.ty(), g.ty()}}
		g.vars = slices.Clone(shared)
		fmt.Fprintf(&g.b, "%s%s %s(", g.qualifier(), f.result, f.name)
		for i, p := range f.params {
			name := g.name("p")
			g.b.WriteString([]string{"", ", "}[i] + g.qualifier() + p + " " + name)
			g.vars = append(g.vars, precisionVar{name, p})
		}
		g.b.WriteString(") {\n")
		g.statements(2)
		fmt.Fprintf(&g.b, "\treturn %s;\n}\n", g.expr(f.result, 2))
		g.funcs = append(g.funcs, f)
	}
	g.vars = shared
	g.b.WriteString("void main() {\n")
	g.statements(5)
	for _, f := range g.funcs { // each is used, for glslang keeps all
		fmt.Fprintf(&g.b, "\tlast += %s;\n", asFloat(g.call(f), f.result))
	}
	fmt.Fprintf(&g.b, "\t%s = vec4(last, 1.0, 2.0, 3.0) + %s;\n}\n", map[bool]string{true: "gl_FragColor", false: "result"}[g.old], g.expr("vec4", 2))
	return g.b.String()
}

// decorations are the precisions in a module of SPIR-V: of names, and how many instructions of each operation
// have reduced precision and how many haven't.
type decorations struct {
	names map[string]bool
	ops   map[string][2]int
}

// precisionOps are the operations that are counted: those that compilers write alike.
var precisionOps = []spirv.Op{spirv.OpFAdd, spirv.OpFSub, spirv.OpFMul, spirv.OpFNegate, spirv.OpIAdd, spirv.OpISub, spirv.OpIMul, spirv.OpSNegate,
	spirv.OpVectorTimesScalar, spirv.OpDot, spirv.OpConvertFToS, spirv.OpConvertFToU, spirv.OpConvertSToF, spirv.OpConvertUToF,
	spirv.OpImageSampleImplicitLod, spirv.OpExtInst, spirv.OpFunctionCall}

// decorationsOf reads a module.
func decorationsOf(words []uint32) decorations {
	d := decorations{map[string]bool{}, map[string][2]int{}}
	names, relaxed := map[string]string{}, map[string]bool{}
	each := func(visit func(inst []uint32, o spirv.Op)) {
		for at := 5; at < len(words); at += int(words[at] >> 16) {
			visit(words[at:at+int(words[at]>>16)], spirv.Op(words[at]&0xffff))
		}
	}
	member := func(id, n uint32) string { return fmt.Sprint(id, ".", n) }
	each(func(inst []uint32, o spirv.Op) {
		switch {
		case o == spirv.OpName:
			names[fmt.Sprint(inst[1])] = wordString(inst[2:])
		case o == spirv.OpMemberName:
			names[member(inst[1], inst[2])] = wordString(inst[3:])
		case o == spirv.OpDecorate && spirv.Decoration(inst[2]) == spirv.DecorationRelaxedPrecision:
			relaxed[fmt.Sprint(inst[1])] = true
		case o == spirv.OpMemberDecorate && spirv.Decoration(inst[3]) == spirv.DecorationRelaxedPrecision:
			relaxed[member(inst[1], inst[2])] = true
		}
	})
	for id, name := range names {
		if name, _, _ = strings.Cut(name, "("); name != "" && !strings.HasPrefix(name, "param") && strings.ContainsAny(name[len(name)-1:], "0123456789") && !strings.Contains(name, "_") {
			d.names[name] = relaxed[id]
		}
	}
	each(func(inst []uint32, o spirv.Op) {
		if slices.Contains(precisionOps, o) {
			n := d.ops[o.String()]
			if relaxed[fmt.Sprint(inst[2])] {
				n[0]++
			} else {
				n[1]++
			}
			d.ops[o.String()] = n
		}
	})
	return d
}

func wordString(words []uint32) string {
	b := spirv.AppendBytes(nil, words)
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}

// differs lists the names and operations that differ from those of another module. If equal values may have
// been merged, and local variables v have become values, no more than the others are relaxed.
func (d decorations) differs(from decorations, merged bool) (list []string) {
	for name, relaxed := range from.names {
		if now, known := d.names[name]; known && now != relaxed && !(merged && name[0] == 'v') {
			list = append(list, fmt.Sprintf("%s: relaxed is %v, not %v", name, now, relaxed))
		}
	}
	for o := range from.ops {
		got, want := d.ops[o], from.ops[o]
		same := got[0]+got[1] == want[0]+want[1]
		if merged && same && got[0] > want[0] || !merged && got != want && (same || o != "OpExtInst") {
			list = append(list, fmt.Sprintf("%s: %v are relaxed and not, not %v", o, d.ops[o], from.ops[o]))
		}
	}
	slices.Sort(list)
	return list
}

// glslangReads compiles a text of ES with glslang for Vulkan.
func glslangReads(text string) ([]uint32, error) {
	code, err := glslang.CompilePlaced("1.0", glslang.Shader{Extension: "frag", Source: text})
	if err != nil {
		return nil, err
	}
	return spirv.FromBytes(code)
}

// TestPrecisions compares random shaders.
func TestPrecisions(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	seed := uint64(number("REFRACT_SEED", 1))
	total, kept := [2]int{}, [2]int{}
	for i := range uint64(sweep.Sample(200)) {
		g := precisionGen{r: rand.New(rand.NewPCG(seed+i, 5))}
		source := "#version " + g.one("310 es", "320 es") + "\n" + g.program()
		check := func(form string, got, want decorations) {
			for _, line := range got.differs(want, strings.Contains(form, "spv")) {
				t.Errorf("seed %d: %s: %s\n%s", seed+i, form, line, source)
			}
		}
		words, err := glslangReads(source)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+i, err, source)
		}
		theirs := decorationsOf(words)
		for _, n := range theirs.ops {
			total[0], total[1] = total[0]+n[0], total[1]+n[1]
		}
		ours := translated(t, "a.frag", []byte(source), refract.SPIRV, 0)
		check("our SPIR-V", decorationsOf(ours.Words), theirs)
		for _, from := range []struct {
			file string
			in   []byte
		}{{"a.frag", []byte(source)}, {"a.spv", spirv.AppendBytes(nil, words)}} {
			text := translated(t, from.file, from.in, refract.ESSL, 0)
			again, err := glslangReads(text.Text)
			if err != nil {
				t.Errorf("seed %d: %v\n%s", seed+i, err, text.Text)
				continue
			}
			check("text of "+from.file, decorationsOf(again), theirs)
		}
		for level := 1; level < 3; level++ {
			k := g.optimized(t, fmt.Sprintf("seed %d at -O%d", seed+i, level), source, level)
			kept[0], kept[1] = kept[0]+k[0], kept[1]+k[1]
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d operations are relaxed, %d aren't; of the relaxed ones at -O1 and -O2 %d of %d are in text", total[0], total[1], kept[0], kept[1])
}

// optimized has glslang read the text of an optimized shader. No operation has less precision than that of the
// module; it returns how many relaxed ones the text has, and the module.
func (g *precisionGen) optimized(t *testing.T, name, source string, level int) (kept [2]int) {
	module := []byte(translated(t, "a.frag", []byte(source), refract.IR, level).Text)
	ours := decorationsOf(translated(t, "a.ir", module, refract.SPIRV, 0).Words)
	text := translated(t, "a.ir", module, refract.ESSL, 0).Text
	words, err := glslangReads(text)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	theirs := decorationsOf(words)
	for _, o := range slices.Sorted(maps.Keys(theirs.ops)) {
		relaxed, has := theirs.ops[o][0], ours.ops[o][0]
		kept[0], kept[1] = kept[0]+relaxed, kept[1]+has
		if relaxed > has && ours.ops[o][0]+ours.ops[o][1] == theirs.ops[o][0]+theirs.ops[o][1] {
			t.Errorf("%s: %s: %d are relaxed in the text, %d in the module\n%s\n%s", name, o, relaxed, has, source, text)
		}
	}
	return kept
}

// TestPrecisionVersions has glslang read text in all versions of ES, of shaders in versions 100 and 310.
func TestPrecisionVersions(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	seed := uint64(number("REFRACT_SEED", 1))
	for i := range uint64(sweep.Sample(80)) {
		g := precisionGen{r: rand.New(rand.NewPCG(seed+i, 6)), old: i%2 == 0}
		head, versions := "#version 310 es\n", []string{"300 es", "310 es", "320 es"}
		if g.old {
			head, versions = "#version 100\n", append(versions, "100")
		}
		source := head + g.program()
		for k, version := range versions {
			text := translated(t, "a.frag", []byte(source), refract.ESSL, (int(i)+k)%3, version).Text
			if _, err := glslang.Link("", glslang.Shader{Extension: "frag", Source: text}); err != nil {
				t.Fatalf("seed %d in version %s: %v\n%s\n%s", seed+i, version, err, source, text)
			}
			if !strings.Contains(text, "mediump ") {
				t.Errorf("seed %d in version %s: no precision is reduced\n%s\n%s", seed+i, version, source, text)
			}
		}
	}
}

// translated translates. ES is written in a version, or in that of the source's features.
func translated(t *testing.T, file string, in []byte, to refract.Language, level int, version ...string) *refract.Output {
	options := refract.TranslateOptions{To: to, Optimize: refract.OptimizeOptions{Level: level}}
	if len(version) > 0 {
		n, err := strconv.Atoi(strings.TrimSuffix(version[0], " es"))
		if err != nil {
			t.Fatal(err)
		}
		glsl := glslback.NewOptions()
		glsl.Version = glslback.Version{Number: uint16(n), ES: true}
		options.Write.Options = refract.LanguageOptions{refract.ESSL: &glsl}
	}
	out, err := refract.Translate(t.Context(), file, in, options)
	if err != nil {
		t.Fatalf("%s: %v\n%s", file, err, in)
	}
	return out
}
