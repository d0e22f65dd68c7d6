package wgsl

// Inputs and outputs of vertex and fragment shaders without a place: neither at a location nor a
// built-in value (WGSL, "Shader Interface"). The validator of modules reports them as well; here
// the attribute that is missing can be suggested, since the source has its place.

import (
	"fmt"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
	"refract/ir/validate"
)

// places reports inputs and outputs of an entry point that lack a place, and suggests the next
// free location.
func (c *checker) places(s *syntax.Function, stage ir.Stage, f *ir.Function) {
	if stage.Info().Inputs == ir.NoInterface {
		return
	}
	// Beside other errors nothing is suggested: an attribute that is wrong may be the place.
	before := c.diags.ErrorCount()
	clean := before == c.placeless
	defer func() { c.placeless += c.diags.ErrorCount() - before }()
	next := uint32(0) // location
	c.eachPlace(f.Args, func(b *ir.Binding, _ ir.TypeID, _ diag.Span, _ string, _ bool) {
		if b.Kind == ir.BindLocation {
			next = max(next, b.Location+1)
		}
	})
	flat := stage == ir.StageFragment
	c.eachPlace(f.Args, func(b *ir.Binding, t ir.TypeID, at diag.Span, name string, member bool) {
		if b.Kind == ir.NoBinding {
			form := "%q of an entry point is neither a built-in nor at a location"
			if member {
				form = "the member %q of an entry point's input is neither a built-in nor at a location"
			}
			d := c.errorf(validate.CodeIOMissing, at, form, name)
			if clean {
				c.suggestPlace(d, t, diag.Span{Start: at.Start, End: at.Start}, flat, &next)
			}
		}
	})
	if s.Return == syntax.None || f.Result == 0 {
		return
	}
	result := []ir.Argument{{Name: "the result", Type: f.Result, Span: f.Span, Binding: f.ResultBinding}}
	position := stage == ir.StageVertex
	next = 0
	c.eachPlace(result, func(b *ir.Binding, _ ir.TypeID, _ diag.Span, _ string, _ bool) {
		if b.Kind == ir.BindLocation {
			next = max(next, b.Location+1)
		}
		position = position && b.BuiltIn != ir.BuiltInPosition
	})
	c.eachPlace(result, func(b *ir.Binding, t ir.TypeID, at diag.Span, name string, member bool) {
		if b.Kind != ir.NoBinding {
			return
		}
		form, insert := "%q of an entry point is neither a built-in nor at a location", c.t.Span(s.Return)
		if member {
			form, insert = "the member %q of an entry point's output is neither a built-in nor at a location", at
		}
		d := c.errorf(validate.CodeIOMissing, at, form, name)
		if !clean {
			return
		}
		insert.End = insert.Start
		if ty := c.m.Types.At(t); position && ty.Kind == ir.TypeVector && ty.Rows == 4 && ty.Scalar == ir.F32 {
			position = false
			d.Suggest(insert, "@builtin(position) ", "make it the position")
			return
		}
		c.suggestPlace(d, t, insert, stage == ir.StageVertex, &next)
	})
}

// eachPlace calls f for the parameters, and for the members of those that are structs.
func (c *checker) eachPlace(list []ir.Argument, f func(b *ir.Binding, t ir.TypeID, at diag.Span, name string, member bool)) {
	for i := range list {
		a := &list[i]
		s := c.m.StructOf(a.Type)
		if s == nil || a.Binding.Kind != ir.NoBinding {
			f(&a.Binding, a.Type, a.Span, a.Name, false)
			continue
		}
		for j := range s.Members {
			m := &s.Members[j]
			f(&m.Binding, m.Type, m.Span, m.Name, true)
		}
	}
}

// suggestPlace suggests a location for a value that may have one. flat: integers aren't
// interpolated.
func (c *checker) suggestPlace(d *diag.Diagnostic, t ir.TypeID, at diag.Span, flat bool, next *uint32) {
	ty := c.m.Types.At(t)
	if ty.Kind != ir.TypeScalar && ty.Kind != ir.TypeVector || ty.Scalar.Kind() == ir.BoolKind {
		return
	}
	text := fmt.Sprintf("@location(%d) ", *next)
	if flat && ty.Scalar.Kind() != ir.FloatKind {
		text += "@interpolate(flat) "
	}
	*next++
	d.Suggest(at, text, "give it a location")
}
