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

import (
	"slices"

	"refract/ir"
)

// An InterpolatedInput is the variable of an input.
type InterpolatedInput struct {
	Location, Component uint32
	Type                ir.TypeID
	Global              ir.GlobalID
}

// InterpolatedInputs stores inputs that functions interpolate elsewhere in private variables
// at the beginning of the entry points that reach these functions. It returns the variables.
func InterpolatedInputs(m *ir.Module) []InterpolatedInput {
	var list []InterpolatedInput
	of := func(f *ir.Function, x ir.ExprID) int {
		v, t := f.Interpolate(x), f.TypeOf(x)
		return slices.IndexFunc(list, func(y InterpolatedInput) bool {
			return y.Location == v.Location && y.Component == v.Component && y.Type == t
		})
	}
	all := ir.Kinds(ir.KindInterpolate)
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, all); x != 0; x = f.Next(x, all) {
			if of(f, x) >= 0 {
				continue
			}
			v, t := f.Interpolate(x), f.TypeOf(x)
			m.Globals = append(m.Globals, ir.Global{Name: "interpolated", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t})
			list = append(list, InterpolatedInput{v.Location, v.Component, t, ir.GlobalID(len(m.Globals) - 1)})
		}
	}
	if list == nil {
		return nil
	}
	var r reach
	var b ir.Builder
	for i := range m.EntryPoints {
		r.from(m, m.EntryPoints[i].Function)
		wanted := make([]bool, len(list))
		for k, f := range m.Functions {
			if !r.seen[k] {
				continue
			}
			for x := f.Next(0, all); x != 0; x = f.Next(x, all) {
				wanted[of(f, x)] = true
			}
		}
		if !slices.Contains(wanted, true) {
			continue
		}
		prepend(&b, m, m.OwnFunction(i), func(b *ir.Builder) {
			for k, y := range list {
				if wanted[k] {
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
