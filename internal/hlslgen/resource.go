package hlslgen

// This file declares textures, samplers and buffers, and reads them. Texels are small whole
// numbers; coordinates of samples are multiples of 1/16 apart from 1/32, so that no texel's
// edge is hit; filtered values are rounded.

import (
	"fmt"
	"strings"
)

// A Resource is a resource of the programs that have resources, in space 0.
type Resource struct {
	Name     string
	Class    byte // of its register: t, u or s
	Register int
	Count    int    // elements of an array; 0: no array
	View     string // of a texture: 1d to 3d, cube, an array of those, or buffer; structured; sampler
	Format   string // of texels, by WebGPU's name
	Size     [3]int // texels of the base level, elements of a buffer
	Layers   int
	Levels   int
	Samples  int
	Later    bool // the old dialect lacks it

	form  string // of the type, without the type of its elements
	texel typ
}

// Resources are the resources of programs.
var Resources = []Resource{
	{Name: "plane", Class: 't', Register: 2, View: "2d", Format: "rgba32float", Size: [3]int{8, 8}, Levels: 4, form: "Texture2D", texel: typ{"float", 0, 4}},
	{Name: "layers", Class: 't', Register: 3, View: "2d-array", Format: "rgba32float", Size: [3]int{4, 4}, Layers: 3, Levels: 3, form: "Texture2DArray", texel: typ{"float", 0, 4}},
	{Name: "volume", Class: 't', Register: 4, View: "3d", Format: "rgba32float", Size: [3]int{4, 4, 4}, Levels: 2, form: "Texture3D", texel: typ{"float", 0, 4}},
	{Name: "cube", Class: 't', Register: 5, View: "cube", Format: "rgba32float", Size: [3]int{4, 4}, Layers: 6, Levels: 2, form: "TextureCube", texel: typ{"float", 0, 4}},
	{Name: "cubes", Class: 't', Register: 6, View: "cube-array", Format: "rgba32float", Size: [3]int{4, 4}, Layers: 12, Levels: 1, form: "TextureCubeArray", texel: typ{"float", 0, 4}},
	{Name: "strip", Class: 't', Register: 7, View: "1d", Format: "rg32float", Size: [3]int{8}, Levels: 1, form: "Texture1D", texel: typ{"float", 0, 2}},
	{Name: "strips", Class: 't', Register: 8, View: "1d-array", Format: "r32float", Size: [3]int{8}, Layers: 2, Levels: 1, form: "Texture1DArray", texel: typ{"float", 0, 1}},
	{Name: "words", Class: 't', Register: 9, View: "2d", Format: "rgba32uint", Size: [3]int{4, 4}, Levels: 2, form: "Texture2D", texel: typ{"uint", 0, 4}},
	{Name: "pairs2", Class: 't', Register: 10, View: "2d", Format: "rg32sint", Size: [3]int{4, 4}, Levels: 1, form: "Texture2D", texel: typ{"int", 0, 2}},
	{Name: "samples", Class: 't', Register: 11, View: "2d", Format: "rgba32float", Size: [3]int{4, 4}, Levels: 1, Samples: 4, form: "Texture2DMS", texel: typ{"float", 0, 4}},
	{Name: "depth", Class: 't', Register: 12, View: "2d", Format: "depth32float", Size: [3]int{8, 8}, Levels: 3, form: "Texture2D", texel: typ{"float", 0, 1}},
	{Name: "depths", Class: 't', Register: 13, View: "2d-array", Format: "depth32float", Size: [3]int{4, 4}, Layers: 3, Levels: 1, form: "Texture2DArray", texel: typ{"float", 0, 1}},
	{Name: "around", Class: 't', Register: 14, View: "cube", Format: "depth32float", Size: [3]int{4, 4}, Layers: 6, Levels: 1, form: "TextureCube", texel: typ{"float", 0, 1}},
	{Name: "floats", Class: 't', Register: 15, View: "buffer", Format: "rgba32float", Size: [3]int{64}, Levels: 1, form: "Buffer", texel: typ{"float", 0, 4}},
	{Name: "numbers", Class: 't', Register: 16, View: "buffer", Format: "r32uint", Size: [3]int{64}, Levels: 1, form: "Buffer", texel: typ{"uint", 0, 1}},
	{Name: "several", Class: 't', Register: 17, Count: 3, View: "2d", Format: "rgba32float", Size: [3]int{4, 4}, Levels: 1, form: "Texture2D", texel: typ{"float", 0, 4}},
	{Name: "rows", Class: 't', Register: 20, View: "structured", Size: [3]int{64}, form: "StructuredBuffer", texel: typ{"int", 0, 2}},
	{Name: "lists", Class: 't', Register: 21, Count: 2, View: "structured", Size: [3]int{64}, Later: true, form: "StructuredBuffer", texel: typ{"uint", 0, 3}},
	{Name: "nearest", Class: 's', Register: 0, View: "sampler", form: "SamplerState"},
	{Name: "linear_", Class: 's', Register: 1, View: "sampler", form: "SamplerState"},
	{Name: "compare", Class: 's', Register: 2, View: "sampler", form: "SamplerComparisonState"},
	{Name: "uimage", Class: 'u', Register: 2, View: "2d", Format: "r32uint", Size: [3]int{16, 4}, Levels: 1, form: "RWTexture2D", texel: typ{"uint", 0, 1}},
	{Name: "fimage", Class: 'u', Register: 3, View: "2d", Format: "rgba32float", Size: [3]int{16, 4}, Levels: 1, form: "RWTexture2D", texel: typ{"float", 0, 4}},
	{Name: "ibuffer", Class: 'u', Register: 4, View: "buffer", Format: "r32sint", Size: [3]int{64}, Levels: 1, form: "RWBuffer", texel: typ{"int", 0, 1}},
	{Name: "elements", Class: 'u', Register: 5, View: "structured", Size: [3]int{16}, form: "RWStructuredBuffer"},
	{Name: "appended", Class: 'u', Register: 6, View: "structured", Size: [3]int{64}, form: "AppendStructuredBuffer", texel: typ{"uint", 0, 2}},
	{Name: "consumed", Class: 'u', Register: 7, View: "structured", Size: [3]int{64}, form: "ConsumeStructuredBuffer", texel: typ{"float", 0, 2}},
	{Name: "vimage", Class: 'u', Register: 8, View: "3d", Format: "r32float", Size: [3]int{16, 2, 2}, Levels: 1, Later: true, form: "RWTexture3D", texel: typ{"float", 0, 1}},
	{Name: "aimage", Class: 'u', Register: 9, View: "2d-array", Format: "rg32sint", Size: [3]int{16, 2}, Layers: 2, Levels: 1, Later: true, form: "RWTexture2DArray", texel: typ{"int", 0, 2}},
	{Name: "raws", Class: 'u', Register: 10, Count: 2, View: "structured", Size: [3]int{64}, Later: true, form: "RWByteAddressBuffer"},
}

