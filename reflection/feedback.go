package reflection

// This file lists the outputs that transform feedback writes to buffers, as hosts and drivers need
// them.

import (
	"cmp"
	"slices"

	"refract/ir"
	"refract/ir/validate"
)

// feedback lists the buffers of an entry point.
func (r *reflector) feedback(e *ir.EntryPoint, info *validate.EntryPointInfo) []FeedbackBuffer {
	strides := e.Setup().Feedback
	if strides == (ir.FeedbackStrides{}) {
		return nil
	}
	var list [ir.FeedbackBuffers]FeedbackBuffer
	add := func(t ir.TypeID, b *ir.Binding, name string) {
		if f := b.Feedback; f.Captured && f.Buffer < ir.FeedbackBuffers {
			size, _ := r.m.FeedbackSize(t)
			o := FeedbackOutput{Name: name, Type: r.m.TypeName(t), Offset: f.Offset, Size: size}
			if b.Kind == ir.BindBuiltIn {
				o.BuiltIn = b.BuiltIn.String()
			}
			list[f.Buffer].Outputs = append(list[f.Buffer].Outputs, o)
			list[f.Buffer].Stream = b.Stream
		}
	}
	parts := func(t ir.TypeID, b *ir.Binding, name string) {
		if s := r.m.StructOf(t); s != nil && b.Kind == ir.NoBinding {
			for i := range s.Members {
				add(s.Members[i].Type, &s.Members[i].Binding, s.Members[i].Name)
			}
			return
		}
		add(t, b, name)
	}
	if f := r.m.Functions[e.Function]; f.Result != 0 {
		parts(f.Result, &f.ResultBinding, "")
	}
	for _, u := range info.Globals {
		if g := &r.m.Globals[u.Global]; g.Space == ir.SpaceOutput {
			var b ir.Binding
			if g.IO != nil {
				b = *g.IO
			}
			parts(g.Type, &b, g.Name)
		}
	}
	var used []FeedbackBuffer
	for i := range list {
		if strides[i] == 0 {
			continue
		}
		x := &list[i]
		x.Buffer, x.Stride = uint8(i), strides[i]
		slices.SortFunc(x.Outputs, func(a, b FeedbackOutput) int { return cmp.Compare(a.Offset, b.Offset) })
		used = append(used, *x)
	}
	return used
}
