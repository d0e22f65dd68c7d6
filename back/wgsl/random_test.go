package wgsl

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	front "refract/front/wgsl"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// TestRandom makes modules of random code whose values are used late, often or
// not at all, with writes and calls in between, and compares what they do with
// what their text does. It tests where values are written and in what order.
func TestRandom(t *testing.T) {
	seeds := 600
	if testing.Short() {
		seeds = 300
	}
	var w Writer
	defer func(o text.PlanOptions) { planOptions = o }(planOptions)
	for seed := range seeds {
		planOptions = text.PlanOptions{Ordered: seed%3 > 0, Pointers: seed%5 > 0, LazySelect: seed%4 == 0, ConstErrors: true,
			KeepUnused: seed%7 > 0, MaxDepth: 2 + seed%11}
		m := randomModule(uint64(seed))
		if seed%2 == 0 {
			const r = transform.Restrict
			transform.Divisions(m, transform.DivisionOptions{})
			transform.UniformLoads(m)
			transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
			transform.SpillDynamic(m, transform.SpillOptions{Vectors: true})
			transform.BoundsChecks(m, transform.BoundsOptions{Index: r, Buffer: r, ImageLoad: r, ImageStore: r, BindingArray: r})
			transform.BoundLoops(m, transform.LoopOptions{All: true})
		}
		var list diag.List
		if new(validate.Validator).Validate(m, validate.Options{}, &list); list.HasErrors() {
			t.Fatalf("seed %d: %s\n%s", seed, messages(&list), ir.Print(m))
		}
		for _, opts := range []Options{{}, {Minify: true, ExplicitTypes: true}, {Minify: true, Terse: true}} {
			out, _, err := w.Write(m, nil, opts)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(m))
			}
			source := string(out)
			var list diag.List
			again := front.Parse(source, 1, front.Options{}, &list)
			if again == nil {
				t.Fatalf("seed %d: %s\n%s\n%s", seed, messages(&list), source, ir.Print(m))
			}
			want, got := run(t, m), run(t, again)
			if !bytes.Equal(want, got) {
				t.Fatalf("seed %d:\nwant %x\ngot  %x\n%s\n%s", seed, want, got, source, ir.Print(m))
			}
			if opts.Minify {
				continue
			}
			// What was moved is in its place now: it stays there.
			second, _, err := Write(again, nil, opts)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, source)
			}
			third, _, err := Write(front.Parse(second, 1, front.Options{}, &list), nil, opts)
			if err != nil || third != second {
				t.Fatalf("seed %d: not stable: %v\n%s\n%s", seed, err, second, third)
			}
		}
	}
}

