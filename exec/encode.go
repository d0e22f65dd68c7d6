package exec

// This file writes Go values into views.

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"refract/ir"
)

// Set writes a Go value. Accepted are
//
//   - for a scalar or atomic: any Go number that it can hold (of a float, the
//     nearest), or a bool for a bool;
//   - for a vector or array: a slice or array with as many elements, or fewer for
//     an array whose length the memory decides;
//   - for a matrix: a slice or array of columns, or of all elements column by
//     column;
//   - for a struct: a Go struct, whose fields are matched by the tag wgsl:"name"
//     or else by name (letter case and underscores ignored), or a map from names;
//     members that are not there keep their bytes;
//   - pointers and interfaces that hold one of these.
//
// The error is a *ValueError.
func (v View) Set(value any) error {
	if v.IsZero() {
		return &ValueError{Message: "the view is of nothing"}
	}
	return v.set(reflect.ValueOf(value))
}

func (v View) set(x reflect.Value) error {
	for x.IsValid() && (x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface) {
		x = x.Elem()
	}
	if !x.IsValid() {
		return v.fail("nil is no %s", v.TypeName())
	}
	t := v.kind()
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return v.setScalar(t.Scalar, x)
	case ir.TypeStruct:
		return v.setStruct(&v.places.Module().Structs[t.Struct], x)
	case ir.TypeVector, ir.TypeMatrix, ir.TypeArray:
		return v.setList(t, x)
	}
	return v.fail("a %s has no value in memory", v.TypeName())
}

func (v View) setScalar(s ir.Scalar, x reflect.Value) error {
	wrong := func() error { return v.fail("a Go %s is no %s", x.Type(), s) }
	misfit := func() error { return v.fail("%v doesn't fit in %s", x, s) }
	switch {
	case s == ir.Bool:
		if x.Kind() != reflect.Bool {
			return wrong()
		}
		if x.Bool() {
			v.setBits(s, 1)
		} else {
			v.setBits(s, 0)
		}
	case s.IsFloat():
		switch {
		case x.CanFloat():
			v.setBits(s, s.FloatBits(x.Float()))
		case x.CanInt():
			v.setBits(s, s.FloatBits(float64(x.Int())))
		case x.CanUint():
			v.setBits(s, s.FloatBits(float64(x.Uint())))
		default:
			return wrong()
		}
	default:
		var bits uint64
		negative := false
		switch {
		case x.CanInt():
			bits, negative = uint64(x.Int()), x.Int() < 0
		case x.CanUint():
			bits = x.Uint()
		case x.CanFloat():
			f := x.Float()
			if f != math.Trunc(f) || f < -1<<63 || f >= 1<<64 {
				return misfit()
			}
			if negative = f < 0; negative {
				bits = uint64(int64(f))
			} else {
				bits = uint64(f)
			}
		default:
			return wrong()
		}
		if !fits(s, bits, negative) {
			return misfit()
		}
		v.setBits(s, bits)
	}
	return nil
}

// fits reports whether an integer can hold a value.
func fits(s ir.Scalar, bits uint64, negative bool) bool {
	n := s.Bits()
	switch {
	case !s.IsSigned():
		return !negative && (n == 64 || bits < 1<<n)
	case negative:
		return int64(bits) >= -1<<(n-1)
	}
	return bits < 1<<(n-1)
}

func (v View) setList(t *ir.Type, x reflect.Value) error {
	if x.Kind() != reflect.Slice && x.Kind() != reflect.Array {
		return v.fail("a Go %s is no %s", x.Type(), v.TypeName())
	}
	n := v.Len()
	switch {
	case t.Kind == ir.TypeMatrix && x.Len() == n*int(t.Rows):
		if x.Kind() == reflect.Array && !x.CanAddr() { // an array has slices only in a variable
			array := reflect.New(x.Type()).Elem()
			array.Set(x)
			x = array
		}
		for c := range n {
			column, err := v.Index(c)
			if err == nil {
				err = column.setList(column.kind(), x.Slice(c*int(t.Rows), (c+1)*int(t.Rows)))
			}
			if err != nil {
				return err
			}
		}
		return nil
	case x.Len() > n, x.Len() < n && !t.IsRuntimeSized():
		return v.fail("%d elements for %s", x.Len(), v.describeLen())
	}
	if v.bulkSet(t, x) {
		return nil
	}
	for i := range x.Len() {
		element, err := v.Index(i)
		if err == nil {
			err = element.set(x.Index(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (v View) describeLen() string {
	if v.kind().IsRuntimeSized() {
		return fmt.Sprintf("%s in memory for %d", v.TypeName(), v.Len())
	}
	return v.TypeName()
}

// bulkSet writes an array of 32-bit scalars from a slice of the same type.
func (v View) bulkSet(t *ir.Type, x reflect.Value) bool {
	if t.Kind != ir.TypeArray || x.Kind() != reflect.Slice {
		return false
	}
	element, stride, err := v.places.Element(v.Place)
	if err != nil {
		return false
	}
	switch values := x.Interface().(type) {
	case []float32:
		if element.Type == ir.TypeF32 {
			for i, f := range values {
				at(v, i, stride).setBits(ir.F32, uint64(math.Float32bits(f)))
			}
			return true
		}
	case []uint32:
		if element.Type == ir.TypeU32 {
			for i, u := range values {
				at(v, i, stride).setBits(ir.U32, uint64(u))
			}
			return true
		}
	case []int32:
		if element.Type == ir.TypeI32 {
			for i, s := range values {
				at(v, i, stride).setBits(ir.I32, uint64(uint32(s)))
			}
			return true
		}
	}
	return false
}

// at is element i of an array, as bytes only.
func at(v View, i int, stride uint32) View { return View{Data: v.Data[i*int(stride):]} }

func (v View) setStruct(s *ir.Struct, x reflect.Value) error {
	switch x.Kind() {
	case reflect.Map:
		if x.Type().Key().Kind() != reflect.String {
			break
		}
		for _, key := range x.MapKeys() {
			i, ok := v.member(key.String())
			if !ok {
				return v.noMember(key.String())
			}
			member, err := v.Index(i)
			if err == nil {
				err = member.set(x.MapIndex(key))
			}
			if err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		used := 0
		for i := range s.Members {
			field := fieldOf(x, s.Members[i].Name)
			if !field.IsValid() {
				continue
			}
			used++
			member, err := v.Index(i)
			if err == nil {
				err = member.set(field)
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
	return v.fail("a Go %s is no %s", x.Type(), v.TypeName())
}

// fieldOf is the exported field of a Go struct for a member: the one with the
// tag, else the one with the name.
func fieldOf(x reflect.Value, name string) reflect.Value {
	t := x.Type()
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Tag.Get("wgsl") == name {
			return x.Field(i)
		}
	}
	plain := strings.ReplaceAll(name, "_", "")
	for i := range t.NumField() {
		f := t.Field(i)
		if _, tagged := f.Tag.Lookup("wgsl"); f.IsExported() && !tagged && strings.EqualFold(strings.ReplaceAll(f.Name, "_", ""), plain) {
			return x.Field(i)
		}
	}
	return reflect.Value{}
}
