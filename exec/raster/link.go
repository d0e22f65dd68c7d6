package raster

// This file joins the stages: it finds the place of each input of the fragment stage in a
// vertex's record.

import (
	"fmt"
	"slices"

	"refract/exec"
	"refract/ir"
)

// A varying is a scalar of the fragment stage's input that comes from vertices.
type varying struct {
	to     int32 // word in the fragment's record
	from   int32 // word in the vertex's record
	scalar ir.Scalar
	kind   ir.Interpolation // perspective, linear or flat
	where  ir.Sampling      // center, centroid or sample
	either bool
	corner int8 // of flat ones: the vertex whose value it is; -1: the provoking one
}

// A place is the place of a port's scalar in the interface.
type place struct {
	location  uint32
	component uint8
	source    uint8 // of dual-source blending
}

// places appends the places of a type's scalars from a location on.
func places(m *ir.Module, out []place, t ir.TypeID, at *place) []place {
	ty := m.Types.At(t)
	switch ty.Kind {
	case ir.TypeMatrix:
		for range ty.Columns {
			for r := range ty.Rows {
				out = append(out, place{at.location, at.component + r, at.source})
			}
			at.location++
		}
	case ir.TypeArray:
		for range ty.Length {
			out = places(m, out, ty.Base, at)
		}
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			out = places(m, out, m.Structs[ty.Struct].Members[i].Type, at)
		}
	default:
		n := uint8(1)
		if ty.Kind == ir.TypeVector {
			n = ty.Rows
		}
		for i := range n {
			out = append(out, place{at.location, at.component + i, at.source})
		}
		at.location++
	}
	return out
}

// portPlaces are the places of a port's scalars.
func portPlaces(m *ir.Module, p *exec.Port) []place {
	at := place{p.Location, p.Component, p.BlendSrc}
	return places(m, nil, p.Type, &at)
}

// portOf finds a port of a built-in value.
func portOf(ports []exec.Port, b ir.BuiltIn) *exec.Port {
	for i := range ports {
		if ports[i].Kind == ir.BindBuiltIn && ports[i].BuiltIn == b {
			return &ports[i]
		}
	}
	return nil
}

// builtIn is the first word of a built-in value's port, or -1.
func builtIn(ports []exec.Port, b ir.BuiltIn) int {
	if p := portOf(ports, b); p != nil {
		return p.First
	}
	return -1
}

// perPrimitive reports whether a stage has outputs of primitives.
func perPrimitive(outputs []exec.Port) bool {
	return slices.ContainsFunc(outputs, func(p exec.Port) bool { return p.PerPrimitive })
}

// link finds the fragment stage's inputs among the vertex stage's outputs.
func link(vm, fm *ir.Module, outputs, inputs []exec.Port) ([]varying, error) {
	type source struct {
		word   int32
		scalar ir.Scalar
	}
	written := map[place]source{}
	for i := range outputs {
		p := &outputs[i]
		if p.Kind != ir.BindLocation {
			continue
		}
		for k, at := range portPlaces(vm, p) {
			written[at] = source{int32(p.First + k), p.Scalars[k]}
		}
	}
	var out []varying
	for i := range inputs {
		p := &inputs[i]
		if p.Kind != ir.BindLocation || exec.IsSampleCount(&p.Binding) {
			continue
		}
		if p.PerPrimitive && !perPrimitive(outputs) {
			return nil, &exec.UnsupportedError{Feature: "inputs per primitive"}
		}
		list := portPlaces(fm, p)
		each := len(list) // scalars of a vertex
		if p.Interpolation == ir.InterpolatePerVertex {
			each /= 3
		}
		for k := range list {
			at := list[k%each]
			at.source = 0
			from, ok := written[at]
			if !ok {
				return nil, inputError("pipeline", "the vertex stage writes no component %d of location %d, which the fragment stage reads", at.component, at.location)
			}
			if from.scalar != p.Scalars[k] && (from.scalar.IsFloat() != p.Scalars[k].IsFloat() || from.scalar.Bits() != p.Scalars[k].Bits()) {
				return nil, inputError("pipeline", "location %d is %s in the vertex stage and %s in the fragment stage", at.location, from.scalar, p.Scalars[k])
			}
			v := varying{to: int32(p.First + k), from: from.word, scalar: p.Scalars[k], kind: p.InterpolationOf(k), where: p.Sampling, corner: -1}
			if p.Interpolation == ir.InterpolatePerVertex {
				v.corner = int8(k / each)
			}
			if v.where != ir.SampleCentroid && v.where != ir.SampleSample {
				v.where = ir.SampleCenter
			}
			out = append(out, v)
		}
	}
	return out, nil
}

// outputWords are the words of a fragment's record that a color attachment gets.
type outputWords struct {
	color  [4]int32 // -1: not written
	second [4]int32 // of dual-source blending
	scalar ir.Scalar
	kind   colorKind
}

// colors finds the fragment stage's outputs for each attachment.
func colors(m *ir.Module, outputs []exec.Port, attachments int) ([]outputWords, error) {
	out := make([]outputWords, attachments)
	none := [4]int32{-1, -1, -1, -1}
	for i := range out {
		out[i] = outputWords{color: none, second: none, scalar: ir.NoScalar}
	}
	for i := range outputs {
		p := &outputs[i]
		if p.Kind != ir.BindLocation {
			continue
		}
		for k, at := range portPlaces(m, p) {
			if int(at.location) >= attachments || at.component > 3 {
				continue
			}
			o := &out[at.location]
			if at.source == 1 {
				o.second[at.component] = int32(p.First + k)
				continue
			}
			o.color[at.component] = int32(p.First + k)
			o.scalar = p.Scalars[k]
		}
	}
	return out, nil
}

// fits reports an output whose type isn't that of its attachment.
func fits(o *outputWords, a *attachment, i int) error {
	if o.scalar == ir.NoScalar {
		return nil
	}
	if want := a.scalar; o.scalar.IsFloat() != want.IsFloat() || !want.IsFloat() && o.scalar.IsSigned() != want.IsSigned() {
		return inputError(fmt.Sprintf("color attachment %d", i), "the fragment stage writes %s where %s holds %s", o.scalar, a.format, want)
	}
	return nil
}