// run is what a module's entry point main leaves in its buffer.
func run(t *testing.T, m *ir.Module) []byte {
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := exec.NewBuffer(64)
	for i := range out.Data {
		out.Data[i] = byte(i * 7)
	}
	var r exec.Resources
	r.Bind(0, 0, out)
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{MaxSteps: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	return out.Data
}

// generator makes the random function.
type generator struct {
	*rand.Rand
	b      ir.Builder
	m      *ir.Module
	out, g ir.GlobalID
	bump   ir.FuncID
	set    ir.FuncID
	locals []ir.LocalID
	arr    ir.LocalID
	values []ir.ExprID // i32, in scope
	bools  []ir.ExprID
	ptrs   []ir.ExprID // to i32
	depth  int
	budget int
	loop   bool
}

func randomModule(seed uint64) *ir.Module {
	m := ir.NewModule()
	r := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), m: m}
	array := m.Types.Array(ir.TypeI32, 16)
	m.Globals = append(m.Globals,
		ir.Global{Name: "out", Space: ir.SpaceStorage, Access: ir.AccessReadWrite, Type: array, Layout: ir.LayoutNatural, HasBinding: true},
		ir.Global{Name: "g", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeI32})
	r.out, r.g = 1, 2

	// bump(x) { g = g * 3 + x; return g; }
	var f *ir.Function
	r.bump, f = m.NewFunction("bump")
	f.Args = append(f.Args, ir.Argument{Name: "x", Type: ir.TypeI32})
	f.Result = ir.TypeI32
	b := &r.b
	b.Start(m, f)
	mark := b.Begin()
	p := b.Global(r.g)
	sum := b.Binary(ir.Add, b.Binary(ir.Mul, b.Load(p), b.I32(3)), b.Argument(0))
	b.Store(p, sum)
	b.Return(sum)
	f.Body = b.End(mark)

	// set(p, x) { old = *p; *p = x ^ old; return old; }
	r.set, f = m.NewFunction("set_value")
	f.Args = append(f.Args, ir.Argument{Name: "p", Type: m.Types.Pointer(ir.TypeI32, ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout)},
		ir.Argument{Name: "x", Type: ir.TypeI32})
	f.Result = ir.TypeI32
	b.Start(m, f)
	mark = b.Begin()
	old := b.Load(b.Argument(0))
	b.Store(b.Argument(0), b.Binary(ir.Xor, b.Argument(1), old))
	b.Return(old)
	f.Body = b.End(mark)

	id, f := m.NewFunction("main")
	b.Start(m, f)
	for _, name := range []string{"a", "b", ""} {
		r.locals = append(r.locals, f.AddLocal(ir.Local{Name: name, Type: ir.TypeI32}))
	}
	r.arr = f.AddLocal(ir.Local{Name: "arr", Type: m.Types.Array(ir.TypeI32, 4)})
	mark = b.Begin()
	for i, l := range r.locals {
		if i != 2 { // the third has no declaration
			b.DeclareLocal(l, b.I32(int32(i+5)))
		}
	}
	b.DeclareLocal(r.arr, 0)
	r.budget = 60
	r.block(12)
	for i, l := range r.locals {
		b.Store(b.AccessIndex(b.Global(r.out), uint32(i)), b.Load(b.Local(l)))
	}
	b.Store(b.AccessIndex(b.Global(r.out), 3), b.Load(b.Global(r.g)))
	for i := range uint32(4) {
		b.Store(b.AccessIndex(b.Global(r.out), 4+i), b.Load(b.AccessIndex(b.Local(r.arr), i)))
	}
	f.Body = b.End(mark)
	m.EntryPoints = append(m.EntryPoints, ir.EntryPoint{Name: "main", Stage: ir.StageCompute, Function: id, WorkgroupSize: [3]uint32{1, 1, 1}})
	return m
}

func pick[T any](r *generator, list []T) T { return list[r.IntN(len(list))] }

// value is some i32: an old one, a literal or a new one.
func (r *generator) value() ir.ExprID {
	if len(r.values) > 0 && r.IntN(4) > 0 {
		// Mostly young ones, so that some are used late.
		n := len(r.values)
		return r.values[n-1-min(r.IntN(n), r.IntN(n))]
	}
	return r.b.I32(int32(r.IntN(9) - 2))
}

func (r *generator) bool() ir.ExprID {
	if len(r.bools) > 0 && r.IntN(2) > 0 {
		return pick(r, r.bools)
	}
	e := r.b.Binary(pick(r, []ir.BinaryOp{ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge}), r.load(), r.value())
	r.bools = append(r.bools, e)
	return e
}

// pointer is some pointer to an i32.
func (r *generator) pointer() ir.ExprID {
	b := &r.b
	switch r.IntN(6) {
	case 0, 1:
		return b.Local(pick(r, r.locals))
	case 2:
		return b.Global(r.g)
	case 3:
		if len(r.ptrs) > 0 {
			return pick(r, r.ptrs)
		}
	}
	base := b.Local(r.arr)
	size := int32(3)
	if r.IntN(3) == 0 {
		base, size = b.Global(r.out), 15
	}
	e := b.Access(base, b.Binary(ir.And, r.value(), b.I32(size)))
	if r.IntN(3) == 0 {
		e = b.AccessIndex(base, uint32(r.IntN(4)))
	}
	r.ptrs = append(r.ptrs, e)
	return e
}

func (r *generator) load() ir.ExprID {
	return r.keep(r.b.Load(r.pointer()))
}

// keep puts a value among those that later code may use, sometimes with a name.
func (r *generator) keep(e ir.ExprID) ir.ExprID {
	if r.IntN(12) == 0 {
		r.b.F.SetName(e, pick(r, []string{"x", "y", "a", "t", "out", "max"}))
	}
	r.values = append(r.values, e)
	return e
}

func (r *generator) block(n int) {
	values, bools, ptrs := len(r.values), len(r.bools), len(r.ptrs)
	for range n {
		if r.budget--; r.budget < 0 {
			break
		}
		r.stmt()
	}
	r.values, r.bools, r.ptrs = r.values[:values], r.bools[:bools], r.ptrs[:ptrs]
}