// Counted is the number of elements that are counted in a buffer before the program runs.
const Counted = 16

// dims is how many integers are the coordinates of a texel, without layer, level and sample.
func (r *Resource) dims() int {
	switch {
	case strings.HasPrefix(r.View, "1d"), r.View == "buffer":
		return 1
	case r.View == "3d", strings.HasPrefix(r.View, "cube"):
		return 3
	}
	return 2
}

func (r *Resource) isArray() bool   { return strings.HasSuffix(r.View, "-array") }
func (r *Resource) isCube() bool    { return strings.HasPrefix(r.View, "cube") }
func (r *Resource) isTexture() bool { return r.Class == 't' && r.Format != "" && r.View != "buffer" }

// resources declares resources, and functions that make coordinates.
func (g *gen) declareResources() {
	g.resources = true
	for i := range Resources {
		r := &Resources[i]
		if r.Later && !g.modern() {
			continue
		}
		elem := ""
		switch {
		case r.Name == "elements":
			elem = "<" + g.elementType() + ">"
		case r.Samples > 0 && g.r.one(2):
			elem = fmt.Sprintf("<%s, %d>", r.texel, r.Samples)
		case r.texel.scalar != "":
			elem = "<" + strings.Replace(g.spell(r.texel), "uint1", "uint", 1) + " >" // its texels are no conditions
		}
		count := ""
		if r.Count > 0 {
			count = fmt.Sprintf("[%d]", r.Count)
		}
		g.line("%s%s %s%s : register(%c%d);", r.form, elem, r.Name, count, r.Class, r.Register)
	}
	g.line("float unit(int v) { return (float)(v & 31) * 0.0625 - 0.40625; }")
	g.line("float level(int v) { return (float)(v & 15) * 0.25 + 0.125; }")
}

