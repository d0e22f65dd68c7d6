package hlsl

// This file computes tessellation factors by the functions Process...TessFactors. These depend on the
// partitioning of the hull shader, as DXC and FXC expand them:
//
//   - A factor of an edge is clamped to the range of the partitioning, and rounded up to an integer or
//     to a power of two; fractions stay.
//   - A factor of the inside is the average, least or greatest of edges of at least 1, times a scale from
//     0 to 1. It is clamped and rounded as an edge is. The factor before rounding is a result, too.
//   - With odd fractions a factor of the inside below 3 is that without the scale, at most 3; in place of
//     the least edge it is the average. Of two such factors each below 3 is the greater.
//
// FXC exchanges Avg and Min of triangles, and other edges of a quad have a common factor inside.

import (
	"strings"

	"refract/ir"
)

// tessFactors is a partitioning, with the least and the greatest factor.
type tessFactors struct {
	spacing  ir.TessSpacing
	pow2     bool
	min, max float64
}

// processTessFactors expands a call: raw factors, a scale but for lines, then the results: edges,
// the inside rounded, the inside.
func (c *checker) processTessFactors(k *icall) operand {
	e := &c.entry
	f := tessFactors{spacing: e.setup.Tessellation.Spacing, pow2: e.pow2, min: 1, max: 64}
	switch f.spacing {
	case ir.TessFractionalEven:
		f.min = 2
	case ir.TessFractionalOdd:
		f.max = 63
	}
	name := strings.TrimPrefix(k.name(), "Process")
	arg := func(i, n int) operand {
		return c.implicit(k.a[i], vectorType(kFloat, n), c.t.Span(k.nodes[i]), "an argument of "+k.name())
	}
	var results []operand
	if strings.HasPrefix(name, "Isoline") {
		for i := range 2 {
			x := arg(i, 1)
			if !x.ok() {
				return operand{}
			}
			results = append(results, c.roundFactor(f, c.clampFactor(f, c.scalar(x))))
		}
	} else {
		edges, scales := 4, 1
		switch {
		case strings.HasPrefix(name, "Tri"):
			edges = 3
		case strings.HasPrefix(name, "2D"):
			scales = 2
		}
		raw, scale := arg(0, edges), arg(1, scales)
		if !raw.ok() || !scale.ok() {
			return operand{}
		}
		inside := c.insideFactors(f, raw, scale, name)
		results = append(results, c.roundFactor(f, c.clampFactor(f, raw)), c.roundFactor(f, inside), inside)
	}
	for i, x := range results {
		if !c.storeOut(k, 2+i, x) {
			return operand{}
		}
	}
	return operand{kind: opVoid, ty: tVoid}
}

// clampFactor brings factors into the range of the partitioning.
func (c *checker) clampFactor(f tessFactors, x operand) operand {
	x = c.math(ir.MathMax, x.ty, x, c.splatNumber(x.ty, f.min))
	return c.math(ir.MathMin, x.ty, x, c.splatNumber(x.ty, f.max))
}

// roundFactor rounds factors as the partitioning has it.
func (c *checker) roundFactor(f tessFactors, x operand) operand {
	switch {
	case f.pow2:
		bits := c.bitcast(kUint, x)
		part := func(mask uint32) operand { return c.binary(ir.And, bits, c.splat(bits.ty, constUint(mask))) }
		power := part(0x7f800000)
		next := c.binary(ir.Add, power, c.splat(bits.ty, constUint(0x00800000)))
		whole := c.binary(ir.Eq, part(0x007fffff), c.splat(bits.ty, constUint(0)))
		return c.bitcast(kFloat, c.selects(whole, power, next))
	case f.spacing == ir.TessEqual:
		return c.math(ir.MathCeil, x.ty, x)
	}
	return x
}

// insideFactors are the factors of the inside, clamped: one, or one for each axis of a quad.
func (c *checker) insideFactors(f tessFactors, raw, scale operand, name string) operand {
	edges := c.math(ir.MathMax, raw.ty, raw, c.splatNumber(raw.ty, 1))
	scale = c.math(ir.MathSaturate, scale.ty, scale)
	axes := [][]uint32{[]uint32{0, 1, 2, 3}[:raw.ty.size()]}
	old := c.prof.major < 6
	op := name[len(name)-3:]
	switch {
	case raw.ty.size() == 3 && old && op == "Avg":
		op = "Min"
	case raw.ty.size() == 3 && old && op == "Min":
		op = "Avg"
	case scale.ty.size() == 2 && old:
		axes = [][]uint32{{0, 2}, {1, 3}}
	case scale.ty.size() == 2:
		axes = [][]uint32{{0, 1}, {2, 3}}
	}
	three := constFloat(3)
	below := func(x, other operand) operand { return c.selects(c.binary(ir.Lt, x, three), other, x) }
	var list [2]operand
	for i, axis := range axes {
		average := c.combineEdges("Avg", edges, axis)
		x := c.combineEdges(op, edges, axis)
		whole := x
		x = c.clampFactor(f, c.binary(ir.Mul, x, c.component(scale, uint32(i))))
		if f.spacing == ir.TessFractionalOdd {
			if op == "Min" {
				whole = average
			}
			x = below(x, c.math(ir.MathMin, tFloat, c.clampFactor(f, whole), three))
		}
		list[i] = x
	}
	if len(axes) == 1 {
		if raw.ty.size() == 4 {
			return c.splat(vectorType(kFloat, 2), list[0])
		}
		return list[0]
	}
	if f.spacing == ir.TessFractionalOdd {
		most := c.math(ir.MathMin, tFloat, c.math(ir.MathMax, tFloat, list[0], list[1]), three)
		list[0], list[1] = below(list[0], most), below(list[1], most)
	}
	return c.compose(vectorType(kFloat, 2), list[:]...)
}

// combineEdges is the average, least or greatest of edges.
func (c *checker) combineEdges(how string, edges operand, list []uint32) operand {
	x := c.component(edges, list[0])
	for _, i := range list[1:] {
		y := c.component(edges, i)
		switch how {
		case "Max":
			x = c.math(ir.MathMax, tFloat, x, y)
		case "Min":
			x = c.math(ir.MathMin, tFloat, x, y)
		default:
			x = c.binary(ir.Add, x, y)
		}
	}
	if how == "Avg" {
		x = c.binary(ir.Mul, x, constFloat(1/float64(len(list))))
	}
	return x
}
