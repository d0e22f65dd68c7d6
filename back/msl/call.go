package msl

// This file spells calls: of Metal's library, of operations that are statements,
// and of functions.

import (
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

func (w *Writer) math(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.Math(e)
	t := ex.TypeOf(v.Args[0])
	scalar := w.M.Types.ScalarOf(t)
	isScalar := w.M.Types.ComponentCount(t) == 1
	as := func(to, between string) { // as_type<to>(between(x))
		o.Str("as_type<")
		o.Str(to)
		o.Str(">(")
		o.Str(between)
		w.Arguments(0, v.Args[0])
		o.Byte(')')
	}
	from := func(to, between string) { // to(as_type<between>(x))
		o.Str(to)
		o.Str("(as_type<")
		o.Str(between)
		o.Byte('>')
		w.Arguments(0, v.Args[0])
		o.Byte(')')
	}
	switch v.Op {
	case ir.MathPack4xI8:
		as("uint", "char4")
	case ir.MathPack4xU8:
		as("uint", "uchar4")
	case ir.MathPack4xI8Clamp, ir.MathPack4xU8Clamp:
		low, high, between := "int4(-128)", "int4(127)", "char4("
		if v.Op == ir.MathPack4xU8Clamp {
			low, high, between = "uint4(0u)", "uint4(255u)", "uchar4("
		}
		o.Str("as_type<uint>(")
		o.Str(between)
		o.Word(clampWord)
		o.Byte('(')
		w.Expr(v.Args[0], anyForm)
		o.Comma()
		o.Str(low)
		o.Comma()
		o.Str(high)
		o.Str(")))")
	case ir.MathPack2x16float:
		as("uint", "half2")
	case ir.MathUnpack4xI8:
		from("int4", "char4")
	case ir.MathUnpack4xU8:
		from("uint4", "uchar4")
	case ir.MathUnpack2x16float:
		from("float2", "half2")
	case ir.MathQuantizeToF16:
		n := w.M.Types.ComponentCount(t)
		w.typeName(t)
		o.Byte('(')
		w.construct(ir.VectorOf(ir.F16, n), v.Args[0])
		o.Byte(')')
	case ir.MathLength, ir.MathDistance:
		if !isScalar {
			o.Word(mathWords[v.Op])
			w.Arguments(0, v.Args[:]...)
			return
		}
		o.Word(absWord) // of a scalar there is none
		o.Byte('(')
		if v.Op == ir.MathDistance {
			w.Expr(v.Args[0], operators.Binary[ir.Sub].Left)
			o.Infix("-")
			w.Expr(v.Args[1], operators.Binary[ir.Sub].Right)
		} else {
			w.Expr(v.Args[0], anyForm)
		}
		o.Byte(')')
	case ir.MathSign:
		if scalar.IsFloat() {
			o.Word(mathWords[v.Op])
			w.Arguments(0, v.Args[0])
			return
		}
		o.Word(clampWord) // of integers there is none
		o.Byte('(')
		w.Expr(v.Args[0], anyForm)
		for _, limit := range [...]int64{-1, 1} {
			o.Comma()
			if isScalar && scalar == ir.I32 {
				w.Out.Int(limit)
			} else {
				w.typeName(t)
				o.Byte('(')
				w.Out.Int(limit)
				o.Byte(')')
			}
		}
		o.Byte(')')
	case ir.MathReflect, ir.MathRefract:
		if isScalar {
			w.lacking(e, v.Op)
			return
		}
		o.Word(mathWords[v.Op])
		w.Arguments(0, v.Args[:]...)
	case ir.MathDot:
		if !scalar.IsFloat() {
			w.lacking(e, v.Op)
			return
		}
		o.Word(mathWords[v.Op])
		w.Arguments(0, v.Args[:]...)
	default:
		if mathWords[v.Op] == 0 {
			w.lacking(e, v.Op)
			return
		}
		o.Word(mathWords[v.Op])
		w.Arguments(0, v.Args[:]...)
	}
}

// lacking refuses a function that Metal lacks: of override-expressions, whose functions are not
// replaced, and of types that Metal lacks.
func (w *Writer) lacking(e ir.ExprID, op ir.MathOp) {
	operand := "overrides without values"
	if w.Body {
		operand = w.M.TypeName(w.Ex.TypeOf(w.Ex.Math(e).Args[0]))
	}
	w.Unsupported("the function "+op.String()+" of "+operand, w.Ex.SpanOf(e))
}

// atomicCall spells an operation on an atomic.
func (w *Writer) atomicCall(name text.Word, ptr ir.ExprID, list ...ir.ExprID) {
	o := &w.Out
	o.Word(name)
	o.Str("(&")
	w.Place(ptr)
	for _, a := range list {
		o.Comma()
		w.Expr(a, anyForm)
	}
	o.Comma()
	o.Word(relaxedWord)
	o.Byte(')')
}

// operation spells a statement that is a call.
func (w *Writer) operation(s ir.StmtID) {
	o, f := &w.Out, w.F
	switch k := f.StmtKind(s); k {
	case ir.StmtAtomic:
		w.atomic(s)
	case ir.StmtImageAtomic:
		w.imageAtomic(s)
	case ir.StmtImageStore:
		w.imageStore(f.ImageStore(s))
	case ir.StmtPipeline:
		w.pipeline(s)
	case ir.StmtCooperative:
		w.cooperative(s, 0)
	case ir.StmtRayQuery:
		w.rayQuery(s)
	case ir.StmtSubgroupBallot:
		w.since(201, "subgroup operations", f.StmtSpan(s))
		o.Str("uint4(as_type<uint2>(simd_vote::vote_t(")
		o.Word(word("simd_ballot"))
		o.Byte('(')
		if v := f.SubgroupBallot(s); v.Predicate != 0 {
			w.Expr(v.Predicate, anyForm)
		} else {
			o.Str("true")
		}
		o.Str("))), 0u, 0u)")
	case ir.StmtSubgroupGather:
		w.gather(s)
	case ir.StmtSubgroupCollective:
		w.collective(s)
	case ir.StmtControlBarrier:
		v := f.Barrier(s)
		if v.Scope == ir.ScopeSubgroup || v.Memory&ir.MemorySubgroup != 0 {
			w.since(200, "subgroup barriers", f.StmtSpan(s))
			o.Word(word("simdgroup_barrier"))
		} else {
			if transform.OrdersDevice(v) {
				if w.opts.Version < 302 {
					w.dropped = append(w.dropped, back.Dropped{What: back.DeviceOrder, Span: f.StmtSpan(s)})
				} else {
					w.fence(v)
					o.Byte(';')
					o.Line()
				}
			}
			o.Word(word("threadgroup_barrier"))
		}
		o.Byte('(')
		w.memoryFlags(v.Memory)
		o.Byte(')')
	case ir.StmtInterlock:
		w.Unsupported("critical sections of fragments", f.StmtSpan(s))
	case ir.StmtMemoryBarrier:
		w.since(302, "memory barriers that don't wait", f.StmtSpan(s))
		w.fence(f.Barrier(s))
	default:
		panic("msl: operation of kind " + k.String())
	}
}

// fence spells a memory barrier that doesn't wait (since Metal 3.2).
func (w *Writer) fence(v ir.Barrier) {
	o := &w.Out
	o.Word(word("atomic_thread_fence"))
	o.Byte('(')
	w.memoryFlags(v.Memory)
	o.Str(", ")
	o.Word(word("memory_order_seq_cst"))
	o.Str(", ")
	scope := "thread_scope_thread"
	switch v.Scope {
	case ir.ScopeDefault, ir.ScopeDevice, ir.ScopeQueueFamily:
		scope = "thread_scope_device"
	case ir.ScopeWorkgroup:
		scope = "thread_scope_threadgroup"
	case ir.ScopeSubgroup:
		scope = "thread_scope_simdgroup"
	}
	o.Word(word(scope))
	o.Byte(')')
}

// memoryFlags spells the kinds of memory that a barrier orders.
func (w *Writer) memoryFlags(mem ir.Memory) {
	o := &w.Out
	some := false
	for _, x := range [...]struct {
		mem  ir.Memory
		name string
	}{{ir.MemoryStorage, "mem_device"}, {ir.MemoryWorkgroup, "mem_threadgroup"}, {ir.MemoryTexture, "mem_texture"}} {
		if mem&x.mem == 0 {
			continue
		}
		if some {
			o.Infix("|")
		}
		o.Str("mem_flags::")
		o.Str(x.name)
		some = true
	}
	if !some {
		o.Str("mem_flags::mem_none")
	}
}

// call spells a call: own arguments, then the globals that the function uses.
func (w *Writer) call(v ir.Call) {
	o := &w.Out
	o.Name(w.Functions[v.Function])
	o.Byte('(')
	w.Listed(0, true, v.Args)
	some := len(v.Args) > 0
	comma := func() {
		if some {
			o.Comma()
		}
		some = true
	}
	u := &w.uses[v.Function]
	w.eachGlobal(u, func(g ir.GlobalID) {
		comma()
		o.Name(w.Globals[g])
	})
	if u.sizes {
		comma()
		o.Name(w.sizes)
	}
	o.Byte(')')
}

func (w *Writer) atomic(s ir.StmtID) {
	f := w.F
	v := f.Atomic(s)
	scalar := w.M.Types.ScalarOf(w.M.Types.Pointee(f.TypeOf(v.Pointer)))
	switch {
	case v.Op == ir.AtomicCompareExchange:
		w.compareExchange(s, v, scalar)
	case scalar == ir.U64:
		if v.Result != 0 && w.Plan.IsUsed(v.Result) || v.Op != ir.AtomicMin && v.Op != ir.AtomicMax {
			w.Unsupported("an atomic "+v.Op.String()+" of 64-bit integers", f.StmtSpan(s))
			return
		}
		name := "atomic_min_explicit"
		if v.Op == ir.AtomicMax {
			name = "atomic_max_explicit"
		}
		w.atomicCall(word(name), v.Pointer, v.Value)
	default:
		w.atomicCall(atomicWords[v.Op], v.Pointer, v.Value)
	}
}

// gatherNames are the functions of exchanges, and their last arguments.
var gatherNames = [...]struct{ name, constant string }{
	ir.BroadcastFirst:   {name: "simd_broadcast_first"},
	ir.Broadcast:        {name: "simd_broadcast"},
	ir.Shuffle:          {name: "simd_shuffle"},
	ir.ShuffleDown:      {name: "simd_shuffle_down"},
	ir.ShuffleUp:        {name: "simd_shuffle_up"},
	ir.ShuffleXor:       {name: "simd_shuffle_xor"},
	ir.QuadBroadcast:    {name: "quad_broadcast"},
	ir.QuadSwapX:        {"quad_shuffle_xor", "1"},
	ir.QuadSwapY:        {"quad_shuffle_xor", "2"},
	ir.QuadSwapDiagonal: {"quad_shuffle_xor", "3"},
}

// gather spells an exchange of values within a SIMD-group (section 6.9.2).
func (w *Writer) gather(s ir.StmtID) {
	o, f := &w.Out, w.F
	w.since(201, "subgroup operations", f.StmtSpan(s))
	v := f.SubgroupGather(s)
	if int(v.Mode) >= len(gatherNames) || gatherNames[v.Mode].name == "" {
		panic("msl: subgroup gather " + v.Mode.String())
	}
	name, constant := gatherNames[v.Mode].name, gatherNames[v.Mode].constant
	o.Word(word(name))
	o.Byte('(')
	w.Expr(v.Argument, anyForm)
	if v.Index != 0 {
		o.Comma()
		w.Expr(v.Index, anyForm)
	}
	if constant != "" {
		o.Comma()
		o.Str(constant)
	}
	o.Byte(')')
}

// collective spells a reduction or scan of a SIMD-group.
func (w *Writer) collective(s ir.StmtID) {
	f := w.F
	w.since(201, "subgroup operations", f.StmtSpan(s))
	v := f.SubgroupCollective(s)
	if v.Op == ir.SubgroupElect {
		w.Out.Word(word("simd_is_first"))
		w.Out.Str("()")
		return
	}
	w.Out.Word(word(collectiveName(v)))
	w.Arguments(0, v.Argument)
}

// lacksCollective reports whether no function does a reduction or scan: scans add or
// multiply, and clusters are quads (section 6.9.2).
func lacksCollective(v ir.SubgroupCollective, _ ir.TypeID) bool {
	switch v.Collective {
	case ir.InclusiveScan, ir.ExclusiveScan:
		return v.Op > ir.SubgroupMul
	case ir.Clustered:
		return v.Cluster != 4
	}
	return false
}

func collectiveName(v ir.SubgroupCollective) string {
	name := v.Op.String()
	switch v.Op {
	case ir.SubgroupAdd:
		name = "sum"
	case ir.SubgroupMul:
		name = "product"
	}
	switch v.Collective {
	case ir.InclusiveScan:
		return "simd_prefix_inclusive_" + name
	case ir.ExclusiveScan:
		return "simd_prefix_exclusive_" + name
	case ir.Clustered:
		return "quad_" + name
	}
	return "simd_" + name
}