// passed declares functions that take and return resources, and a struct that holds some.
func (g *gen) passed() {
	look := "return round(t.SampleLevel(s, at, 0, by) * 4.0);"
	switch {
	case g.plain(): // slangc wants the constant in the call
		look = "return round(t.SampleLevel(s, at, 0) * 4.0);"
	case g.r.one(2):
		look = "const int2 twice = by * 2; " + strings.Replace(look, "by", "twice - by", 1)
	}
	g.line("float4 look(Texture2D<float4> t, SamplerState s, float2 at, int2 by) { %s }", look)
	g.line("struct Bound { Texture2D<float4> t; SamplerState s; RWBuffer<int> b[2]; float scale; float4 get(float2 at) { return look(t, s, at, int2(1, -2)) + scale; } void note(int k) { b[1][thread] ^= k; } };")
	g.line("float4 through(Bound b, float2 at) { b.scale += 1; return b.get(at).wzyx; }")
	g.line("Texture2D<float4> one_of(uint k) { return several[k %% 3]; }")
	g.line("Bound bound(Texture2D<float4> t, SamplerState s) { Bound b; b.t = t; b.s = s; b.b[0] = ibuffer; b.b[1] = ibuffer; b.scale = 2; return b; }")
}

// usePassed calls them.
func (g *gen) usePassed() {
	i, f4 := typ{"int", 0, 1}, typ{"float", 0, 4}
	at := func() string {
		return fmt.Sprintf("float2(unit(%s), unit(%s))", g.expr(i, 1), g.expr(i, 1))
	}
	b, c, t := g.name(), g.name(), g.name()
	sampler := func() string { return g.either("nearest", "linear_") }
	g.line("Bound %s = bound(%s, %s); Bound %s = %s; %s.scale = %s; %s.t = %s;", b, g.either("plane", "several[1]"), sampler(), c, b, c,
		g.bounded(typ{"float", 0, 1}, 1), c, g.either("plane", "several[2]"))
	g.line("Texture2D<float4> %s = %s; %s = one_of(%s);", t, g.either("plane", "several[0]"), t, g.either("1", "2"))
	for _, e := range []string{b + ".get(%s)", "through(" + c + ", %s)", "look(" + t + ", " + sampler() + ", %s, int2(-1, 0))", "look(" + c + ".t, " + b + ".s, %s, int2(3, 2))"} {
		n := g.name()
		g.line("float4 %s = %s;", n, fmt.Sprintf(e, at()))
		g.vars = append(g.vars, variable{n, f4, true})
	}
	g.line("%s.note(%s); %s = %s; %s.note(3);", b, g.expr(i, 2), c, b, c)
}

// elementType is the type of the elements of a structured buffer that is written.
func (g *gen) elementType() string {
	for k, s := range g.structs {
		if s.simple && !g.plain() {
			g.element = k
			return s.name
		}
	}
	g.element = -1
	return "float3"
}

