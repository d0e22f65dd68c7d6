package endtoend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/builtin/row"
	"refract/ir"
	"refract/ir/validate"
)

// callOf returns a compute shader that calls a math function once, with the first argument of a
// type, and keeps the result in private memory. It is nil if the function doesn't take the type.
func callOf(op ir.MathOp, first ir.TypeID) *refract.Valid {
	m := ir.NewModule()
	id, f := m.NewFunction("main")
	m.EntryPoints = []ir.EntryPoint{{Name: "main", Stage: ir.StageCompute, Function: id, WorkgroupSize: [3]uint32{1, 1, 1}}}
	var b ir.Builder
	b.Start(m, f)
	mark := b.Begin()
	private := func(name string, t ir.TypeID) ir.ExprID {
		m.Globals = append(m.Globals, ir.Global{Name: name, Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t})
		return b.Global(ir.GlobalID(len(m.Globals) - 1))
	}
	n := int(op.Info().Args)
	scalar := m.Types.ScalarOf(first)
	var args []ir.ExprID
	for i := range n {
		t := first
		switch rest := row.Of(op).Rest; {
		case i == 0:
		case rest == row.ScalarExponent:
			t = m.Types.WithScalar(first, ir.I32)
		case rest == row.Offsets && i >= n-2:
			t = ir.TypeU32
		case rest == row.LastScalar && i == n-1:
			t = ir.ScalarTypeOf(scalar)
		}
		args = append(args, b.Load(private(fmt.Sprintf("x%d", i), t)))
	}
	result := b.Math(op, args...)
	if m.StructOf(b.TypeOf(result)) != nil {
		for k := range uint32(2) {
			part := b.AccessIndex(result, k)
			b.Store(private(fmt.Sprintf("r%d", k), b.TypeOf(part)), part)
		}
	} else {
		b.Store(private("r", b.TypeOf(result)), result)
	}
	b.Return(0)
	f.Body = b.End(mark)
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return nil
	}
	return v
}

// TestMathFunctions writes a call of every math function on every type that it takes in every
// language, and reads the text again where the language is read. No call is a fault of the
// library, and calls on types of 32 bits are written in every language: each has a word for the
// function, or a replacement.
func TestMathFunctions(t *testing.T) {
	ctx := context.Background()
	plain := []ir.Scalar{ir.F32, ir.I32, ir.U32}
	for i := range row.Count {
		op, r := ir.MathOp(i), row.Of(ir.MathOp(i))
		taken := 0
		for _, s := range append(plain, ir.F16, ir.F64, ir.I16, ir.U64) {
			if !r.Scalars.Has(s) {
				continue
			}
			types := []ir.TypeID{ir.ScalarTypeOf(s), ir.VectorOf(s, 2), ir.VectorOf(s, 3), ir.VectorOf(s, 4)}
			if r.Shapes&row.Matrix != 0 || r.Shapes&row.Square != 0 {
				types = []ir.TypeID{ir.MatrixOf(s, 2, 2), ir.MatrixOf(s, 3, 3), ir.MatrixOf(s, 3, 2)}
			}
			for _, first := range types {
				v := callOf(op, first)
				if v == nil {
					continue
				}
				taken++
				for _, l := range refract.Languages() {
					if !refract.CanWrite(l) || l == refract.DOT {
						continue
					}
					what := fmt.Sprintf("%s of %s in %s", op, v.Module.TypeName(first), l)
					out, err := refract.Write(ctx, v, refract.WriteOptions{Language: l})
					var fault *refract.FaultError
					var list *diag.Diagnostics
					switch {
					case errors.As(err, &fault):
						t.Errorf("%s is a fault: %v", what, err)
						continue
					case err != nil && !errors.As(err, &list):
						t.Errorf("%s is refused without a diagnostic: %v", what, err)
						continue
					case err != nil:
						if slices.Contains(plain, s) {
							t.Errorf("%s is refused: %v", what, err)
						}
						continue
					}
					if refract.CanRead(l) {
						name := "read" + l.Extensions()[0]
						if l == refract.GLSL {
							name = "read.comp"
						}
						if _, err := refract.Check(ctx, name, out.Bytes(), refract.CheckOptions{Parse: refract.ParseOptions{Language: l}, Validate: refract.ValidateOptions{Capabilities: validate.All}}); err != nil {
							t.Errorf("%s isn't read again: %v\n%s", what, err, strings.ToValidUTF8(string(out.Bytes()), "?"))
						}
					}
				}
			}
		}
		if taken == 0 {
			t.Errorf("%s takes no type", op)
		}
	}
}
