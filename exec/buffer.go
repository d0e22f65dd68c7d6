package exec

// This file makes buffers that suit a variable of the shader.

import (
	"reflect"

	"refract/internal/ir/layout"
	"refract/ir"
)

// BufferFor makes a buffer for the variable g of m: zeros, with n elements of an
// array whose length the memory decides. The error is a *ValueError.
func BufferFor(m *ir.Module, g ir.GlobalID, n int) (*Buffer, error) {
	global := &m.Globals[g]
	at := Place{Type: global.Type, Layout: global.Layout}
	places := NewPlaces(m)
	size, err := places.Size(at)
	if err != nil {
		return nil, &ValueError{Message: "the type has no layout: " + err.Error()}
	}
	if info, _ := places.Info(at); info.Open {
		var offset uint32
		if s := m.StructOf(at.Type); s != nil {
			at, offset, _ = places.Member(at, len(s.Members)-1)
		}
		_, stride, err := places.Element(at)
		if err != nil || n < 0 || uint64(n)*uint64(stride)+uint64(offset) > MaxTextureBytes {
			return nil, &ValueError{Message: "there is no such buffer"}
		}
		size = max(size, layout.RoundUp(offset+uint32(n)*stride, info.Align))
	}
	return NewBuffer(int(layout.RoundUp(size, 4))), nil
}

// BufferOf makes a buffer for a variable that holds a Go value, as View.Set takes
// it. An array whose length the memory decides gets as many elements as the value
// has. The error is a *ValueError.
func BufferOf(m *ir.Module, g ir.GlobalID, value any) (*Buffer, error) {
	b, err := BufferFor(m, g, elementsOf(m, m.Globals[g].Type, reflect.ValueOf(value)))
	if err != nil {
		return nil, err
	}
	v, err := NewView(m, m.Globals[g].Type, m.Globals[g].Layout, b.Data)
	if err == nil {
		err = v.Set(value)
	}
	return b, err
}

// elementsOf is the number of elements that a Go value has for the array at the
// end of a type.
func elementsOf(m *ir.Module, t ir.TypeID, x reflect.Value) int {
	for x.IsValid() && (x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface) {
		x = x.Elem()
	}
	if !x.IsValid() {
		return 0
	}
	if s := m.StructOf(t); s != nil && len(s.Members) > 0 {
		last := &s.Members[len(s.Members)-1]
		switch {
		case x.Kind() == reflect.Struct:
			return elementsOf(m, last.Type, fieldOf(x, last.Name))
		case x.Kind() == reflect.Map && x.Type().Key().Kind() == reflect.String:
			return elementsOf(m, last.Type, x.MapIndex(reflect.ValueOf(last.Name).Convert(x.Type().Key())))
		}
		return 0
	}
	if x.Kind() == reflect.Slice || x.Kind() == reflect.Array {
		return x.Len()
	}
	return 0
}

// GlobalByName finds a variable by its name, or by "GROUP.BINDING". The error is
// a *NotFoundError.
func GlobalByName(m *ir.Module, name string) (ir.GlobalID, error) {
	names := ""
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Name == name || g.HasBinding && bindingName(g) == name {
			return ir.GlobalID(i), nil
		}
		if i > 1 {
			names += ", "
		}
		names += g.Name
	}
	note := "there are none"
	if names != "" {
		note = "there are " + names
	}
	return 0, &NotFoundError{Kind: "variable", Name: name, Note: note}
}