// places are the parts of resources that an invocation writes alone, as variables.
func (g *gen) places() {
	g.line("const uint2 cell = uint2(thread, %d); const uint3 cube_cell = uint3(thread, %d, %d);", g.r.n(4), g.r.n(2), g.r.n(2))
	g.vars = append(g.vars, variable{"uimage[cell]", typ{"uint", 0, 1}, true}, variable{"ibuffer[thread]", typ{"int", 0, 1}, true})
	if g.modern() { // FXC reads texels of 32 bits alone
		g.vars = append(g.vars, variable{"fimage[cell]", typ{"float", 0, 4}, true}, variable{"vimage[cube_cell]", typ{"float", 0, 1}, true},
			variable{"aimage[cube_cell]", typ{"int", 0, 2}, true})
	} else {
		g.line("fimage[cell] = %s;", g.bounded(typ{"float", 0, 4}, 2))
	}
	if g.element < 0 {
		g.vars = append(g.vars, variable{"elements[thread]", typ{"float", 0, 3}, true})
		return
	}
	for _, m := range g.structs[g.element].members {
		g.addMember("elements[thread].", m, true)
	}
}

// whole is an integer below n.
func (g *gen) whole(n int) string {
	if n <= 1 || g.r.one(3) {
		return fmt.Sprint(g.r.n(max(n, 1)))
	}
	return fmt.Sprintf("(uint)(%s) %% %d", g.expr(typ{"int", 0, 1}, 1), n)
}

// list is a vector of integers or floats, or a scalar.
func list(scalar string, parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return fmt.Sprintf("%s%d(%s)", scalar, len(parts), strings.Join(parts, ", "))
}

// texelPlace is the coordinates of a texel, with its layer.
func (g *gen) texelPlace(r *Resource, level int) (parts []string) {
	for k := range r.dims() {
		parts = append(parts, g.whole(max(r.Size[k]>>level, 1)))
	}
	if r.isArray() {
		parts = append(parts, g.whole(r.Layers))
	}
	return parts
}

// named is a resource, or an element of an array of resources.
func (g *gen) named(r *Resource) string {
	switch {
	case r.Count == 0:
		return r.Name
	case g.modern() && !g.Pixel && g.r.one(3): // drivers index by what helper invocations have
		return fmt.Sprintf("%s[NonUniformResourceIndex(%s)]", r.Name, g.whole(r.Count))
	}
	return fmt.Sprintf("%s[%d]", r.Name, g.r.n(r.Count))
}

// fetch is an expression of a type that reads a resource, if the random one has such elements.
func (g *gen) fetch(t typ) (string, bool) {
	if t.rows > 0 {
		return "", false
	}
	r := &Resources[g.r.n(len(Resources))]
	if r.Later && !g.modern() || r.texel.scalar != t.scalar || r.texel.cols < t.cols || r.Class != 't' {
		return "", false
	}
	e, filtered := g.access(r)
	if filtered && g.modern() {
		e = fmt.Sprintf("round(%s * 4.0)", e)
	} else if filtered {
		e = fmt.Sprintf("floor(%s * 4.0 + 0.5)", e)
	}
	if r.texel.cols == 1 && t.cols == 1 {
		return e, true
	}
	e += "."
	for range t.cols {
		e += string("xyzw"[g.r.n(r.texel.cols)])
	}
	return e, true
}

// access reads an element of a resource. Filtered values have fractions.
func (g *gen) access(r *Resource) (e string, filtered bool) {
	x := g.named(r)
	switch {
	case r.View == "structured":
		return fmt.Sprintf(g.either("%s[%s]", "%s.Load(%s)"), x, g.whole(r.Size[0])), false
	case r.View == "buffer":
		return fmt.Sprintf(g.either("%s[%s]", "%s.Load(%s)"), x, g.whole(r.Size[0])), false
	case r.Samples > 0 && g.r.one(3) && !g.plain():
		return fmt.Sprintf("%s.sample[%s][uint2(%s)]", x, g.whole(r.Samples), strings.Join(g.texelPlace(r, 0), ", ")), false
	case r.Samples > 0:
		offset := ""
		place := g.texelPlace(r, 0)
		if g.r.one(3) {
			place, offset = []string{g.whole(3), g.whole(3)}, ", int2(1, 0)"
		}
		return fmt.Sprintf("%s.Load(int2(%s), %s%s)", x, strings.Join(place, ", "), g.whole(r.Samples), offset), false
	case r.texel.scalar != "float" || g.r.one(3) && !r.isCube():
		return g.load(r, x), r.Format == "depth32float"
	}
	return g.sample(r, x), true
}

