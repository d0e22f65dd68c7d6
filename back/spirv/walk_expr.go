package spirv

// This file walks expressions. Values are computed at the Emit that lists them; pointers
// and resources at their first use, because a chain of accesses is one instruction.

import (
	"cmp"
	"slices"

	"refract/ir"
)

// place is a pointer or a resource that was computed on demand, and the scope of its id.
type place struct {
	pointer
	scope       uint32
	loaded      id // of a resource: its value
	loadedScope uint32
}

// optional is the id of a value, or 0 if there is none.
func (w *Writer) optional(x ir.ExprID) id {
	if x == 0 {
		return 0
	}
	return w.value(x)
}

// value is the id of a value.
func (w *Writer) value(x ir.ExprID) id {
	switch w.f.Kind(x) {
	case ir.KindGlobal, ir.KindAccess, ir.KindAccessIndex, ir.KindArgument:
		if w.isPlace(x) {
			return w.resource(x)
		}
		if v := w.ids[x]; v != 0 {
			return v
		}
	default:
		if v := w.ids[x]; v != 0 {
			return v
		}
	}
	v := w.implicit(x)
	w.ids[x] = v
	return v
}

// implicit is the id of a value that exists everywhere.
func (w *Writer) implicit(x ir.ExprID) id {
	t := w.f.TypeOf(x)
	switch k := w.f.Kind(x); k {
	case ir.KindLiteral:
		return w.constant(w.m.Types.At(t).Scalar, w.f.LiteralBits(x))
	case ir.KindConstant:
		return w.moduleValue(w.moduleConstant(ir.ExprID(w.m.Constants[w.f.ConstantRef(x)].Init)))
	case ir.KindOverride:
		return w.moduleValue(w.override(w.f.OverrideRef(x)))
	case ir.KindZeroValue:
		return w.zero(t)
	case ir.KindArgument:
		return w.argument(w.f.ArgumentIndex(x))
	default:
		w.fail("a " + k.String() + " is used where it isn't evaluated")
		return w.zero(ir.TypeU32)
	}
}

// moduleValue is a value at module scope, which transform.ComputeOverrides left
// there because it has a form.
func (e *emitter) moduleValue(v id) id {
	if v == 0 {
		e.fail("an override-expression has no form in SPIR-V at module scope")
		return e.u32(0)
	}
	return v
}

// isPlace reports whether an expression is a pointer, a resource, or an array of
// resources.
func (w *Writer) isPlace(x ir.ExprID) bool {
	switch w.m.Types.At(w.f.TypeOf(x)).Kind {
	case ir.TypePointer, ir.TypeImage, ir.TypeSampler, ir.TypeSampledImage, ir.TypeAccelerationStructure, ir.TypeBindingArray:
		return true
	}
	return false
}

