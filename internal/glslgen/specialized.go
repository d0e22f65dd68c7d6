package glslgen

// This file makes kernels in the manner of libraries for matrices: specialization constants
// size workgroups, shared, private and local arrays, parameters, results and members of
// structs, in one dimension or two. Indices are within every size that the constants may
// have, all memory is written before it is read, and all invocations come to each barrier.

import (
	"fmt"
	"strings"
)

// specGen is the state of Specialized.
type specGen struct {
	r      random
	out    strings.Builder
	consts []string // expressions for sizes, of type uint
	depth  int
	names  int
}

// specArray is an array in scope.
type specArray struct {
	path string
	dims []string // sizes, outermost first
}

func (g *specGen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.depth))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *specGen) fresh(base string) string {
	g.names++
	return fmt.Sprintf("%s%d", base, g.names)
}

// size returns an expression of a size, which is at least 1.
func (g *specGen) size() string { return pick(&g.r, g.consts) }

// dims returns the sizes of an array of one or two dimensions.
func (g *specGen) dims() []string {
	if g.r.percent(40) {
		return []string{g.size(), pick(&g.r, []string{g.size(), "2", "3"})}
	}
	return []string{g.size()}
}

func brackets(dims []string) string { return "[" + strings.Join(dims, "][") + "]" }

// each writes loops over all elements of an array around the text of body for one.
func (g *specGen) each(a specArray, body func(element, number string)) {
	indices, at, number := make([]string, len(a.dims)), "", "0u"
	for k, d := range a.dims {
		i := g.fresh("i")
		limit := pick(&g.r, []string{"uint(" + d + ")", "uint(" + a.path + at + ".length())"})
		g.line("for (uint %s = 0u; %s < %s; %s++) {", i, i, limit, i)
		g.depth++
		indices[k] = i
		at += "[" + i + "]"
		number = "(" + number + " * 3u + " + i + ")"
	}
	body(a.path+at, number)
	for range a.dims {
		g.depth--
		g.line("}")
	}
}

// element returns an element of an array, by an index within its size.
func (g *specGen) element(a specArray) string {
	s := a.path
	for _, d := range a.dims {
		s += "[" + pick(&g.r, []string{"0", "uint(" + d + ") - 1u", "acc % uint(" + d + ")", "lid % uint(" + d + ")"}) + "]"
	}
	return s
}

// Specialized returns the kernel of a seed, and values for its constants by number: none,
// and some choices.
func Specialized(seed uint64) (source string, choices []map[string]float64) {
	g := &specGen{r: random(seed ^ 0x5bec)}
	count := 2 + g.r.n(3)
	threads := 1 + g.r.n(8)
	g.line("#version 450")
	g.line("layout(local_size_x_id = 0, local_size_x = %d) in;", threads)
	signed := make([]bool, count+1)
	first := g.r.n(2) // the constant of the workgroup's size is declared, too
	if first == 1 {
		g.line("layout(constant_id = 0) const uint THREADS = %d;", threads)
	}
	for k := 1; k <= count; k++ {
		signed[k] = g.r.percent(30)
		word := "uint"
		if signed[k] {
			word = "int"
		}
		g.line("layout(constant_id = %d) const %s N%d = %d;", k, word, k, 1+g.r.n(4))
		g.consts = append(g.consts, fmt.Sprintf("N%d", k))
	}
	if g.r.percent(50) {
		g.line("layout(constant_id = 9) const bool WIDE = %v;", g.r.percent(50))
		g.line("const uint CHOSEN = WIDE ? uint(N1) * 2u : uint(N2);")
		g.consts = append(g.consts, "CHOSEN")
	}
	g.line("const uint PRODUCT = uint(N1) * uint(N2);")
	g.consts = append(g.consts, "PRODUCT", "(uint(N1) + 1u)", "gl_WorkGroupSize.x")
	g.line("layout(binding = 0) readonly buffer A { uint a[64]; };")
	g.line("layout(binding = 1) buffer D { uint d[64]; };")
	g.globals()
	for range 1 + g.r.n(2) {
		choice := map[string]float64{"0": float64(1 + g.r.n(8))}
		for k := 1; k <= count; k++ {
			choice[fmt.Sprint(k)] = float64(1 + g.r.n(6))
		}
		choices = append(choices, choice)
	}
	return g.out.String(), append(choices, nil)
}

