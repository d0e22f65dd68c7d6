package hlsl

// This file lowers functions that sample textures, and functions that gather texels.

import (
	"strings"

	"refract/ir"
)

// sampleMethods are the functions that sample. Their arguments are a sampler, coordinates, a value to
// compare with, arguments of the level, an offset, a least level and a status.
var sampleMethods = [...]struct {
	name     string
	compares bool
	level    ir.SampleLevel
}{
	{"Sample", false, ir.LevelAuto}, {"SampleLevel", false, ir.LevelExact}, {"SampleBias", false, ir.LevelBias},
	{"SampleGrad", false, ir.LevelGradient}, {"SampleCmp", true, ir.LevelAuto}, {"SampleCmpLevelZero", true, ir.LevelZero},
	{"SampleCmpLevel", true, ir.LevelExact}, {"SampleCmpBias", true, ir.LevelBias}, {"SampleCmpGrad", true, ir.LevelGradient},
}

// textureMethod is a function of a texture or buffer that is read.
func (c *checker) textureMethod(k *mcall) operand {
	t := c.at(k.x.ty).base
	switch {
	case k.name == "GetDimensions":
		return c.getDimensions(k)
	case k.name == "Load":
		return c.textureLoad(k)
	case !t.numeric():
		return c.unsupported(c.t.Span(k.n), k.name+" of a texture of structs")
	case k.info.dim == ir.DimBuffer:
		return c.noMethod(k)
	case k.info.multi:
		if k.name == "GetSamplePosition" {
			return c.samplePosition(k)
		}
		return c.noMethod(k)
	case k.name == "CalculateLevelOfDetail":
		return c.component(c.levelOfDetail(k), 0)
	case k.name == "CalculateLevelOfDetailUnclamped":
		return c.component(c.levelOfDetail(k), 1)
	}
	if integer := !t.kind().isFloat(); strings.HasPrefix(k.name, "Sample") && (t.kind() == kDouble || integer && c.opts.Profile != "" && c.isDXC() && c.prof.minor < 7) {
		k.bad = true
		c.errorf(codeMember, c.t.Span(k.n), "%s of a texture of %s: since shader model 6.7 textures of integers are sampled", k.name, c.name(t))
		return operand{}
	}
	for i := range sampleMethods {
		if m := &sampleMethods[i]; m.name == k.name && (!m.compares || t.kind().isFloat()) {
			return c.sampleMethod(k, m.compares, m.level, t)
		}
	}
	if channel, compares := gatherMethod(k.name); channel >= 0 && (k.info.dim == ir.Dim2D || k.info.dim == ir.DimCube) {
		return c.gather(k, channel, compares, t)
	}
	return c.noMethod(k)
}

// standardSamples are the places of samples in Direct3D's standard patterns of 1, 2, 4, 8 and 16 samples,
// one behind another, in sixteenths of a pixel from its centre.
var standardSamples = [...][2]int8{
	{0, 0},
	{4, 4}, {-4, -4},
	{-2, -6}, {6, -2}, {-6, 2}, {2, 6},
	{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7},
	{1, 1}, {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5}, {5, 3}, {3, -5},
	{-2, 6}, {0, -7}, {-4, -6}, {-6, 4}, {-8, 0}, {7, -4}, {6, 7}, {-7, -8},
}

// samplePosition is the place of a sample in the standard pattern of as many samples as the texture has:
// other patterns, and samples that it lacks, are at the centre.
func (c *checker) samplePosition(k *mcall) operand {
	i := c.next(k, tInt, "a sample")
	if k.bad {
		return operand{}
	}
	list := make([]operand, 0, len(standardSamples))
	for _, p := range standardSamples {
		list = append(list, c.compose(vectorType(kFloat, 2), constFloat(float64(p[0])/16), constFloat(float64(p[1])/16)))
	}
	table := c.compose(c.arrayOf(vectorType(kFloat, 2), uint32(len(list))), list...)
	i = c.cast(kUint, i)
	count := value(c.b.ImageQuery(ir.QuerySamples, c.handle(k.x), 0), tUint)
	before := c.binary(ir.Sub, count, constUint(1))
	standard := c.binary(ir.And, c.binary(ir.Eq, c.binary(ir.And, count, before), constUint(0)), c.binary(ir.Le, count, constUint(16)))
	standard = c.binary(ir.And, standard, c.binary(ir.Lt, i, count))
	at := c.selects(standard, c.binary(ir.Add, before, i), constUint(0))
	return c.indexValue(table, at)
}

