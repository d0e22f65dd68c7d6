package rewrite

// This file appends code that runs once the body of an entry point has ended, whichever way it ended:
//
//	entry f() { body }       becomes       entry f() { body; end }
//
// If the body returns early, it becomes a function:
//
//	entry f() { ... return ... }           func f_body() { ... return ... }
//	                                       entry f() { call f_body(); end }

import "refract/ir"

// An EntryEnd is an entry point whose end is under construction, by its Builder.
type EntryEnd struct {
	ir.Builder
	Entry  *ir.EntryPoint
	Result ir.ExprID // the value that the body returns; 0: none
	Quiet  bool      // the last effect of the body is a barrier of the workgroup
	mark   int
}

// OpenEntryEnd opens the end of entry point number i, whose function is of no other entry point and is
// not called. The entry point has no result any longer: the end may read the value and give it one.
func OpenEntryEnd(m *ir.Module, i int) *EntryEnd {
	b := &EntryEnd{Entry: &m.EntryPoints[i]}
	f := m.Func(b.Entry.Function)
	body := f.Block(f.Body)
	returns := 0
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtReturn {
			returns++
		}
	}
	last := len(body) > 0 && f.StmtKind(body[len(body)-1]) == ir.StmtReturn
	if returns == 0 || returns == 1 && last {
		b.Start(m, f)
		b.Span = f.Span
		b.mark = b.Begin()
		if last {
			b.Result = f.ReturnValue(body[len(body)-1])
			body = body[:len(body)-1]
		}
		for _, s := range body {
			b.Push(s)
			if k := f.StmtKind(s); k != ir.StmtEmit {
				b.Quiet = k == ir.StmtControlBarrier
			}
		}
		f.Result, f.ResultBinding = 0, ir.Binding{}
		return b
	}
	id, w := m.NewFunction(f.Name)
	w.Span, w.Doc = f.Span, f.Doc
	w.Args = append(w.Args, f.Args...)
	inner := b.Entry.Function
	f.Name, f.Doc, f.ResultBinding = f.Name+"_body", "", ir.Binding{}
	for k := range f.Args {
		f.Args[k].Binding = ir.Binding{}
	}
	b.Entry.Function = id
	b.Start(m, w)
	b.Span = w.Span
	b.mark = b.Begin()
	args := make([]ir.ExprID, len(w.Args))
	for k := range args {
		args[k] = b.Argument(k)
	}
	b.Result = b.Call(inner, args...)
	return b
}

// Close ends the entry point.
func (b *EntryEnd) Close() { b.F.Body = b.End(b.mark) }

// Settle waits for the invocations of the workgroup, unless the body ended so.
func (b *EntryEnd) Settle() {
	if !b.Quiet {
		b.Barrier(ir.MemoryWorkgroup)
	}
}

// Input is a built-in value of type t, for which the entry point gets a parameter if it has none.
func (b *EntryEnd) Input(v ir.BuiltIn, t ir.TypeID) ir.ExprID {
	is := func(x *ir.Binding) bool { return x.Kind == ir.BindBuiltIn && x.BuiltIn == v }
	for i := range b.F.Args {
		if is(&b.F.Args[i].Binding) {
			return b.Argument(i)
		}
		if s := b.M.StructOf(b.F.Args[i].Type); s != nil {
			for j := range s.Members {
				if is(&s.Members[j].Binding) {
					return b.AccessIndex(b.Argument(i), uint32(j))
				}
			}
		}
	}
	b.F.Args = append(b.F.Args, ir.Argument{Name: v.String(), Type: t, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: v}, Span: b.F.Span})
	return b.Argument(len(b.F.Args) - 1)
}

// Invocation is the index of the invocation and the size of its workgroup, a literal unless overrides
// set it.
func (b *EntryEnd) Invocation() (index, size ir.ExprID) {
	index = b.Input(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
	if b.Entry.WorkgroupSizeExpr == [3]ir.ConstID{} {
		s := b.Entry.WorkgroupSize
		return index, b.U32(s[0] * s[1] * s[2])
	}
	v := b.Input(ir.BuiltInWorkgroupSize, ir.TypeVec3U32)
	size = b.AccessIndex(v, 0)
	for i := range uint32(2) {
		size = b.Binary(ir.Mul, size, b.AccessIndex(v, i+1))
	}
	return index, size
}

// Share has the invocations of the workgroup do a job for the numbers below n, which is at most most:
// under a condition if there are enough invocations, else in a loop.
func (b *EntryEnd) Share(index, size, n ir.ExprID, most uint32, job func(i ir.ExprID)) {
	if b.F.Kind(size) == ir.KindLiteral && b.F.LiteralBits(size) >= uint64(most) {
		cond := b.Binary(ir.Lt, index, n)
		mark := b.Begin()
		job(index)
		b.If(cond, b.End(mark), 0)
		return
	}
	l := b.F.AddLocal(ir.Local{Name: "i", Type: ir.TypeU32, Span: b.Span})
	outer := b.Begin()
	b.DeclareLocal(l, index)
	body := b.Begin()
	cond := b.Binary(ir.Lt, b.Load(b.Local(l)), n)
	stop := b.Begin()
	b.Break()
	b.If(cond, 0, b.End(stop))
	job(b.Load(b.Local(l)))
	inside := b.End(body)
	next := b.Begin()
	b.Store(b.Local(l), b.Binary(ir.Add, b.Load(b.Local(l)), size))
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: inside, Continuing: b.End(next)})
	b.Nested(b.End(outer))
}