// load reads a texel.
func (g *gen) load(r *Resource, x string) string {
	level := g.r.n(r.Levels)
	place := g.texelPlace(r, level)
	switch g.r.n(4) {
	case 0:
		if level == 0 {
			return fmt.Sprintf("%s[%s]", x, list("uint", place))
		}
	case 1:
		if g.plain() {
			break
		}
		return fmt.Sprintf("%s.mips[%d][%s]", x, level, list("uint", place))
	case 2:
		if level == 0 && !r.isArray() {
			for k := range place {
				place[k] = g.whole(r.Size[k] - 1)
			}
			offsets := []string{"1", "0", "1"}[:len(place)]
			return fmt.Sprintf("%s.Load(%s, %s)", x, list("int", append(place, "0")), list("int", offsets))
		}
	}
	return fmt.Sprintf("%s.Load(%s)", x, list("int", append(place, fmt.Sprint(level))))
}

// coordinates are floats for a sample, with the layer.
func (g *gen) coordinates(r *Resource) string {
	var parts []string
	for range r.dims() {
		parts = append(parts, fmt.Sprintf("unit(%s)", g.expr(typ{"int", 0, 1}, 1)))
	}
	if r.isArray() {
		layers := r.Layers
		if r.isCube() {
			layers /= 6
		}
		parts = append(parts, g.whole(layers))
	}
	return list("float", parts)
}

// offset is a constant offset of a sample, or nothing.
func (g *gen) offset(r *Resource) string {
	if r.isCube() || !g.r.one(3) {
		return ""
	}
	var parts []string
	for range r.dims() {
		parts = append(parts, fmt.Sprint(g.r.n(7)-3))
	}
	return ", " + list("int", parts)
}

// gradient is a change of coordinates.
func (g *gen) gradient(r *Resource) string {
	var parts []string
	for range r.dims() {
		parts = append(parts, fmt.Sprintf("%g", float64(1+g.r.n(16))/16))
	}
	return list("float", parts)
}

// reference is a value that depths are compared with, never one of them.
func (g *gen) reference() string {
	return fmt.Sprintf("(float)((%s) & 7) * 0.125", g.expr(typ{"int", 0, 1}, 1))
}

// sample is a function that samples a texture, with a result of the type of its texels.
func (g *gen) sample(r *Resource, x string) string {
	s := g.either("nearest", "linear_")
	at := g.coordinates(r)
	isDepth := r.Format == "depth32float"
	gathers := r.View == "2d" || r.View == "2d-array" || r.isCube()
	switch k := g.r.n(7); {
	case isDepth && k < 2:
		return fmt.Sprintf("%s.SampleCmpLevelZero(compare, %s, %s%s)", x, at, g.reference(), g.offset(r))
	case isDepth && k == 2 && gathers:
		return fmt.Sprintf("%s.GatherCmp%s(compare, %s, %s%s).%c", x, g.either("", "Red"), at, g.reference(), g.offset(r), "xyzw"[g.r.n(4)])
	case k < 3 && gathers && isDepth:
		return fmt.Sprintf("%s.Gather%s(%s, %s%s).%c", x, g.either("", "Red"), s, at, g.offset(r), "xyzw"[g.r.n(4)])
	case k < 3 && gathers:
		offset := g.offset(r)
		which := g.either("", "Red", "Green", "Blue", "Alpha")
		if offset != "" && which != "" && g.r.one(2) {
			offset = ", int2(1, 2), int2(0, -3), int2(-1, 1), int2(2, 2)"
		}
		return fmt.Sprintf("%s.Gather%s(%s, %s%s)", x, which, s, at, offset)
	case k < 5:
		return fmt.Sprintf("%s.SampleLevel(%s, %s, %s%s)", x, s, at, g.either("0", fmt.Sprintf("level(%s)", g.expr(typ{"int", 0, 1}, 1))), g.offset(r))
	}
	return fmt.Sprintf("%s.SampleGrad(%s, %s, %s, %s%s)", x, s, at, g.gradient(r), g.gradient(r), g.offset(r))
}

