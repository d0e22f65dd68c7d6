package typing

import (
	"testing"

	"refract/diag"
	"refract/internal/builtin/row"
	"refract/ir"
)

// checker returns a checker of an empty function of a module.
func checker(m *ir.Module, f *ir.Function) *Checker {
	facts := new(Facts)
	facts.Reset(m)
	c := new(Checker)
	c.Start(m, facts)
	c.Function(f)
	return c
}

// TestMathRules applies every math function to arguments of every predeclared
// type: there is a rule for each, each takes something, and the type that the
// builder infers is the type that the rule gives.
func TestMathRules(t *testing.T) {
	for op := ir.MathOp(0); int(op) < row.Count; op++ {
		m := ir.NewModule()
		_, f := m.NewFunction("f")
		var b ir.Builder
		b.Start(m, f)
		accepted := 0
		for first := ir.TypeID(1); first < ir.FirstModuleType; first++ {
			scalar := m.Types.ScalarOf(first)
			if k := m.Types.At(first).Kind; scalar.IsAbstract() || scalar == ir.NoScalar || k != ir.TypeScalar && k != ir.TypeVector && k != ir.TypeMatrix {
				continue
			}
			args := []ir.ExprID{b.Zero(first)}
			for i := 1; i < int(op.Info().Args); i++ {
				ty := first
				switch row.Of(op).Rest {
				case row.ScalarExponent:
					ty = m.Types.WithScalar(first, ir.I32)
				case row.Offsets:
					if i >= int(op.Info().Args)-2 {
						ty = ir.TypeU32
					}
				case row.LastScalar:
					if i == int(op.Info().Args)-1 {
						ty = ir.ScalarTypeOf(scalar)
					}
				}
				if ty == 0 {
					ty = first
				}
				args = append(args, b.Zero(ty))
			}
			if op == ir.MathOuter && m.Types.At(first).Kind != ir.TypeVector || op == ir.MathOuter && !scalar.IsFloat() ||
				op == ir.MathFrexp && !scalar.IsFloat() {
				continue // the builder trusts its input
			}
			x := b.Math(op, args...)
			c := checker(m, f)
			if int(f.TypeOf(x)) < m.Types.Len() && c.Check(x) {
				accepted++
			}
		}
		if accepted == 0 {
			t.Errorf("%s takes nothing", op)
		}
	}
}

// TestPredeclared looks at the facts of predeclared types.
func TestPredeclared(t *testing.T) {
	m := ir.NewModule()
	var fs Facts
	for range 2 {
		fs.Reset(m)
		if len(fs.Problems) != 0 {
			t.Fatal(fs.Problems)
		}
		for _, c := range []struct {
			ty       ir.TypeID
			flags    Flags
			features Features
		}{
			{ir.TypeF32, Sized | Plain | Constructible | HostShareable | IOShareable, 0},
			{ir.TypeBool, Sized | Plain | Constructible, 0},
			{ir.VectorOf(ir.U64, 3), Sized | Plain | Constructible | HostShareable | IOShareable, NeedsInt64},
			{ir.MatrixOf(ir.F16, 2, 2), Sized | Plain | Constructible | HostShareable, NeedsFloat16},
			{ir.TypeAtomicU32, Sized | Plain | HostShareable | HasAtomic, 0},
			{ir.TypeAtomicF32, Sized | Plain | HostShareable | HasAtomic, NeedsAtomicFloat32},
			{ir.TypeSamplerFiltering, Sized | Handle, 0},
			{ir.TypeAbstractInt, Sized | Plain | Constructible | Abstract, 0},
			{0, Invalid, 0},
		} {
			if f := fs.Of(c.ty); f.Flags != c.flags || f.Features != c.features {
				t.Errorf("%s: %+v", m.TypeName(c.ty), f)
			}
		}
	}
}

// TestNoAllocation: checking what is right allocates nothing.
func TestNoAllocation(t *testing.T) {
	m := ir.NewModule()
	_, f := m.NewFunction("f")
	var b ir.Builder
	b.Start(m, f)
	v := b.Zero(ir.VectorOf(ir.F32, 4))
	xs := []ir.ExprID{v, b.Binary(ir.Add, v, v), b.Swizzle(v, 0, 1), b.Math(ir.MathClamp, v, v, v), b.AccessIndex(v, 2),
		b.Compose(ir.VectorOf(ir.F32, 2), b.F32(1), b.F32(2)), b.Bitcast(ir.VectorOf(ir.U32, 4), v)}
	c := checker(m, f)
	if n := testing.AllocsPerRun(100, func() {
		for _, x := range xs {
			if !c.Check(x) {
				t.Fatal(c.Problem)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDeepTypes: nesting is bounded, whatever the order of the handles.
func TestDeepTypes(t *testing.T) {
	m := ir.NewModule()
	ty := ir.TypeF32
	for range MaxDepth - 1 {
		ty = m.Types.Array(ty, 1)
	}
	var fs Facts
	if fs.Reset(m); len(fs.Problems) != 0 {
		t.Error(fs.Problems)
	}
	m.Types.Array(ty, 1)
	if fs.Reset(m); len(fs.Problems) != 1 || fs.Problems[0].Code != CodeTypeNesting {
		t.Error(fs.Problems)
	}
	// Structs that refer to later ones.
	m = ir.NewModule()
	for range 5000 {
		m.AddStruct(ir.Struct{Members: []ir.Member{{Type: ir.TypeF32, Span: diag.Span{}}}})
	}
	for i := 1; i < 5000; i++ {
		m.Structs[i].Members[0].Type = m.Structs[i+1].Type
	}
	if fs.Reset(m); len(fs.Problems) == 0 {
		t.Error("5000 levels are too many")
	}
}
