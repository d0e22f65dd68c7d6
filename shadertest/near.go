package shadertest

// This file compares values within tolerances.

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"refract/internal/num"
)

// A Tolerance is how far numbers may differ: by Units in the last place of the wider of the
// two floats or by Absolute, whichever allows more. Units are of float32 for Go's float32,
// of float64 for float64, and of f16 with Half. NaN equals NaN, and an infinity only
// itself.
type Tolerance struct {
	Units    uint64
	Absolute float64
	Half     bool
}

// ULP is a tolerance of n units in the last place.
func ULP(n uint64) Tolerance { return Tolerance{Units: n} }

// Within is an absolute tolerance.
func Within(x float64) Tolerance { return Tolerance{Absolute: x} }

// Compare compares two Go values of the same type: numbers, slices, arrays,
// structs, maps and pointers of them. The error names the first difference.
func Compare(got, want any, tolerance Tolerance) error {
	return compare("", reflect.ValueOf(got), reflect.ValueOf(want), tolerance)
}

// Near is Compare for tests; a difference fails the test.
func Near(t testing.TB, got, want any, tolerance Tolerance) {
	t.Helper()
	if err := Compare(got, want, tolerance); err != nil {
		t.Error(err)
	}
}

func at(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

func compare(path string, got, want reflect.Value, tolerance Tolerance) error {
	for got.IsValid() && got.Kind() == reflect.Interface {
		got = got.Elem()
	}
	for want.IsValid() && want.Kind() == reflect.Interface {
		want = want.Elem()
	}
	if !got.IsValid() || !want.IsValid() {
		if got.IsValid() != want.IsValid() {
			return fmt.Errorf("%sgot %v, want %v", at(path), got, want)
		}
		return nil
	}
	if got.Type() != want.Type() {
		return fmt.Errorf("%sgot a %s, want a %s", at(path), got.Type(), want.Type())
	}
	switch got.Kind() {
	case reflect.Float32, reflect.Float64:
		if !near(got.Float(), want.Float(), got.Kind() == reflect.Float32, tolerance) {
			return fmt.Errorf("%sgot %v, want %v", at(path), got, want)
		}
	case reflect.Slice, reflect.Array:
		if got.Len() != want.Len() {
			return fmt.Errorf("%sgot %d elements, want %d", at(path), got.Len(), want.Len())
		}
		for i := range got.Len() {
			if err := compare(fmt.Sprintf("%s[%d]", path, i), got.Index(i), want.Index(i), tolerance); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range got.NumField() {
			if err := compare(path+"."+got.Type().Field(i).Name, got.Field(i), want.Field(i), tolerance); err != nil {
				return err
			}
		}
	case reflect.Map:
		if got.Len() != want.Len() {
			return fmt.Errorf("%sgot %d entries, want %d", at(path), got.Len(), want.Len())
		}
		for _, key := range want.MapKeys() {
			if err := compare(fmt.Sprintf("%s[%v]", path, key), got.MapIndex(key), want.MapIndex(key), tolerance); err != nil {
				return err
			}
		}
	case reflect.Pointer:
		if got.IsNil() || want.IsNil() {
			if got.IsNil() != want.IsNil() {
				return fmt.Errorf("%sgot %v, want %v", at(path), got, want)
			}
			return nil
		}
		return compare(path, got.Elem(), want.Elem(), tolerance)
	default:
		if !got.Equal(want) {
			return fmt.Errorf("%sgot %v, want %v", at(path), got, want)
		}
	}
	return nil
}

// near compares two floats.
func near(got, want float64, single bool, tolerance Tolerance) bool {
	switch {
	case got == want, got != got && want != want:
		return true
	case got != got || want != want || math.IsInf(got, 0) || math.IsInf(want, 0):
		return false
	case math.Abs(got-want) <= tolerance.Absolute:
		return true
	}
	return Distance(got, want, single, tolerance.Half) <= tolerance.Units
}

// Distance is how many values of a float type lie from one number to another:
// of f16 if half, else of f32 if single, else of f64. Numbers that the type lacks
// are rounded to it.
func Distance(a, b float64, single, half bool) uint64 {
	x, y := ordinal(a, single, half), ordinal(b, single, half)
	if x < y {
		x, y = y, x
	}
	return uint64(x) - uint64(y)
}

// ordinal numbers the values of a float type in their order, zero being 0.
func ordinal(x float64, single, half bool) int64 {
	var bits, sign uint64
	switch {
	case half:
		bits, sign = uint64(num.F16FromF64(x)), 1<<15
	case single:
		bits, sign = uint64(math.Float32bits(float32(x))), 1<<31
	default:
		bits, sign = math.Float64bits(x), 1<<63
	}
	if bits&sign != 0 {
		return -int64(bits &^ sign)
	}
	return int64(bits)
}
