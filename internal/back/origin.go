package back

// This file finds the values of OpenGL's fragment shaders that count from the bottom of the
// image. Only OpenGL's GLSL can express that; elsewhere everything counts from the top.

import (
	"fmt"

	"refract/diag"
	"refract/internal/ir/transform"
	"refract/ir"
)

// Unconverted adds to a list the entry points whose positions stay in the source's clip space: those of
// stages that read positions of others, or write them in variables.
func Unconverted(m *ir.Module, to ir.ClipSpace, list []Dropped) []Dropped {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if info := e.Stage.Info(); info.HasPositions && info.Variables && e.ClipSpace != to && transform.KeepsPositions(m, e) {
			list = append(list, Dropped{fmt.Sprintf("the conversion of positions of the %s stage from %s's clip space to %s's: adjust_coordinate_space must be off for all stages of such a pipeline",
				e.Stage, e.ClipSpace, to), e.Span})
		}
	}
	return list
}

// Unturned adds to a list the faults of an output in which everything counts from the top,
// if fragments of the module count from the bottom.
func Unturned(m *ir.Module, list []Dropped) []Dropped {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.FragmentOrigin != ir.OriginWebGPU {
			return unturned(m, e, list)
		}
	}
	return list
}

func unturned(m *ir.Module, e *ir.EntryPoint, list []Dropped) []Dropped {
	f := m.Func(e.Function)
	for i := range f.Args {
		b := f.Args[i].Binding
		if b.Kind != ir.BindBuiltIn {
			continue
		}
		switch {
		case b.BuiltIn == ir.BuiltInPosition && e.FragmentOrigin == ir.OriginLowerLeft:
			if at, ok := usesY(f, i); ok {
				list = append(list, Dropped{"that the position of fragments counts from the bottom: y is counted from the top there", at})
			}
		case b.BuiltIn == ir.BuiltInSamplePosition:
			if at, ok := usesY(f, i); ok {
				list = append(list, Dropped{"that positions of samples count from the bottom: y is counted from the top there", at})
			}
		}
	}
	derivative, offset := false, false
	for _, f := range m.Functions[1:] {
		if f.MayHaveAny(ir.Kinds(ir.KindDerivative) | ir.Kinds(ir.KindInterpolate)) {
			for i := 1; i < f.ExprCount(); i++ {
				switch x := ir.ExprID(i); {
				case !derivative && f.Kind(x) == ir.KindDerivative && f.Derivative(x).Axis == ir.AxisY:
					derivative = true
					list = append(list, Dropped{"that derivatives by y are upward: they are downward there", f.SpanOf(x)})
				case !offset && f.Kind(x) == ir.KindInterpolate && f.Interpolate(x).Op == ir.InterpolateOffset:
					offset = true
					list = append(list, Dropped{"that offsets of interpolation are upward: they are downward there", f.SpanOf(x)})
				}
			}
		}
	}
	return list
}

// usesY reports whether more is read of an argument than components other than y, and the
// place.
func usesY(f *ir.Function, arg int) (at diag.Span, uses bool) {
	var operands []ir.ExprID
	isArg := func(x ir.ExprID) bool { return f.Kind(x) == ir.KindArgument && f.ArgumentIndex(x) == arg }
	for i := 1; i < f.ExprCount(); i++ {
		x := ir.ExprID(i)
		operands = f.Operands(x, operands[:0])
		for _, o := range operands {
			if !isArg(o) {
				continue
			}
			switch f.Kind(x) {
			case ir.KindAccessIndex:
				if f.AccessIndex(x).Index != 1 {
					continue
				}
			case ir.KindSwizzle:
				y := false
				s := f.Swizzle(x)
				for k := range s.Size {
					y = y || s.Pattern[k] == 1
				}
				if !y {
					continue
				}
			}
			return f.SpanOf(x), true
		}
	}
	for s := 1; s < f.StmtCount(); s++ {
		operands = f.StmtOperands(ir.StmtID(s), operands[:0])
		for _, o := range operands {
			if f.StmtKind(ir.StmtID(s)) != ir.StmtEmit && isArg(o) {
				return f.StmtSpan(ir.StmtID(s)), true
			}
		}
	}
	return diag.Span{}, false
}
