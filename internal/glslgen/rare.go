package glslgen

// This file makes rare code: numbers of 64 bits, in structs and matrices too, and sizes
// that are known only when a pipeline is made, of workgroups and of arrays.

// rareGlobals writes the declarations of the pieces below.
func (g *gen) rareGlobals() {
	g.line("layout(constant_id = %d) const int size_ = %d;", 3+g.r.n(4), 2+g.r.n(4))
	g.line("layout(constant_id = %d) const uint scale_ = %du;", 10+g.r.n(4), 1+g.r.n(9))
	g.line("layout(constant_id = 20) const double half_ = %s;", pick(&g.r, []string{"0.5lf", "0.25LF", "1.5lf"}))
	g.line("const int twice_ = size_ * 2 + %d;", g.r.n(3))
	if g.r.percent(60) {
		g.line("layout(local_size_%s_id = %d) in;", pick(&g.r, []string{"x", "y", "z"}), 30+g.r.n(4))
	}
	g.line("struct Wide_ { double a; dvec2 b; dmat2x3 c; float d; double e[2]; };")
	g.nested = g.r.percent(25)
	dims := "[2]"
	if g.nested { // which Vulkan has no descriptors for
		dims = "[2][3]"
	}
	g.line("layout(%s, binding = 20) %s { int first; uvec2 more[2]; mat2 turn; } rows_%s;",
		pick(&g.r, []string{"std140", "std140, row_major"}), pick(&g.r, []string{"uniform Rows_", "readonly buffer Rows_"}), dims)
	g.line("uint lid_() { return gl_LocalInvocationIndex; }\nint state_() { return size_ + int(scale_); }")
	g.line("shared int cells_[size_];")
	g.line("shared int grid_[3][%s];", pick(&g.r, []string{"size_", "size_ + 1"}))
	g.line("double tame(double x) { return floor(mod(x, 64.0LF) * 8.0lf) / 8.0lf; }")
	g.line("dvec2 tame(dvec2 x) { return floor(mod(x, 64.0lf) * 8.0lf) / 8.0lf; }")
	g.line("dvec3 tame(dvec3 x) { return floor(mod(x, dvec3(64)) * 8.0lf) / 8.0lf; }")
	g.line("Wide_ widened(Wide_ w, inout double by) { w.a = tame(w.a + by); w.c[1] = tame(w.c[0].zxy * half_ + by); by = w.e[1]; w.e[0] %s by; return w; }",
		pick(&g.r, []string{"=", "+=", "-="}))
}

// rareShapes are the shapes that need them.
var rareShapes = []func(*gen, *piece){(*gen).doubles, (*gen).wideStructs, (*gen).specialized, (*gen).doubleBits, (*gen).blockArrays}

func (g *gen) doubles(p *piece) {
	x, d, v, m := g.fresh(p, "x", intT), p.n("d"), p.n("v"), p.n("m")
	g.line("double %s = double(%s & 63) * half_;", d, x)
	g.line("dvec3 %s = tame(dvec3(%s, %s, -2.0LF) %s %s);", v, d, pick(&g.r, []string{"1.5", "3", "scale_", "float(" + x + " & 7)"}), pick(&g.r, []string{"+", "*", "-"}), pick(&g.r, []string{d, "2", "0.5f", "half_"}))
	g.line("dmat2x3 %s = dmat2x3(%s, %s.zyx);", m, v, v)
	for range 2 + g.r.n(3) {
		g.line("%s;", pick(&g.r, []string{
			v + " = tame(" + m + " * dvec2(" + d + ", half_))", d + " = tame(dot(" + v + ", " + v + ".yzx))", m + "[1] = " + v + ".zzx",
			v + "." + g.swizzle(3, 2, true) + " = tame(" + v + ".xy + double(" + x + " & 3))", d + " = clamp(" + d + ", half_, 40.0lf)",
			"if (" + d + " > " + v + ".x) " + d + " = fract(" + v + ".y) + trunc(" + d + ")", v + " = mix(" + v + ", " + v + ".zxy, lessThan(" + v + ", dvec3(" + d + ")))",
			d + " += " + d + " == half_ ? 1.0lf : 0.5lf", "for (int i = 0; i < 3; i++) " + v + "[i] = tame(" + v + "[(i + 1) % 3] + i)",
			d + " = max(abs(-" + d + "), sign(" + v + ".z)) + step(half_, " + d + ")", m + " = dmat2x3(transpose(dmat3x2(" + m + "[0].xy, " + v + ".yz, " + m + "[1].zx)))",
		}))
	}
	g.line("%s = tame(%s + %s);", v, v, m+"["+g.index(2)+"]")
	g.sink("int(tame(" + d + ") * 8.0lf) + int(" + v + ".x) + int(float(" + v + ".y) * 8.0) - int(uint(" + v + ".z))")
}

