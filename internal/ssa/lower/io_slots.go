package lower

// This file gives inputs and outputs their slots.
//
//	before                                          after
//	var @uv : vec2<f32> shader_in location(3)       var @uv : vec2<f32> shader_in at(0) location(3)
//	var @color : vec4<f32> shader_in location(7)    var @color : vec4<f32> shader_in at(1) location(7)
//
// A slot is four components. Inputs have slots in the order of their locations, built-in
// ones behind them, and so have outputs; variables that share a location share a slot.

import (
	"cmp"
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// IOSlots gives inputs and outputs their slots.
var IOSlots = &pass.Pass{
	Name:      "assign-io-slots",
	Doc:       "inputs and outputs get slots of four components",
	Requires:  pass.IOVariables,
	Preserves: ssa.AllAnalyses,
	Machine:   true,
	Shader: func(s *ssa.Shader) bool {
		in := assignSlots(s, ssa.ModeShaderIn)
		return assignSlots(s, ssa.ModeShaderOut) || in
	},
}

func assignSlots(s *ssa.Shader, mode ssa.Mode) bool {
	var list []*ssa.Variable
	top := uint32(0)
	for k := range s.Vars {
		switch v := &s.Vars[k]; {
		case v.Mode != mode:
		case v.HasAt:
			top = max(top, v.At+slotsOf(s.Module, v.Type))
		default:
			list = append(list, v)
		}
	}
	slices.SortStableFunc(list, func(a, b *ssa.Variable) int {
		return cmp.Or(-cmp.Compare(a.IO.Kind, b.IO.Kind), cmp.Compare(a.IO.Location, b.IO.Location), cmp.Compare(a.IO.BlendSrc, b.IO.BlendSrc), cmp.Compare(a.IO.Component, b.IO.Component))
	})
	for k, v := range list {
		v.HasAt = true
		if k > 0 && sharesSlot(list[k-1], v) {
			v.At = list[k-1].At
			continue
		}
		v.At = top
		top += slotsOf(s.Module, v.Type)
	}
	return len(list) > 0
}

// sharesSlot reports whether a variable holds other components of the location of the one
// before it.
func sharesSlot(a, b *ssa.Variable) bool {
	return a.IO.Kind == ir.BindLocation && b.IO.Kind == ir.BindLocation && a.IO.Location == b.IO.Location &&
		a.IO.BlendSrc == b.IO.BlendSrc && a.IO.Component < b.IO.Component
}