// measure reads the sizes of a resource.
func (g *gen) measure() {
	r := &Resources[g.r.n(len(Resources))]
	if r.View == "sampler" || r.Later && !g.modern() || r.View == "" {
		return
	}
	x := r.Name
	if r.Count > 0 {
		x = fmt.Sprintf("%s[%d]", r.Name, g.r.n(r.Count))
	}
	t := typ{"uint", 0, 1}
	n := min(r.dims(), 2)
	if r.View == "3d" {
		n = 3
	}
	var args []string
	if r.isTexture() && r.Samples == 0 && g.r.one(2) {
		args = append(args, fmt.Sprint(g.r.n(r.Levels)))
		n++
	}
	if r.isArray() {
		n++
	}
	if r.Samples > 0 {
		n++
	}
	switch r.form {
	case "RWByteAddressBuffer":
		n = 1
	case "StructuredBuffer", "RWStructuredBuffer", "AppendStructuredBuffer", "ConsumeStructuredBuffer":
		n = 2
	default:
		if g.r.one(4) && r.View != "buffer" {
			t.scalar = "float"
		}
	}
	var names []string
	for range n {
		names = append(names, g.name())
	}
	g.line("%s %s; %s.GetDimensions(%s);", t, strings.Join(names, ", "), x, strings.Join(append(args, names...), ", "))
	for _, name := range names {
		g.vars = append(g.vars, variable{name, t, true})
	}
}

// exclusive are the operations on places of the invocation's own.
func (g *gen) exclusive() {
	u, i := typ{"uint", 0, 1}, typ{"int", 0, 1}
	old := g.name()
	op := g.either("Add", "And", "Or", "Xor", "Min", "Max", "Exchange")
	k := g.r.n(7)
	if !g.modern() && (k == 1 || k == 4) {
		k = 6 // FXC has no overload for these
	}
	switch k {
	case 0:
		g.line("uint %s; Interlocked%s(uimage[cell], %s, %s);", old, op, g.expr(u, 2), old)
	case 1:
		g.line("int %s; Interlocked%s(ibuffer[thread], %s, %s);", old, op, g.expr(i, 2), old)
		g.vars = append(g.vars, variable{old, i, true})
		return
	case 2:
		g.line("uint %s; scratch.Interlocked%s(128 + thread * 4, (uint)%s, %s);", old, op, g.expr(u, 2), old)
	case 3:
		g.line("uint %s; InterlockedCompareExchange(uimage[cell], %s, %s, %s);", old, g.leaf(u), g.expr(u, 1), old)
	case 4:
		g.line("int %s; InterlockedCompareExchange(ibuffer[thread], %s, %s, %s);", old, g.leaf(i), g.expr(i, 1), old)
		g.vars = append(g.vars, variable{old, i, true})
		return
	case 5:
		g.line("uint %s; scratch.InterlockedCompareExchange(128 + thread * 4, (uint)%s, (uint)%s, %s); scratch.InterlockedCompareStore(128 + thread * 4, 1u, (uint)%s);",
			old, g.leaf(u), g.expr(u, 1), old, g.leaf(u))
	default:
		g.line("uint %s = ibuffer.Load(thread) + uimage.Load(cell);", old)
	}
	g.vars = append(g.vars, variable{old, u, true})
}

