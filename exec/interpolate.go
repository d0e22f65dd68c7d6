package exec

// This file computes interpolations of inputs elsewhere from inputs, for all engines:
//
//	%1 = interpolate offset location(0) at %o : vec2<f32>
//
// becomes
//
//	%1 = div (value + x_slope * %o.x + y_slope * %o.y), (weight + ...)
//
// An input divided by w, and 1/w, are linear in the window. An entry point that reaches an
// interpolation therefore stores both at the center of the pixel, with their slopes, which
// are derivatives at its beginning, in private variables. The value at the centroid is an
// input of its own. The number of samples is an input, too: the offset of a sample follows
// from the samples' places.

import (
	"math"
	"slices"

	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SamplePlaces returns Vulkan's standard sample locations ("Multisampling") of a pixel, for
// 1 and for 4 samples, in 1/256 pixel from the upper left corner; nil: other counts.
func SamplePlaces(samples int) [][2]int64 {
	switch samples {
	case 1:
		return [][2]int64{{128, 128}}
	case 4:
		return [][2]int64{{96, 32}, {224, 96}, {32, 160}, {160, 224}}
	}
	return nil
}

// SampleCountLocation is the location of an input that Interpolated adds to fragment entry
// points: a flat u32 that holds the number of samples of the target. Zero means 1.
const SampleCountLocation = math.MaxUint32

// IsSampleCount reports whether an input is the number of samples, which engines supply.
func IsSampleCount(b *ir.Binding) bool {
	return b.Kind == ir.BindLocation && b.Location == SampleCountLocation
}

// Interpolated returns a module whose functions compute interpolations of inputs elsewhere
// from other inputs: m itself if there are none, else a changed copy. It adds inputs to
// fragment entry points: the position, inputs at locations that another input of the same
// entry point has, sampled at the center or the centroid, and the number of samples.
func Interpolated(m *ir.Module) *ir.Module {
	found := false
	for _, f := range m.Functions[1:] {
		found = found || f.Next(0, interpolates) != 0
	}
	if !found {
		return m
	}
	p := planes{m: m.Clone()}
	for i := range p.m.EntryPoints {
		if p.m.EntryPoints[i].Stage.Info().Inputs == ir.Varyings {
			p.entry(i)
		}
	}
	if len(p.list) > 0 {
		rewrite.Apply(p.m, &p)
	}
	return p.m
}

const interpolates ir.KindSet = 1 << ir.KindInterpolate

// A plane is an input, with its private variables; 0: not needed.
type plane struct {
	location, component uint32
	ty                  ir.TypeID

	value    [3]ir.GlobalID // the value times the weight at the center, and its slopes by x and y
	weight   ir.GlobalID    // vec3<f32>: the weight at the center, and its slopes
	centroid ir.GlobalID
}

type planes struct {
	m     *ir.Module
	list  []plane
	count ir.GlobalID
}

// of is the index of an interpolation's plane.
func (p *planes) of(t ir.TypeID, v ir.Interpolate) int {
	for i := range p.list {
		if x := &p.list[i]; x.location == v.Location && x.component == v.Component && x.ty == t {
			return i
		}
	}
	p.list = append(p.list, plane{location: v.Location, component: v.Component, ty: t})
	return len(p.list) - 1
}

func (p *planes) private(name string, t ir.TypeID) ir.GlobalID {
	p.m.Globals = append(p.m.Globals, ir.Global{Name: name, Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t})
	return ir.GlobalID(len(p.m.Globals) - 1)
}

// A wanted plane is the parts of a plane that the functions of an entry point read.
type wantedPlane struct {
	at              int // index in planes.list
	centroid, slope bool
}

// entry fills the variables at the beginning of an entry point.
func (p *planes) entry(i int) {
	m := p.m
	var list []wantedPlane
	samples := false
	var reached calls.Reached
	reached.Start(m)
	reached.Add(m, m.EntryPoints[i].Function)
	for _, id := range reached.List {
		f := m.Functions[id]
		for x := f.Next(0, interpolates); x != 0; x = f.Next(x, interpolates) {
			v := f.Interpolate(x)
			at := p.of(f.TypeOf(x), v)
			n := 0
			for n < len(list) && list[n].at != at {
				n++
			}
			if n == len(list) {
				list = append(list, wantedPlane{at: at})
			}
			list[n].centroid = list[n].centroid || v.Op == ir.InterpolateCentroid
			list[n].slope = list[n].slope || v.Op != ir.InterpolateCentroid
			samples = samples || v.Op == ir.InterpolateSample
		}
	}
	if list == nil {
		return
	}
	f := m.OwnFunction(i)
	b := new(ir.Builder)
	b.Start(m, f)
	mark := b.Begin()
	if samples {
		if p.count == 0 {
			p.count = p.private("sample_count", ir.TypeU32)
		}
		count := ir.Binding{Kind: ir.BindLocation, Location: SampleCountLocation, Interpolation: ir.InterpolateFlat}
		b.Store(b.Global(p.count), p.input(b, ir.TypeU32, count))
	}
	var w planeWeight
	for _, x := range list {
		p.fill(b, &w, &p.list[x.at], x)
	}
	for _, s := range f.Block(f.Body) {
		b.Push(s)
	}
	f.Body = b.End(mark)
}

// input adds an input.
func (p *planes) input(b *ir.Builder, t ir.TypeID, at ir.Binding) ir.ExprID {
	b.F.Args = append(b.F.Args, ir.Argument{Type: t, Binding: at})
	return b.Argument(len(b.F.Args) - 1)
}

// planeWeight is 1/w at the center of the pixel and its slopes; 0: not made yet.
type planeWeight struct{ at, x, y ir.ExprID }

// make computes the weight of a position, which may be that of a sample.
func (w *planeWeight) make(p *planes, b *ir.Builder) {
	if w.at != 0 {
		return
	}
	isPosition := func(b ir.Binding) bool { return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition }
	position := ir.ExprID(0)
	for i, a := range b.F.Args {
		if isPosition(a.Binding) {
			position = b.Argument(i)
		} else if s := p.m.StructOf(a.Type); s != nil {
			if k := slices.IndexFunc(s.Members, func(x ir.Member) bool { return isPosition(x.Binding) }); k >= 0 {
				position = b.AccessIndex(b.Argument(i), uint32(k))
			}
		}
	}
	if position == 0 {
		position = p.input(b, ir.VectorOf(ir.F32, 4), ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition})
	}
	there := b.AccessIndex(position, 3)
	w.x, w.y = b.Derivative(ir.AxisX, ir.ControlFine, there), b.Derivative(ir.AxisY, ir.ControlFine, there)
	w.at = there
	for i, slope := range []ir.ExprID{w.x, w.y} {
		from := b.Binary(ir.Sub, b.F32(0.5), b.Math(ir.MathFract, b.AccessIndex(position, uint32(i))))
		w.at = b.Binary(ir.Add, w.at, b.Binary(ir.Mul, slope, from))
	}
}

