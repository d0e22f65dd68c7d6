package consteval

import (
	"testing"

	"refract/diag"
	"refract/internal/builtin"
	"refract/ir"
)

// module is a module with overrides and functions to build expressions.
type module struct{ *ir.Module }

func (m module) lit(v int32) ir.ExprID {
	return m.Consts.AddLiteral(ir.TypeI32, uint64(uint32(v)), diag.Span{})
}
func (m module) bin(op ir.BinaryOp, t ir.TypeID, a, b ir.ExprID) ir.ExprID {
	return m.Consts.AddBinary(t, 0, ir.Binary{Op: op, Left: a, Right: b}, diag.Span{})
}
func (m module) override(name string, init ir.ExprID) (ir.ExprID, ir.OverrideID) {
	m.Overrides = append(m.Overrides, ir.Override{Name: name, Type: ir.TypeI32, Init: ir.ConstID(init)})
	id := ir.OverrideID(len(m.Overrides) - 1)
	return m.Consts.AddRef(ir.KindOverride, ir.TypeI32, uint32(id), diag.Span{}), id
}

func TestEvaluate(t *testing.T) {
	m := module{ir.NewModule()}
	a, idA := m.override("a", m.lit(0))
	b, idB := m.override("b", 0)
	quotient := m.bin(ir.Div, ir.TypeI32, m.lit(12), a)
	guarded := m.bin(ir.LogicalAnd, ir.TypeBool, m.bin(ir.Ne, ir.TypeBool, a, m.lit(0)), m.bin(ir.Gt, ir.TypeBool, quotient, m.lit(3)))
	m.Constants = append(m.Constants, ir.Constant{Name: "three", Type: ir.TypeI32, Init: ir.ConstID(m.lit(3))})
	three := m.Consts.AddRef(ir.KindConstant, ir.TypeI32, 1, diag.Span{})
	vec := m.Consts.AddCompose(ir.VectorOf(ir.I32, 3), []ir.ExprID{a, b, three}, diag.Span{})
	sum := m.Consts.AddMath(ir.TypeI32, 0, ir.Math{Op: ir.MathDot, Args: [4]ir.ExprID{vec, vec}}, diag.Span{})
	element := m.Consts.AddAccess(ir.TypeI32, 0, ir.Access{Base: vec, Index: a}, diag.Span{})

	var e Evaluator
	e.Start(m.Module)
	set := func(values map[ir.OverrideID]int32) Overrides {
		e.Forget()
		return func(id ir.OverrideID) (Value, bool) { v, ok := values[id]; return I32(v), ok }
	}
	for _, c := range []struct {
		name   string
		id     ir.ExprID
		values map[ir.OverrideID]int32
		want   Value
		code   diag.Code
	}{
		{"initializer", a, nil, I32(0), ""},
		{"set", a, map[ir.OverrideID]int32{idA: 5}, I32(5), ""},
		{"missing", b, nil, Value{}, CodeMissingOverride},
		{"by zero", quotient, nil, Value{}, CodeDivisionByZero},
		{"quotient", quotient, map[ir.OverrideID]int32{idA: 4}, I32(3), ""},
		{"guarded", guarded, nil, Bool(false), ""},
		{"guarded and true", guarded, map[ir.OverrideID]int32{idA: 2}, Bool(true), ""},
		{"dot", sum, map[ir.OverrideID]int32{idA: 1, idB: 2}, I32(14), ""},
		{"element", element, map[ir.OverrideID]int32{idA: 2, idB: 2}, I32(3), ""},
		{"out of bounds", element, map[ir.OverrideID]int32{idA: 3, idB: 2}, Value{}, CodeIndex},
	} {
		got, err := e.Evaluate(ir.ConstID(c.id), set(c.values))
		if c.code != "" {
			if err == nil || err.Code != c.code || err.Expr == 0 {
				t.Errorf("%s: %v, want %s", c.name, err, c.code)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}

// TestEvaluateDeep holds evaluation to a bounded stack and to linear time.
func TestEvaluateDeep(t *testing.T) {
	m := module{ir.NewModule()}
	x := m.lit(1)
	for range 300_000 {
		x = m.bin(ir.Add, ir.TypeI32, x, x)
	}
	var e Evaluator
	e.Start(m.Module)
	if v, err := e.Evaluate(ir.ConstID(x), nil); err != nil || v != I32(0) {
		t.Errorf("%v, %v", v, err)
	}
}

func TestEvaluateCycle(t *testing.T) {
	m := module{ir.NewModule()}
	a, _ := m.override("a", 0)
	sum := m.bin(ir.Add, ir.TypeI32, m.lit(1), a)
	m.Overrides[1].Init = ir.ConstID(sum)
	var e Evaluator
	e.Start(m.Module)
	for range 2 {
		if _, err := e.Evaluate(ir.ConstID(sum), nil); err == nil || err.Code != CodeCycle {
			t.Errorf("got %v", err)
		}
	}
}

// TestMaterialize writes values and evaluates what was written.
func TestMaterialize(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  ir.Kind
		nodes int
	}{
		{"1u", ir.KindLiteral, 1},
		{"vec3f()", ir.KindZeroValue, 1},
		{"vec3f(-0.0f)", ir.KindSplat, 2},
		{"vec3f(1)", ir.KindSplat, 2},
		{"vec3f(1, 2, 3)", ir.KindCompose, 4},
		{"mat2x2f(0, 0, 3, 4)", ir.KindCompose, 5},
		{"array<f32, 100000>()", ir.KindZeroValue, 1},
		{"array(vec2f(), vec2f(1, 0))", ir.KindCompose, 5},
		{"modf(vec2f(2.5, 2.5))", ir.KindCompose, 5},
		{"modf(vec2f(2, 3))", ir.KindCompose, 5},
	} {
		r := newReader()
		v, err := r.read(c.text)
		if err != nil {
			t.Fatal(err)
		}
		before := r.m.Consts.ExprCount()
		id := r.e.MaterializeInto(&r.m.Consts, v, diag.Span{})
		if kind, n := r.m.Consts.Kind(id), r.m.Consts.ExprCount()-before; kind != c.kind || n != c.nodes {
			t.Errorf("%s is %s in %d nodes, want %s in %d", c.text, kind, n, c.kind, c.nodes)
		}
		if back, err := r.e.Evaluate(ir.ConstID(id), nil); err != nil || !r.e.Equal(back, v) {
			t.Errorf("%s comes back as %s, %v", c.text, r.show(back), err)
		}
	}
}

func TestMaterializeInFunction(t *testing.T) {
	r := newReader()
	v, _ := r.read("array(vec2f(1), vec2f(2, 3))")
	_, f := r.m.NewFunction("f")
	var b ir.Builder
	b.Start(r.m, f)
	mark := b.Begin()
	id := r.e.Materialize(&b, v)
	b.Return(id)
	f.Body = b.End(mark)
	if list := f.Emit(f.Block(f.Body)[0]); len(list) != 3 || list[2] != id {
		t.Errorf("emitted %v, the value is %d", list, id)
	}
}

// TestLimits checks that composites can't eat memory.
func TestLimits(t *testing.T) {
	m := ir.NewModule()
	var e Evaluator
	e.Start(m)
	big := m.Types.Array(ir.TypeU32, MaxComponents)
	pair := m.Types.Array(big, 2)
	if _, err := e.Compose(pair, []Value{Zero(big), Zero(big)}); err != nil {
		t.Errorf("zero: %v", err)
	}
	parts := make([]Value, MaxComponents)
	for i := range parts {
		parts[i] = U32(1)
	}
	var v Value
	var err *Error
	for range maxPool/MaxComponents + 1 {
		if v, err = e.Compose(big, parts); err != nil {
			break
		}
	}
	if err == nil || err.Code != CodeTooLarge {
		t.Errorf("pool without limit: %v", err)
	}
	e.Start(m)
	if v, err = e.Compose(big, parts); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Compose(pair, []Value{v, v}); err == nil || err.Code != CodeTooLarge {
		t.Errorf("composite without limit: %v", err)
	}
	deep := ir.TypeU32
	for range 2 * maxNesting {
		deep = m.Types.Array(deep, 1)
	}
	if e.Len(deep) <= MaxComponents {
		t.Error("nesting without limit")
	}
}

// TestCheck checks operations with operands that aren't known.
func TestCheck(t *testing.T) {
	r := newReader()
	value := func(text string) Value {
		if text == "" {
			return Value{}
		}
		v, err := r.read(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		op    ir.BinaryOp
		left  ir.TypeID
		right string
		want  diag.Code
	}{
		{ir.Div, ir.TypeI32, "0i", CodeDivisionByZero},
		{ir.Rem, ir.VectorOf(ir.U32, 2), "vec2(1u, 0u)", CodeDivisionByZero},
		{ir.Div, ir.TypeI32, "1i", ""},
		{ir.Div, ir.TypeF32, "0f", ""},
		{ir.Div, ir.TypeI32, "", ""},
		{ir.Shl, ir.TypeI32, "32u", CodeShift},
		{ir.Shr, ir.TypeI64, "63u", ""},
		{ir.Add, ir.TypeI32, "0i", ""},
	} {
		err := r.e.CheckBinary(c.op, c.left, value(c.right))
		if (err == nil) != (c.want == "") || err != nil && err.Code != c.want {
			t.Errorf("%s with %s: %v, want %s", c.op, c.right, err, c.want)
		}
	}
	image := r.m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Scalar: ir.F32})
	for _, c := range []struct {
		id    builtin.ID
		types []ir.TypeID
		args  []string
		bad   bool
	}{
		{builtin.Clamp, []ir.TypeID{ir.TypeI32, ir.TypeI32, ir.TypeI32}, []string{"", "2i", "1i"}, true},
		{builtin.Clamp, []ir.TypeID{ir.TypeI32, ir.TypeI32, ir.TypeI32}, []string{"", "2i", ""}, false},
		{builtin.SmoothStep, []ir.TypeID{ir.TypeF32, ir.TypeF32, ir.TypeF32}, []string{"1f", "1f", ""}, true},
		{builtin.SmoothStep, []ir.TypeID{ir.TypeF32, ir.TypeF32, ir.TypeF32}, []string{"2f", "1f", ""}, false},
		{builtin.ExtractBits, []ir.TypeID{ir.VectorOf(ir.U32, 2), ir.TypeU32, ir.TypeU32}, []string{"", "30u", "3u"}, true},
		{builtin.InsertBits, []ir.TypeID{ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32}, []string{"", "", "30u", "2u"}, false},
		{builtin.Ldexp, []ir.TypeID{ir.VectorOf(ir.F32, 2), ir.VectorOf(ir.I32, 2)}, []string{"", "vec2(1i, 129i)"}, true},
		{builtin.Ldexp, []ir.TypeID{ir.TypeF16, ir.TypeI32}, []string{"", "-40i"}, false},
		{builtin.TextureSample, []ir.TypeID{image, ir.TypeSamplerFiltering, ir.VectorOf(ir.F32, 2), ir.VectorOf(ir.I32, 2)}, []string{"", "", "", "vec2(7i, 8i)"}, true},
		{builtin.TextureSample, []ir.TypeID{image, ir.TypeSamplerFiltering, ir.VectorOf(ir.F32, 2), ir.VectorOf(ir.I32, 2)}, []string{"", "", "", "vec2(7i, -8i)"}, false},
		{builtin.SubgroupShuffle, []ir.TypeID{ir.TypeF32, ir.TypeU32}, []string{"", "128u"}, true},
		{builtin.SubgroupShuffle, []ir.TypeID{ir.TypeF32, ir.TypeI32}, []string{"", "-1i"}, true},
		{builtin.QuadBroadcast, []ir.TypeID{ir.TypeF32, ir.TypeI32}, []string{"", "3i"}, false},
	} {
		var m builtin.Match
		if err := builtin.Resolve(r.m, c.id, nil, c.types, true, &m); err != nil {
			t.Fatal(err)
		}
		var args []Value
		for _, a := range c.args {
			args = append(args, value(a))
		}
		if err := r.e.CheckCall(c.id, m.Overload, c.types, args); (err != nil) != c.bad {
			t.Errorf("%s(%q): %v", c.id, c.args, err)
		}
	}
}

// TestNoAllocation holds scalars to no allocation.
func TestNoAllocation(t *testing.T) {
	m := ir.NewModule()
	var e Evaluator
	e.Start(m)
	args := []Value{F32(2)}
	if n := testing.AllocsPerRun(100, func() {
		v, _ := e.Binary(ir.Mul, Int(3), Int(4))
		v, _ = e.Convert(v, ir.TypeF32)
		v, _ = e.Unary(ir.Negate, v)
		_, _ = e.Math(ir.MathSqrt, ir.TypeF32, args)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkScalar(b *testing.B) {
	m := ir.NewModule()
	var e Evaluator
	e.Start(m)
	x, y := F32(2), F32(3)
	for b.Loop() {
		x, _ = e.Binary(ir.Add, y, y)
	}
	_ = x
}

func BenchmarkVector(b *testing.B) {
	m := ir.NewModule()
	var e Evaluator
	e.Start(m)
	parts := []Value{F32(1), F32(2), F32(3)}
	t := ir.VectorOf(ir.F32, 3)
	for b.Loop() {
		v, _ := e.Compose(t, parts)
		_, _ = e.Binary(ir.Mul, v, F32(2))
		e.pool = e.pool[:1]
	}
}