// sampleMethod samples a texture whose texels have type t.
func (c *checker) sampleMethod(k *mcall, compares bool, level ir.SampleLevel, t typeID) operand {
	s := ir.ImageSample{Gather: -1, Level: level}
	s.Sampler = c.sampler(k, compares)
	c.coordinates(k, &s)
	if compares {
		t, s.DepthRef = tFloat, c.compared(k)
	}
	c.sampleLevel(k, &s)
	c.sampleOffset(k, &s)
	c.leastLevel(k, &s)
	switch {
	case k.bad:
		return operand{}
	case compares && !c.needsDepth(k.x):
		return c.zero(t)
	}
	s.Image = c.handle(k.x)
	return c.sampled(s, t)
}

// coordinates takes the coordinates of a sample, with the layer behind them.
func (c *checker) coordinates(k *mcall, s *ir.ImageSample) {
	n := k.info.dim.CoordinateCount()
	size := n
	if k.info.arrayed {
		size++
	}
	p := c.next(k, sized(kFloat, size), "coordinates")
	if k.bad {
		return
	}
	at := p
	if size != n {
		at = c.first(p, n)
		s.ArrayIndex = c.layerIndex(c.component(p, uint32(n)))
	}
	if n == 1 {
		at = c.scalar(at)
	}
	s.Coordinate = c.toExpr(at)
}

// compared takes the value that texels are compared with.
func (c *checker) compared(k *mcall) ir.ExprID {
	x := c.next(k, tFloat, "a value to compare with")
	if k.bad {
		return 0
	}
	return c.toExpr(x)
}

// sampleLevel takes the arguments of the level. Samples that compute the level need derivatives.
func (c *checker) sampleLevel(k *mcall, s *ir.ImageSample) {
	switch s.Level {
	case ir.LevelExact, ir.LevelBias:
		what := "a level"
		if s.Level == ir.LevelBias {
			what = "a bias"
		}
		if l := c.next(k, tFloat, what); !k.bad {
			s.LevelArg = c.toExpr(l)
		}
	case ir.LevelGradient:
		t := sized(kFloat, k.info.dim.CoordinateCount())
		dx, dy := c.next(k, t, "a gradient"), c.next(k, t, "a gradient")
		if !k.bad {
			s.LevelArg, s.LevelArgY = c.toExpr(dx), c.toExpr(dy)
		}
	}
	if s.Level.IsImplicit() && !k.bad && !c.needsQuads(c.t.Span(k.n), k.name) {
		k.bad = !c.checking
		s.Level, s.LevelArg = ir.LevelZero, 0
	}
}

// sampleOffset takes the offset of a sample, if the next argument is one: a constant.
func (c *checker) sampleOffset(k *mcall, s *ir.ImageSample) {
	dim := k.info.dim
	if k.used >= len(k.a) || k.bad || dim == ir.DimCube {
		return
	}
	n := dim.CoordinateCount()
	x := k.a[k.used]
	if !x.ok() || !x.ty.numeric() || x.ty.kind().isFloat() && !x.isConst() || x.isPlace() && x.ty.isScalar() && n > 1 {
		return
	}
	o := c.next(k, sized(kInt, n), "an offset")
	switch {
	case k.bad:
		return
	case !o.isConst() && (c.checking || c.wantConstantOf(k.nodes[k.used-1])):
		k.bad = !c.checking
		return
	case !o.isConst():
		c.errorf(codeConstWanted, c.t.Span(k.nodes[k.used-1]), "the offset must be a constant expression")
		k.bad = true
		return
	}
	if n == 1 {
		o = c.scalar(o)
	}
	if s.Gather < 0 && o.isConst() {
		for i := range uint32(n) {
			x := o
			if n > 1 {
				x = c.component(o, i)
			}
			if v := int32(x.bits); (v < -8 || v > 7) && !c.checking {
				c.errorf(codeIndex, c.t.Span(k.nodes[k.used-1]), "the offset of a sample is from -8 to 7, found %d", v)
				k.bad = true
				return
			}
		}
	}
	if !c.ev.IsZero(c.val(o)) {
		s.Offset = c.toExpr(o)
	}
}

