package exec

// This file reads Go values from views.

import (
	"math"
	"reflect"

	"refract/ir"
)

// Get reads the value into the target of a pointer; Set documents the Go types that fit. A
// slice gets as many elements as there are. A number must be able to hold the value, but a
// float32 takes a float64 rounded. The error is a *ValueError.
func (v View) Get(target any) error {
	if v.IsZero() {
		return &ValueError{Message: "the view is of nothing"}
	}
	x := reflect.ValueOf(target)
	if x.Kind() != reflect.Pointer || x.IsNil() {
		return v.fail("Get wants a pointer, not %T", target)
	}
	return v.get(x.Elem())
}

func (v View) get(x reflect.Value) error {
	for x.Kind() == reflect.Pointer {
		if x.IsNil() {
			x.Set(reflect.New(x.Type().Elem()))
		}
		x = x.Elem()
	}
	if x.Kind() == reflect.Interface {
		if x.NumMethod() != 0 {
			return v.fail("a Go %s can't hold %s", x.Type(), v.TypeName())
		}
		x.Set(reflect.ValueOf(v.Value()))
		return nil
	}
	t := v.kind()
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return v.getScalar(t.Scalar, x)
	case ir.TypeStruct:
		return v.getStruct(&v.places.Module().Structs[t.Struct], x)
	case ir.TypeVector, ir.TypeMatrix, ir.TypeArray:
		return v.getList(t, x)
	}
	return v.fail("a %s has no value in memory", v.TypeName())
}

func (v View) getScalar(s ir.Scalar, x reflect.Value) error {
	bits := v.bits(s)
	wrong := func() error { return v.fail("a Go %s can't hold %s", x.Type(), s) }
	switch {
	case s == ir.Bool:
		if x.Kind() != reflect.Bool {
			return wrong()
		}
		x.SetBool(bits != 0)
	case s.IsFloat():
		if !x.CanFloat() {
			return wrong()
		}
		x.SetFloat(s.Float(bits))
	case x.CanInt():
		n := intOf(s, bits)
		if !s.IsSigned() {
			n = int64(bits)
		}
		if x.OverflowInt(n) || !s.IsSigned() && n < 0 {
			return v.fail("%d doesn't fit in a Go %s", bits, x.Type())
		}
		x.SetInt(n)
	case x.CanUint():
		if s.IsSigned() && intOf(s, bits) < 0 || x.OverflowUint(bits) {
			return v.fail("%d doesn't fit in a Go %s", intOf(s, bits), x.Type())
		}
		x.SetUint(bits)
	case x.CanFloat():
		if s.IsSigned() {
			x.SetFloat(float64(intOf(s, bits)))
		} else {
			x.SetFloat(float64(bits))
		}
	default:
		return wrong()
	}
	return nil
}

func (v View) getList(t *ir.Type, x reflect.Value) error {
	n := v.Len()
	if t.Kind == ir.TypeMatrix && (x.Kind() == reflect.Slice || x.Kind() == reflect.Array) {
		switch x.Type().Elem().Kind() {
		case reflect.Slice, reflect.Array, reflect.Interface:
		default:
			return v.getFlat(int(t.Rows), x)
		}
	}
	switch x.Kind() {
	case reflect.Slice:
		x.Set(reflect.MakeSlice(x.Type(), n, n))
	case reflect.Array:
		if x.Len() != n {
			return v.fail("%s has %d elements, not %d", v.TypeName(), n, x.Len())
		}
	default:
		return v.fail("a Go %s can't hold %s", x.Type(), v.TypeName())
	}
	for i := range n {
		element, err := v.Index(i)
		if err == nil {
			err = element.get(x.Index(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// getFlat reads a matrix into a list of numbers, column by column.
func (v View) getFlat(rows int, x reflect.Value) error {
	n := v.Len() * rows
	if x.Kind() == reflect.Slice {
		x.Set(reflect.MakeSlice(x.Type(), n, n))
	} else if x.Len() != n {
		return v.fail("%s has %d elements, not %d", v.TypeName(), n, x.Len())
	}
	for i := range n {
		column, err := v.Index(i / rows)
		if err != nil {
			return err
		}
		element, err := column.Index(i % rows)
		if err == nil {
			err = element.get(x.Index(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (v View) getStruct(s *ir.Struct, x reflect.Value) error {
	if x.Kind() == reflect.Map && x.Type().Key().Kind() == reflect.String {
		out := reflect.MakeMap(x.Type())
		for i := range s.Members {
			member, err := v.Index(i)
			if err != nil {
				return err
			}
			value := reflect.New(x.Type().Elem()).Elem()
			if err := member.get(value); err != nil {
				return err
			}
			out.SetMapIndex(reflect.ValueOf(s.Members[i].Name).Convert(x.Type().Key()), value)
		}
		x.Set(out)
		return nil
	}
	if x.Kind() != reflect.Struct {
		return v.fail("a Go %s can't hold %s", x.Type(), v.TypeName())
	}
	used := 0
	for i := range s.Members {
		field := fieldOf(x, s.Members[i].Name)
		if !field.IsValid() {
			continue
		}
		used++
		member, err := v.Index(i)
		if err == nil {
			err = member.get(field)
		}
		if err != nil {
			return err
		}
	}
	if used == 0 {
		return v.fail("no field of %s is named like a member of %s", x.Type(), v.TypeName())
	}
	return nil
}

// Value is the value as a Go value: bool, int8 to int64, uint8 to uint64,
// float32 (f16 too), float64; a vector or array as a []any, a matrix as a []any
// of columns, a struct as a map[string]any.
func (v View) Value() any {
	t := v.kind()
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return scalarValue(t.Scalar, v.bits(t.Scalar))
	case ir.TypeStruct:
		s := &v.places.Module().Structs[t.Struct]
		out := make(map[string]any, len(s.Members))
		for i := range s.Members {
			if member, err := v.Index(i); err == nil {
				out[s.Members[i].Name] = member.Value()
			}
		}
		return out
	}
	out := make([]any, 0, v.Len())
	for i := range v.Len() {
		element, err := v.Index(i)
		if err != nil {
			break
		}
		out = append(out, element.Value())
	}
	return out
}

func scalarValue(s ir.Scalar, bits uint64) any {
	switch s {
	case ir.Bool:
		return bits != 0
	case ir.I8:
		return int8(bits)
	case ir.U8:
		return uint8(bits)
	case ir.I16:
		return int16(bits)
	case ir.U16:
		return uint16(bits)
	case ir.I32:
		return int32(bits)
	case ir.U32:
		return uint32(bits)
	case ir.I64:
		return int64(bits)
	case ir.U64:
		return bits
	case ir.F16:
		return float32(s.Float(bits))
	case ir.F32:
		return math.Float32frombits(uint32(bits))
	case ir.F64:
		return math.Float64frombits(bits)
	}
	panic("exec: value of " + s.String())
}