// fill stores the wanted parts of a plane.
func (p *planes) fill(b *ir.Builder, w *planeWeight, x *plane, wanted wantedPlane) {
	in, ok := p.m.InputAt(b.F, x.location, x.component)
	if !ok {
		return // the module isn't valid
	}
	binding := *in.Binding
	if wanted.centroid {
		if x.centroid == 0 {
			x.centroid = p.private("centroid", x.ty)
		}
		there := binding
		there.Sampling = ir.SampleCentroid
		b.Store(b.Global(x.centroid), p.input(b, x.ty, there))
	}
	if !wanted.slope {
		return
	}
	binding.Sampling = ir.SampleCenter
	value := p.input(b, x.ty, binding)
	weight := [3]ir.ExprID{b.F32(1), b.F32(0), b.F32(0)}
	if binding.Interpolation != ir.InterpolateLinear {
		w.make(p, b)
		weight = [3]ir.ExprID{w.at, w.x, w.y}
		value = b.Binary(ir.Mul, value, b.SplatLike(x.ty, w.at))
	}
	if x.weight == 0 {
		x.weight = p.private("weight", ir.VectorOf(ir.F32, 3))
		for k, name := range []string{"value", "value_x", "value_y"} {
			x.value[k] = p.private(name, x.ty)
		}
	}
	b.Store(b.Global(x.weight), b.Compose(ir.VectorOf(ir.F32, 3), weight[:]...))
	b.Store(b.Global(x.value[0]), value)
	b.Store(b.Global(x.value[1]), b.Derivative(ir.AxisX, ir.ControlFine, value))
	b.Store(b.Global(x.value[2]), b.Derivative(ir.AxisY, ir.ControlFine, value))
}