// leastLevel takes the least level of a sample that computes a level. An unsigned variable at the end
// is a status.
func (c *checker) leastLevel(k *mcall, s *ir.ImageSample) {
	computed := s.Level.IsImplicit() || s.Level == ir.LevelGradient
	if k.bad || k.used >= len(k.a) || !computed && !c.checking {
		return
	}
	if x := k.a[k.used]; !x.ok() || !x.ty.numeric() || x.isPlace() && x.ty.kind() == kUint && k.used == len(k.a)-1 {
		return
	}
	if x := c.next(k, tFloat, "a least level"); !k.bad && computed {
		s.MinLevel = c.toExpr(x)
	}
}

// levelOfDetail is the level that is accessed, and the level that the coordinates want.
func (c *checker) levelOfDetail(k *mcall) operand {
	s := ir.ImageSample{Gather: -1, Level: ir.LevelQuery}
	s.Sampler = c.sampler(k, false)
	n := k.info.dim.CoordinateCount()
	p := c.next(k, sized(kFloat, n), "coordinates")
	if k.bad {
		return operand{}
	}
	t := vectorType(kFloat, 2)
	if !c.needsQuads(c.t.Span(k.n), k.name) {
		if c.checking {
			return c.zero(t)
		}
		return operand{}
	}
	if n == 1 {
		p = c.scalar(p)
	}
	s.Coordinate = c.toExpr(p)
	s.Image = c.handle(k.x)
	return c.made(c.ex.AddImageSample(ir.TypeVec2F32, s, c.b.Span), t)
}

// gatherMethod is the channel that a function gathers, and whether it compares; -1 for other functions.
// GatherRaw reads texels of one channel.
func gatherMethod(name string) (channel int, compares bool) {
	rest, ok := strings.CutPrefix(name, "Gather")
	if !ok {
		return -1, false
	}
	rest, compares = strings.CutPrefix(rest, "Cmp")
	switch {
	case rest == "", rest == "Red", rest == "Raw" && !compares:
		return 0, compares
	case rest == "Green":
		return 1, compares
	case rest == "Blue":
		return 2, compares
	case rest == "Alpha":
		return 3, compares
	}
	return -1, false
}

// gather reads one channel of four texels.
func (c *checker) gather(k *mcall, channel int, compares bool, t typeID) operand {
	if compares && !t.kind().isFloat() {
		k.bad = true
		return c.unsupported(c.t.Span(k.n), k.name+" of a texture of integers")
	}
	s := ir.ImageSample{Gather: channel}
	s.Sampler = c.sampler(k, compares)
	c.coordinates(k, &s)
	if compares {
		s.DepthRef = c.compared(k)
		if !k.bad && !c.needsDepth(k.x) {
			k.used = len(k.a)
			return c.zero(vectorType(kFloat, 4))
		}
	}
	result := vectorType(t.kind(), 4)
	if k.name == "GatherRaw" && (t.size() != 1 || t.kind().isFloat()) {
		return c.noMethod(k)
	}
	var offsets []operand
	for k.used < len(k.a) && k.info.dim != ir.DimCube && !k.bad && len(offsets) < 4 {
		if x := k.a[k.used]; !x.ok() || !x.ty.numeric() || x.isPlace() && x.ty.size() == 1 {
			break
		}
		offsets = append(offsets, c.next(k, vectorType(kInt, 2), "an offset"))
	}
	if k.bad {
		return operand{}
	}
	s.Image = c.handle(k.x)
	if c.isDepth(s.Image) && channel != 0 && !compares {
		s.Gather = 0
		c.noteSample(s)
		return c.zero(result)
	}
	sample := func(o operand) operand {
		if o.ok() && !(o.isConst() && c.ev.IsZero(c.val(o))) {
			s.Offset = c.toExpr(o)
		} else {
			s.Offset = 0
		}
		return c.sampled(s, result)
	}
	switch len(offsets) {
	case 0:
		return sample(operand{})
	case 1:
		return sample(offsets[0])
	case 4:
		var parts [4]operand
		for i := range parts {
			parts[i] = c.component(sample(offsets[i]), uint32(i))
		}
		return c.compose(result, parts[:]...)
	}
	c.errorf(codeArgCount, c.t.Span(k.n), "%s takes one offset, or four", k.name)
	return operand{}
}

// sampled is the value of a sample.
func (c *checker) sampled(s ir.ImageSample, t typeID) operand {
	it := c.m.ImageSampleType(c.ex.TypeOf(s.Image), s)
	c.noteSample(s)
	e := c.pend(c.ex.AddImageSample(it, s, c.b.Span))
	return c.fromTexel(e, it, t)
}