// globals writes the declarations at module scope, and main.
func (g *specGen) globals() {
	var shared, private specArray
	shared = specArray{"shared_" + fmt.Sprint(g.r.n(9)), append([]string{"gl_WorkGroupSize.x"}, g.dims()...)}
	g.line("shared uint %s%s;", shared.path, brackets(shared.dims))
	private = specArray{"private_", g.dims()}
	g.line("uint %s%s;", private.path, brackets(private.dims))
	member := specArray{"s.values", []string{fmt.Sprintf("N%d", 1+g.r.n(2))}}
	g.line("struct S { uint sum; uint values%s; };", brackets(member.dims))
	named := []string{"N1", "N2", "PRODUCT"} // the sizes of parameters: one symbol each
	sum := []string{pick(&g.r, named)}
	if g.r.percent(50) {
		sum = append(sum, pick(&g.r, named))
	}
	grown := []string{pick(&g.r, named)}
	g.line("uint total(%suint v%s) {", pick(&g.r, []string{"", "const in ", "in "}), brackets(sum))
	g.depth++
	g.line("uint t = 1u;")
	g.each(specArray{"v", sum}, func(e, n string) { g.line("t = t * 5u + %s;", e) })
	g.line("return t;")
	g.depth--
	g.line("}")
	g.line("void grow(%suint v%s, uint x) {", pick(&g.r, []string{"inout ", "out "}), brackets(grown))
	g.depth++
	g.each(specArray{"v", grown}, func(e, n string) { g.line("%s = %s + x;", e, n) })
	g.depth--
	g.line("}")
	g.line("uint[%s] made(uint x) {", grown[0])
	g.depth++
	g.line("uint v%s;", brackets(grown))
	g.line("grow(v, x);")
	g.line("return v;")
	g.depth--
	g.line("}")
	g.line("void member(inout S s, uint x) {")
	g.depth++
	g.line("s.sum = x;")
	g.each(member, func(e, n string) { g.line("%s = %s * x;", e, n); g.line("s.sum ^= %s;", e) })
	g.depth--
	g.line("}")
	g.line("S filled(uint x) { S s; member(s, x); return s; }")
	g.main(shared, private, sum, grown, member)
}

func (g *specGen) main(shared, private specArray, sum, grown []string, member specArray) {
	g.line("void main() {")
	g.depth++
	g.line("uint lid = gl_LocalInvocationIndex, acc = a[lid & 63u] & 255u;")
	g.each(private, func(e, n string) { g.line("%s = %s + acc;", e, n) })
	local := specArray{"local_", g.dims()}
	g.line("uint %s%s;", local.path, brackets(local.dims))
	g.each(local, func(e, n string) { g.line("%s = a[%s & 63u] & 1023u;", e, n) })
	args := specArray{"args", sum}
	g.line("uint args%s;", brackets(sum))
	g.each(args, func(e, n string) { g.line("%s = %s ^ acc;", e, n) })
	g.line("uint grown%s;", brackets(grown))
	g.each(specArray{"grown", grown}, func(e, n string) { g.line("%s = %s;", e, n) })
	g.line("S s;")
	g.line("member(s, acc);")
	row := specArray{shared.path + "[lid]", shared.dims[1:]}
	g.each(row, func(e, n string) { g.line("%s = %s * 7u + acc;", e, n) })
	g.line("barrier();")
	for range 3 + g.r.n(6) {
		g.line("%s", pick(&g.r, []string{
			"acc += total(args);", "grow(grown, acc & 255u);", "acc ^= made(acc & 63u)[0];", "acc += filled(acc & 31u).sum;",
			"member(s, acc & 127u);", "acc = acc * 3u + s.values[s.values.length() - 1];",
			g.element(args) + " += acc & 15u;", g.element(local) + " ^= acc;", "acc += " + g.element(local) + ";", "acc -= " + g.element(private) + ";",
			g.element(private) + " = acc >> 3;", "acc += " + g.element(specArray{"grown", grown}) + ";", "acc ^= " + g.element(shared) + ";",
			"if (acc % 3u == 0u) acc += filled(2u).values[0]; else acc ^= total(args);",
			"for (uint k = 0u; k < 3u; k++) acc += made(k)[" + "uint(" + grown[0] + ") - 1u] + " + g.element(args) + ";",
			"acc += uint(" + g.size() + ");",
		}))
	}
	g.line("d[lid] = acc + s.sum + %s + %s;", g.element(private), g.element(local))
	g.depth--
	g.line("}")
}