// bytes reads and writes buffers of bytes.
func (g *gen) bytes() {
	n := 1 + g.r.n(4)
	suffix := ""
	if n > 1 {
		suffix = fmt.Sprint(n)
	}
	t, name := typ{"uint", 0, n}, g.name()
	at := fmt.Sprintf("256 + thread * 64 + %d", 4*g.r.n(4))
	g.line("scratch.Store%s(%s, %s);", suffix, at, g.expr(t, 2))
	g.line("%s %s = scratch.Load%s(256 + thread * 64 + %d) + src.Load%s(%d);", t, name, suffix, 4*g.r.n(4), suffix, 4*g.r.n(60))
	g.vars = append(g.vars, variable{name, t, true})
	if !g.modern() {
		return
	}
	t, name = g.typ(), g.name()
	if t.scalar == "bool" {
		return
	}
	g.line("scratch.Store<%s>(1024 + thread * 128, %s); %s %s = scratch.Load<%s>(1024 + thread * 128);", t, g.bounded(t, 2), t, name, t)
	g.vars = append(g.vars, variable{name, t, true})
	name = g.name()
	g.line("uint %s = %s.Load(%d);", name, g.named(&Resources[len(Resources)-1]), 4*g.r.n(32))
	g.vars = append(g.vars, variable{name, typ{"uint", 0, 1}, true})
	if k := g.element; k >= 0 {
		name = g.name()
		g.line("scratch.Store(2048 + thread * 512, elements[thread]); %s %s = scratch.Load<%s>(2048 + thread * 512);", g.structs[k].name, name, g.structs[k].name)
		for _, m := range g.structs[k].members {
			g.addMember(name+".", m, true)
		}
	}
}

// queues appends to a buffer and consumes from one, in a single invocation.
func (g *gen) queues() {
	name := g.name()
	g.line("appended.Append(%s);", g.expr(typ{"uint", 0, 2}, 2))
	g.line("float2 %s = consumed.Consume();", name)
	g.vars = append(g.vars, variable{name, typ{"float", 0, 2}, true})
	if g.r.one(2) {
		g.line("put(elements.IncrementCounter());")
	}
}

// useResources are statements of main.
func (g *gen) useResources() {
	for range 1 + g.r.n(3) {
		g.measure()
	}
	for range 1 + g.r.n(3) {
		g.exclusive()
	}
	g.bytes()
	if g.threads == 1 && !g.plain() {
		g.queues()
	}
}

// implicit are samples of a pixel shader that choose levels by derivatives, and derivatives.
func (g *gen) implicit() {
	at := g.name()
	g.line("float4 %s = position * %g + %g;", at, float64(1+g.r.n(8))/64, float64(g.r.n(8))/32+1.0/64)
	for range 3 {
		r := &Resources[g.r.n(len(Resources))]
		if !r.isTexture() || r.Samples > 0 || r.texel.scalar != "float" || r.Count > 0 {
			continue
		}
		p := at + "." + "xyzw"[:r.dims()]
		if r.isArray() {
			p = fmt.Sprintf("float%d(%s, %d)", r.dims()+1, p, g.r.n(min(r.Layers, 2)))
		}
		s := g.either("nearest", "linear_")
		call := fmt.Sprintf("Sample(%s, %s%s)", s, p, g.offset(r))
		switch k := g.r.n(5); {
		case k == 0:
			call = fmt.Sprintf("SampleBias(%s, %s, %g%s)", s, p, float64(g.r.n(8))/4-1, g.offset(r))
		case k == 1 && r.Format == "depth32float":
			call = fmt.Sprintf("SampleCmp(compare, %s, %s%s)", p, g.reference(), g.offset(r))
		case k == 2:
			call = fmt.Sprintf("CalculateLevelOfDetail%s(%s, %s)", g.either("", "Unclamped"), s, at+"."+"xyzw"[:r.dims()])
		}
		n := g.name()
		if strings.HasPrefix(call, "Calc") || r.texel.cols == 1 {
			g.line("float %s = round(%s.%s * 4.0);", n, r.Name, call)
			g.vars = append(g.vars, variable{n, typ{"float", 0, 1}, true})
			continue
		}
		g.line("%s %s = round(%s.%s * 4.0);", r.texel, n, r.Name, call)
		g.vars = append(g.vars, variable{n, r.texel, true})
	}
	g.line("put(asuint(%s(%s.%s)));", g.either("ddx", "ddy", "fwidth", "ddx_coarse", "ddy_fine"), at, g.either("x", "y", "w"))
}