func (r *generator) stmt() {
	b := &r.b
	switch k := r.IntN(20); {
	case k < 5:
		r.keep(b.Binary(pick(r, []ir.BinaryOp{ir.Add, ir.Sub, ir.Mul, ir.Xor, ir.And, ir.Div, ir.Rem}), r.value(), r.value()))
	case k < 8:
		r.load()
	case k < 11:
		p := r.pointer()
		b.Store(p, r.value())
	case k == 11: // a compound assignment, or nearly
		p := r.pointer()
		old := b.Load(p)
		v := r.value()
		if r.IntN(3) == 0 {
			v = r.keep(b.Call(r.bump, v))
		}
		sum := b.Binary(ir.Add, old, v)
		if r.IntN(4) == 0 {
			r.keep(old)
		}
		b.Store(p, sum)
	case k == 12:
		r.keep(b.Call(r.bump, r.value()))
	case k == 13:
		r.keep(b.Call(r.set, b.Local(pick(r, r.locals)), r.value()))
	case k == 14:
		r.keep(b.Select(r.bool(), r.value(), r.value()))
	case k == 15:
		e := b.Binary(pick(r, []ir.BinaryOp{ir.LogicalAnd, ir.LogicalOr}), r.bool(), r.bool())
		r.bools = append(r.bools, e)
	case r.depth >= 3:
		r.load()
	case k == 16:
		r.shortCircuit()
	case k == 17:
		r.loops()
	default:
		r.branch()
	}
}

func (r *generator) nested(n int) ir.BlockID {
	r.depth++
	mark := r.b.Begin()
	r.block(r.IntN(n))
	r.depth--
	return r.b.End(mark)
}

func (r *generator) branch() {
	c := r.bool()
	r.b.Flush()
	accept := r.nested(5)
	reject := r.nested(4)
	r.b.If(c, accept, reject)
}

// shortCircuit is the pattern of && and ||, sometimes with something that makes
// it none.
func (r *generator) shortCircuit() {
	b := &r.b
	left := r.bool()
	b.Flush()
	temp := b.F.AddLocal(ir.Local{Type: ir.TypeBool})
	values, bools, ptrs := len(r.values), len(r.bools), len(r.ptrs)
	mark := b.Begin()
	if r.IntN(4) == 0 {
		r.stmt()
	}
	right := b.Binary(ir.Lt, b.Call(r.bump, r.value()), r.value())
	b.Store(b.Local(temp), right)
	block := b.End(mark)
	r.values, r.bools, r.ptrs = r.values[:values], r.bools[:bools], r.ptrs[:ptrs]
	b.DeclareLocal(temp, left)
	if r.IntN(2) == 0 {
		b.If(left, block, 0)
	} else {
		b.If(left, 0, block)
	}
	r.bools = append(r.bools, b.Load(b.Local(temp)))
}

func (r *generator) loops() {
	b := &r.b
	i := b.F.AddLocal(ir.Local{Name: "i", Type: ir.TypeI32})
	outer := b.Begin()
	b.DeclareLocal(i, b.I32(0))
	values, bools, ptrs := len(r.values), len(r.bools), len(r.ptrs)
	mark := b.Begin()
	c := b.Binary(ir.Lt, b.Load(b.Local(i)), b.I32(int32(r.IntN(4))))
	if r.IntN(4) == 0 {
		b.F.SetName(c, "going")
	}
	b.Flush()
	exit := b.Begin()
	b.Break()
	b.If(c, 0, b.End(exit))
	r.depth++
	for range r.IntN(5) {
		r.budget--
		r.stmt()
	}
	r.depth--
	body := b.End(mark)
	mark = b.Begin()
	next := b.Binary(ir.Add, b.Load(b.Local(i)), b.I32(1))
	if r.IntN(3) == 0 && len(r.values) > values {
		b.Store(b.Local(r.locals[0]), pick(r, r.values[values:]))
	}
	b.Store(b.Local(i), next)
	continuing := b.End(mark)
	r.values, r.bools, r.ptrs = r.values[:values], r.bools[:bools], r.ptrs[:ptrs]
	b.Loop(ir.Loop{Shape: pick(r, []ir.LoopShape{ir.LoopFor, ir.LoopFor, ir.LoopPlain, ir.LoopWhile}), Body: body, Continuing: continuing})
	b.Nested(b.End(outer))
}