// eval computes a value, if an Emit is the place for that.
func (w *Writer) eval(x ir.ExprID) {
	w.m.Meter.Step()
	f := w.f
	k := f.Kind(x)
	switch k {
	case ir.KindAccess, ir.KindAccessIndex:
		if w.isPlace(x) {
			return
		}
	case ir.KindPointerAt:
		if w.m.Types.At(f.TypeOf(x)).Kind == ir.TypeAccelerationStructure {
			w.ids[x] = w.structureAt(f.TypeOf(x), w.value(f.Operand(x)))
		}
		return
	case ir.KindLoad:
		if x == w.deferred {
			return
		}
	}
	w.span = f.SpanOf(x)
	w.line(w.span)
	t := f.TypeOf(x)
	bound := w.out.Bound()
	var v id
	switch k {
	case ir.KindCompose:
		v = w.evalCompose(t, f.Compose(x).Components)
	case ir.KindSplat:
		v = w.splat(t, w.value(f.Operand(x)))
	case ir.KindSwizzle:
		s := f.Swizzle(x)
		v = w.swizzle(t, w.value(s.Vector), s.Pattern[:s.Size])
	case ir.KindAccess:
		a := f.Access(x)
		v = w.evalAccess(t, a)
	case ir.KindAccessIndex:
		v = w.evalAccessIndex(t, f.AccessIndex(x))
	case ir.KindLoad:
		v = w.load(w.pointerTo(f.Operand(x)))
	case ir.KindUnary:
		u := f.Unary(x)
		v = w.unary(u.Op, t, w.value(u.Value), f.Flags(x))
	case ir.KindBinary:
		b := f.Binary(x)
		v = w.binary(b.Op, t, f.TypeOf(b.Left), f.TypeOf(b.Right), w.value(b.Left), w.value(b.Right), f.Flags(x))
	case ir.KindSelect:
		s := f.Select(x)
		v = w.selectValue(t, f.TypeOf(s.Condition), w.value(s.Condition), w.value(s.Accept), w.value(s.Reject))
	case ir.KindRelational:
		r := f.Relational(x)
		v = w.relational(r.Op, t, f.TypeOf(r.Value), w.value(r.Value))
	case ir.KindMath:
		v = w.evalMath(t, f.Math(x), f.Flags(x))
	case ir.KindAs:
		a := f.As(x)
		if a.Bitcast {
			v = w.bitcast(t, f.TypeOf(a.Value), w.value(a.Value))
		} else {
			v = w.convert(t, f.TypeOf(a.Value), w.value(a.Value))
		}
	case ir.KindDerivative:
		d := f.Derivative(x)
		v = w.derivative(d.Axis, d.Control, t, w.value(d.Value))
	case ir.KindInterpolate:
		i := f.Interpolate(x)
		v = w.interpolate(t, i, w.optional(i.Arg))
	case ir.KindImageSample:
		v = w.evalSample(t, f.ImageSample(x))
	case ir.KindImageLoad:
		l := f.ImageLoad(x)
		i := w.image(l.Image)
		v = w.fetch(t, i, w.texelCoordinate(l.Coordinate, l.ArrayIndex), w.optional(l.Sample), w.optional(l.Level), l.Residency)
	case ir.KindImageQuery:
		q := f.ImageQuery(x)
		v = w.query(q.Op, t, w.image(q.Image), w.optional(q.Level))
	case ir.KindArrayLength:
		v = w.evalArrayLength(f.Operand(x))
	case ir.KindRayQueryGet:
		v = w.rayIntersection(t, w.pointerTo(f.Operand(x)).id, f.Flags(x)&ir.FlagCommitted != 0)
	case ir.KindRayQueryVertex:
		v = w.rayVertices(t, w.pointerTo(f.Operand(x)).id, f.Flags(x)&ir.FlagCommitted != 0)
	default:
		panic("spirv: " + k.String() + " in an emit")
	}
	w.relaxFresh(v, bound, w.m.Types.ScalarOf(t), f.Flags(x))
	w.ids[x] = v
	w.nameValue(x)
}

func (w *Writer) evalCompose(t ir.TypeID, components []ir.ExprID) id {
	parts := make([]id, 0, 16)
	for _, c := range components {
		parts = append(parts, w.value(c))
	}
	return w.compose(t, parts)
}

func (w *Writer) evalAccess(t ir.TypeID, a ir.Access) id {
	base := w.m.Types.At(w.f.TypeOf(a.Base))
	if base.Kind == ir.TypeVector {
		return w.extractDynamic(t, w.value(a.Base), w.value(a.Index))
	}
	// SPIR-V has no dynamic index into a matrix or array that isn't in memory.
	p := w.variable(w.f.TypeOf(a.Base))
	w.store(p, w.value(a.Base))
	return w.load(w.element(p, 0, w.value(a.Index)))
}

func (w *Writer) evalAccessIndex(t ir.TypeID, a ir.AccessIndex) id {
	if w.inEntry && w.f.Kind(a.Base) == ir.KindArgument {
		if i := w.f.ArgumentIndex(a.Base); w.f.Args[i].Binding.Kind == ir.NoBinding {
			return w.input(i, int(a.Index))
		}
	}
	return w.extract(t, w.value(a.Base), a.Index)
}

func (w *Writer) evalMath(t ir.TypeID, v ir.Math, flags ir.Flags) id {
	var args [4]id
	n := int(v.Op.Info().Args)
	for i := range n {
		args[i] = w.value(v.Args[i])
	}
	return w.math(v.Op, t, w.f.TypeOf(v.Args[0]), args[:n], flags)
}

// texelCoordinate is an integer coordinate with the array index appended, if there is one;
// they may differ in signedness.
func (w *Writer) texelCoordinate(coordinate, index ir.ExprID) id {
	if coordinate == 0 {
		return 0
	}
	c := w.value(coordinate)
	if index == 0 {
		return c
	}
	t := w.f.TypeOf(coordinate)
	s := w.m.Types.ScalarOf(t)
	i := w.convert(ir.ScalarTypeOf(s), w.f.TypeOf(index), w.value(index))
	return w.arrayCoordinate(s, w.m.Types.ComponentCount(t), c, i)
}

