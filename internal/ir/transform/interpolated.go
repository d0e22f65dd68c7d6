package transform

// This file keeps inputs that are interpolated elsewhere in private variables, for targets
// whose functions take the input (HLSL's EvaluateAttributeAtSample):
//
//	func @main($a : vec4<f32> location(0)) { ... interpolate sample location(0) ... }
//
// becomes
//
//	global @interpolated : vec4<f32> private
//	func @main($a : vec4<f32> location(0)) {
//	  store @interpolated, $a
//	  ... interpolate sample location(0) ...
//	}

import "refract/ir"

// An InterpolatedInput is the variable of an input.
type InterpolatedInput struct {
	Location, Component uint32
	Type                ir.TypeID
	Global              ir.GlobalID
}

// InterpolatedInputOf is the input of a KindInterpolate; nil: the list lacks it.
func InterpolatedInputOf(list []InterpolatedInput, f *ir.Function, x ir.ExprID) *InterpolatedInput {
	v, t := f.Interpolate(x), f.TypeOf(x)
	for i := range list {
		if y := &list[i]; y.Location == v.Location && y.Component == v.Component && y.Type == t {
			return y
		}
	}
	return nil
}

// FindInterpolatedInputs adds private variables for inputs that functions interpolate elsewhere, which
// nothing stores to, and returns them.
func FindInterpolatedInputs(m *ir.Module) []InterpolatedInput {
	var list []InterpolatedInput
	all := ir.Kinds(ir.KindInterpolate)
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, all); x != 0; x = f.Next(x, all) {
			if InterpolatedInputOf(list, f, x) != nil {
				continue
			}
			v, t := f.Interpolate(x), f.TypeOf(x)
			m.Globals = append(m.Globals, ir.Global{Name: "interpolated", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t})
			list = append(list, InterpolatedInput{v.Location, v.Component, t, ir.GlobalID(len(m.Globals) - 1)})
		}
	}
	return list
}

// InterpolatedInputs is FindInterpolatedInputs, and stores the inputs in the variables at the beginning of
// the entry points that reach these functions.
func InterpolatedInputs(m *ir.Module) []InterpolatedInput {
	list := FindInterpolatedInputs(m)
	if list == nil {
		return nil
	}
	all := ir.Kinds(ir.KindInterpolate)
	var r reach
	var b ir.Builder
	for i := range m.EntryPoints {
		r.from(m, m.EntryPoints[i].Function)
		wanted := make(map[ir.GlobalID]bool, len(list))
		for k, f := range m.Functions {
			if !r.seen[k] {
				continue
			}
			for x := f.Next(0, all); x != 0; x = f.Next(x, all) {
				wanted[InterpolatedInputOf(list, f, x).Global] = true
			}
		}
		if len(wanted) == 0 {
			continue
		}
		prepend(&b, m, m.OwnFunction(i), func(b *ir.Builder) {
			for _, y := range list {
				if wanted[y.Global] {
					if v := inputValue(b, y); v != 0 {
						b.Store(b.Global(y.Global), v)
					}
				}
			}
		})
	}
	return list
}

// inputValue is the input of the function under way; 0: there is none.
func inputValue(b *ir.Builder, y InterpolatedInput) ir.ExprID {
	in, ok := b.M.InputAt(b.F, y.Location, y.Component)
	if !ok || in.Type != y.Type {
		return 0
	}
	v := b.Argument(in.Arg)
	if in.Member >= 0 {
		v = b.AccessIndex(v, uint32(in.Member))
	}
	return v
}