func (g *gen) wideStructs(p *piece) {
	x, w, d := g.fresh(p, "x", intT), p.n("w"), p.n("d")
	g.line("double %s = %d.5lf, more_%s = half_ + (%s & 7);", d, g.r.n(20), d, x)
	g.line("Wide_ %s[2];", w)
	g.line("%s[0] = Wide_(%s, dvec2(%s, 2), dmat2x3(%s), 1.5, double[](more_%s, 0.5lf));", w, d, d, d, d)
	g.line("%s[1] = widened(%s[0], %s);", w, w, pick(&g.r, []string{d, w + "[0].b.y", w + "[0].e[1]", w + "[0].c[1].z", "more_" + d}))
	g.line("%s[%s & 1].c[1][%s] = tame(%s[1].a);", w, x, g.index(3), w)
	g.line("if (%s[0] %s %s[1]) %s ^= 5;", w, pick(&g.r, []string{"==", "!="}), w, x)
	g.sink("int(" + w + "[1].a * 8.0lf) + int(" + w + "[" + x + " & 1].c[1].y) + int(tame(" + w + "[1].e[0])) + int(" + w + "[0].d) + int(tame(more_" + d + ")) + " + x)
}

func (g *gen) specialized(p *piece) {
	x, a, i := g.fresh(p, "x", intT), p.n("a"), p.n("i")
	g.line("int %s[%s];", a, pick(&g.r, []string{"size_", "twice_", "size_ + 3"}))
	g.line("for (int %s = 0; %s < %s.length(); %s++) %s[%s] = %s * %s + int(scale_);", i, i, a, i, a, i, i, x)
	g.line("%s += %s[size_ - 1] %s %s[%s & 1];", x, a, pick(&g.r, []string{"+", "^", "-"}), a, x)
	g.line("%s += %s ? int(gl_WorkGroupSize.x) : twice_;", x, pick(&g.r, []string{"size_ > 3", "scale_ < 5u", "half_ == 0.5lf"}))
	g.sink(x)
}

func (g *gen) blockArrays(p *piece) {
	x, k := g.fresh(p, "x", intT), p.n("k")
	g.line("int %s = %s & 1;", k, pick(&g.r, []string{"int(lid_())", "1", "state_()"}))
	row := "rows_[" + pick(&g.r, []string{"0", "1", k}) + "]"
	if g.nested {
		row += "[" + pick(&g.r, []string{"0", "1", "2", k, k + " + 1"}) + "]"
	}
	g.line("%s += %s.first %s int(%s.more[%s].%s);", x, row, pick(&g.r, []string{"+", "-", "^"}), row, pick(&g.r, []string{"0", "1", k}), pick(&g.r, []string{"x", "y"}))
	g.line("%s ^= floatBitsToInt(%s.turn[%s].y) + rows_.length();", x, row, k)
	g.sink(x)
}

func (g *gen) doubleBits(p *piece) {
	x, d, u := g.fresh(p, "x", intT), p.n("d"), p.n("u")
	g.line("double %s = tame(double(%s) * 0.125lf) + 1.0lf;", d, x)
	g.line("uvec2 %s = unpackDouble2x32(%s);", u, d)
	g.line("%s = %s + packDouble2x32(uvec2(%s.x, %s.y ^ %s));", d, d, u, u, pick(&g.r, []string{"0u", "0x80000000u", "0x100000u"}))
	g.sink("int(" + u + ".y >> 12) ^ int(" + u + ".x >> 3) + int(" + d + " * 4.0lf)")
}