func (w *Writer) evalSample(t ir.TypeID, v ir.ImageSample) id {
	i := w.image(v.Image)
	if v.ClampEdge {
		w.fail("a sample clamped to the edge has no form in SPIR-V")
	}
	s := sampling{sampled: i.id, level: v.Level, gather: v.Gather, nonUniform: i.nonUniform}
	s.coordinate = w.value(v.Coordinate)
	if v.ArrayIndex != 0 {
		index := w.convert(ir.TypeF32, w.f.TypeOf(v.ArrayIndex), w.value(v.ArrayIndex))
		s.coordinate = w.arrayCoordinate(ir.F32, w.m.Types.ComponentCount(w.f.TypeOf(v.Coordinate)), s.coordinate, index)
	}
	s.offset = w.optional(v.Offset)
	s.depthRef = w.optional(v.DepthRef)
	if v.LevelArg != 0 {
		s.arg = w.value(v.LevelArg)
		if v.Level == ir.LevelExact {
			s.arg = w.convert(ir.TypeF32, w.f.TypeOf(v.LevelArg), s.arg)
		}
	}
	s.argY = w.optional(v.LevelArgY)
	s.least = w.optional(v.MinLevel)
	if v.Residency {
		s.texels = w.texelsOf(i.ty, v.DepthRef != 0, v.Gather >= 0)
	}
	if v.Sampler != 0 {
		sampler := w.value(v.Sampler)
		s.sampled = w.sampledImage(i, sampler, w.isNonUniform(v.Sampler))
	}
	return w.sample(t, w.m.Types.At(i.ty).Class == ir.ImageDepth, s)
}

// image is the image that an expression names.
func (w *Writer) image(x ir.ExprID) image {
	i := image{id: w.value(x), ty: w.f.TypeOf(x), nonUniform: w.isNonUniform(x)}
	if t := w.m.Types.At(i.ty); t.Kind == ir.TypeSampledImage {
		i.ty, i.combined = t.Base, true
	}
	return i
}

// isNonUniform reports whether a resource is picked by an index that differs
// among invocations.
func (w *Writer) isNonUniform(x ir.ExprID) bool {
	return w.f.Kind(x) == ir.KindAccess && w.f.Flags(x)&ir.FlagNonUniform != 0
}

// evalArrayLength queries the length of the array behind a pointer: a member of a struct,
// or a whole buffer.
func (w *Writer) evalArrayLength(x ir.ExprID) id {
	if t := w.f.TypeOf(x); w.m.Types.At(t).Kind == ir.TypeCooperative {
		return w.cooperativeLength(t)
	}
	switch k := w.f.Kind(x); k {
	case ir.KindAccessIndex:
		a := w.f.AccessIndex(x)
		return w.arrayLengthOf(w.pointerTo(a.Base), a.Index)
	case ir.KindGlobal:
		return w.arrayLengthOf(w.use(w.f.GlobalRef(x)).root, 0)
	default:
		w.fail("the length of an array behind a " + k.String() + " has no form in SPIR-V")
		return w.u32(0)
	}
}

// nameValue gives a value the author's name.
func (w *Writer) nameValue(x ir.ExprID) {
	if w.names && len(w.f.Named) > 0 && !w.isConstant(w.ids[x]) {
		if n := w.authorsName(x); n != "" {
			w.out.Name(w.ids[x], n)
		}
	}
}

// authorsName is w.f.NameOf. Most values are evaluated in the order of their handles, so it
// looks first near the last name found.
func (w *Writer) authorsName(x ir.ExprID) string {
	named, i := w.f.Named, w.named
	if i < len(named) && named[i].Expr < x {
		i++
	}
	if i > len(named) || i > 0 && named[i-1].Expr >= x || i < len(named) && named[i].Expr < x {
		i, _ = slices.BinarySearchFunc(named, x, func(n ir.NamedExpr, x ir.ExprID) int { return cmp.Compare(n.Expr, x) })
	}
	w.named = i
	if i < len(named) && named[i].Expr == x {
		return named[i].Name
	}
	return ""
}
