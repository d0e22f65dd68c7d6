package consteval

import (
	"testing"

	"refract/internal/builtin"
	"refract/ir"
)

// TestEveryCall applies every function of const-expressions and every operator
// to all types that they take, with a few values: nothing may panic, and values
// must be of the type that resolution says.
func TestEveryCall(t *testing.T) {
	r := newReader()
	var types []ir.TypeID
	scalars := []ir.Scalar{ir.Bool, ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.F16, ir.F32, ir.F64, ir.AbstractFloat, ir.AbstractInt}
	for _, s := range scalars {
		for n := 1; n <= 4; n++ {
			types = append(types, ir.VectorOf(s, n))
		}
	}
	for _, s := range []ir.Scalar{ir.F16, ir.F32, ir.F64, ir.AbstractFloat} {
		for c := 2; c <= 4; c++ {
			for rows := 2; rows <= 4; rows++ {
				types = append(types, ir.MatrixOf(s, c, rows))
			}
		}
	}
	fill := func(ty ir.TypeID, v int) Value {
		s := r.m.Types.ScalarOf(ty)
		bits, _ := convert(ir.AbstractInt, s, uint64(v))
		parts := make([]Value, r.e.Len(ty))
		for i := range parts {
			parts[i] = Value{ir.ScalarTypeOf(s), bits}
		}
		if isScalar(ty) {
			return parts[0]
		}
		x, err := r.e.Compose(ty, parts)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	calls := 0
	apply := func(name string, m *builtin.Match, n int, call func(args []Value) (Value, *Error)) {
		for _, total := range []bool{false, true} {
			for v := range 3 {
				r.e.Total = total
				r.e.pool = r.e.pool[:1]
				args := make([]Value, n)
				for i := range args {
					args[i] = fill(m.Params[i], v)
				}
				got, err := call(args)
				calls++
				if err != nil && total {
					t.Errorf("%s: %v", name, err)
				}
				if err == nil && got.Type != m.Result {
					t.Errorf("%s is %s, want %s", name, builtin.TypeName(r.m, got.Type), builtin.TypeName(r.m, m.Result))
				}
			}
		}
	}
	var m builtin.Match
	for id := builtin.NoID + 1; int(id) <= builtin.Count; id++ {
		f := id.Info()
		if !f.Const {
			continue
		}
		if id == builtin.Bitcast {
			for _, from := range types {
				for _, to := range types {
					if builtin.Resolve(r.m, id, []ir.TypeID{to}, []ir.TypeID{from}, false, &m) == nil {
						apply("bitcast", &m, 1, func(a []Value) (Value, *Error) { return r.e.Bitcast(a[0], to) })
					}
				}
			}
			continue
		}
		found := false
		for n := 1; n <= 4; n++ {
			for _, first := range types {
				s := r.m.Types.ScalarOf(first)
				for _, last := range []ir.TypeID{first, ir.ScalarTypeOf(s), ir.TypeBool, ir.TypeU32, ir.VectorOf(ir.I32, max(1, r.m.Types.ComponentCount(first))),
					ir.VectorOf(ir.Bool, max(1, r.m.Types.ComponentCount(first)))} {
					for second := 1; second <= n; second++ { // arguments from this one on are of the last type
						args := make([]ir.TypeID, n)
						for i := range args {
							args[i] = first
							if i >= second {
								args[i] = last
							}
						}
						if builtin.Resolve(r.m, id, nil, args, false, &m) != nil {
							continue
						}
						found = true
						apply(id.String(), &m, n, func(a []Value) (Value, *Error) { return r.e.Call(f.Op, m.Result, a) })
					}
				}
			}
		}
		if !found {
			t.Errorf("%s was never called", id)
		}
	}
	for op := ir.Add; op <= ir.Ge; op++ {
		for _, a := range types {
			for _, b := range types {
				if builtin.ResolveBinary(r.m, op, a, b, false, &m) == nil {
					apply(op.String(), &m, 2, func(v []Value) (Value, *Error) { return r.e.Binary(op, v[0], v[1]) })
				}
			}
		}
	}
	for op := ir.Negate; op <= ir.BitwiseNot; op++ {
		for _, a := range types {
			if builtin.ResolveUnary(r.m, op, a, &m) == nil {
				apply(op.String(), &m, 1, func(v []Value) (Value, *Error) { return r.e.Unary(op, v[0]) })
			}
		}
	}
	for _, a := range types {
		for _, s := range scalars {
			if b := r.m.Types.WithScalar(a, s); b != 0 {
				m.Params[0], m.Result = a, b
				apply("conversion", &m, 1, func(v []Value) (Value, *Error) { return r.e.Convert(v[0], b) })
			}
		}
	}
	if calls < 10_000 {
		t.Errorf("only %d calls", calls)
	}
}