// Kinds implements rewrite.Rule.
func (p *planes) Kinds() ir.KindSet { return interpolates }

// Matches implements rewrite.Rule: interpolations that no entry point reaches stay.
func (p *planes) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	v := f.Interpolate(x)
	y := &p.list[p.of(f.TypeOf(x), v)]
	if v.Op == ir.InterpolateCentroid {
		return y.centroid != 0
	}
	return y.weight != 0 && (v.Op != ir.InterpolateSample || p.count != 0)
}

// Change implements rewrite.Rule.
func (p *planes) Change(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Interpolate(x)
	y := &p.list[p.of(e.F.TypeOf(x), v)]
	b := e.Ahead()
	if v.Op == ir.InterpolateCentroid {
		e.Become(b.Load(b.Global(y.centroid)))
		return
	}
	var at [2]ir.ExprID
	if v.Op == ir.InterpolateOffset {
		at = [2]ir.ExprID{b.AccessIndex(v.Arg, 0), b.AccessIndex(v.Arg, 1)}
	} else {
		at = p.sample(b, v.Arg)
	}
	weight := b.Load(b.Global(y.weight))
	sum := func(first, x, y ir.ExprID, scale [2]ir.ExprID) ir.ExprID {
		return b.Binary(ir.Add, b.Binary(ir.Add, first, b.Binary(ir.Mul, x, scale[0])), b.Binary(ir.Mul, y, scale[1]))
	}
	down := sum(b.AccessIndex(weight, 0), b.AccessIndex(weight, 1), b.AccessIndex(weight, 2), at)
	scale := [2]ir.ExprID{b.SplatLike(y.ty, at[0]), b.SplatLike(y.ty, at[1])}
	up := sum(b.Load(b.Global(y.value[0])), b.Load(b.Global(y.value[1])), b.Load(b.Global(y.value[2])), scale)
	e.Become(b.Binary(ir.Div, up, b.SplatLike(y.ty, down)))
}

// sample is the distance of a sample from the center of its pixel. Numbers beyond the last
// sample are those of the last.
func (p *planes) sample(b *ir.Builder, index ir.ExprID) [2]ir.ExprID {
	if p.m.Types.ScalarOf(b.TypeOf(index)) != ir.U32 {
		index = b.Bitcast(ir.TypeU32, index)
	}
	count := b.Load(b.Global(p.count))
	const many = 4 // a target has 1 sample or so many
	places := SamplePlaces(many)
	half := func(v int64) ir.ExprID { return b.F32(float32(v)/256 - 0.5) }
	x, y := half(places[0][0]), half(places[0][1])
	for k := 1; k < many; k++ {
		here := b.Binary(ir.Ge, index, b.U32(uint32(k)))
		x, y = b.Select(here, half(places[k][0]), x), b.Select(here, half(places[k][1]), y)
	}
	several := b.Binary(ir.Eq, count, b.U32(many))
	x, y = b.Select(several, x, b.F32(0)), b.Select(several, y, b.F32(0))
	return [2]ir.ExprID{x, y}
}
