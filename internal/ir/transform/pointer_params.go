package transform

// This file specializes functions for the memory that their pointer parameters
// point into. Languages without real pointers take, if any, pointers to whole
// variables; WGSL passes pointers to parts of variables and into buffers, too.
//
// A call with one of these arguments calls a copy of the function instead, one for each way
// to the argument: the root and the static steps from it are written into the copy, dynamic
// indices become parameters:
//
//	func @inc($p : ptr<storage, u32, read_write>) { ... $p ... }
//	%1 = access @buffer, %i : ptr<storage, u32, read_write>
//	call @inc(%1)
//
// becomes
//
//	func @inc_1($i : u32) { %1 = access @buffer, $i ... %1 ... }
//	call @inc_1(%i)
//
// A root that is a local variable is passed as a pointer to the whole of it. The
// functions that were copied stay in the module, uncalled.

import (
	"encoding/binary"
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// PointerParamOptions selects further parameters that PointerParams removes, beyond the
// ones that no target has.
type PointerParamOptions struct {
	Resources bool // images, samplers and other resources
	Variables bool // pointers to whole private and workgroup variables
	Workgroup bool // pointers to whole workgroup variables
	Parts     bool // not: pointers to parts of function and private variables; the target has parameters that are copied in and out

	// Only, if not nil, selects the pointers by the types of their memory.
	Only func(ir.TypeID) bool

	// Checked removes pointers to such parts if an index on the way isn't known to be in
	// bounds: the function then learns the index, which ReadZeroSkipWrite must know.
	Checked bool
}

// maxSpecialized bounds the expressions that copies of functions may have together: the
// ways to arguments can multiply from call to call.
const maxSpecialized = 1 << 22

const codeCopies diag.Code = "too-many-copies"

// SpecializeError reports that a module would need too many copies of a function.
type SpecializeError struct {
	Function string
	Span     diag.Span // of the call
}

// Diagnostic is the code of the error, and its place.
func (e *SpecializeError) Diagnostic() (diag.Code, diag.Span) { return codeCopies, e.Span }

func (e *SpecializeError) Error() string {
	return fmt.Sprintf("calls reach %s's pointer parameters in too many ways to make a copy for each", e.Function)
}

// PointerParams makes every pointer that is passed to a function point to a whole variable
// in function, private or workgroup memory. It fails with a *SpecializeError if that takes
// too many copies.
func PointerParams(m *ir.Module, opts PointerParamOptions) error {
	found := false
	for _, f := range m.Functions[1:] {
		found = found || opts.isCandidate(m, f)
	}
	if !found {
		return nil
	}
	s := &specializer{m: m, opts: opts, made: map[string]ir.FuncID{}}
	for i := 1; i < len(m.Functions) && s.err == nil; i++ {
		if f := m.Functions[i]; !s.isUnreachable(f) {
			rewrite.Function(m, f, s)
		}
	}
	return s.err
}

type specializer struct {
	m      *ir.Module
	opts   PointerParamOptions
	made   map[string]ir.FuncID // copies by key
	key    []byte
	plans  []argumentPlan
	copied int
	err    error
}

// argumentPlan is the treatment of one argument of a call.
type argumentPlan struct {
	keep  bool
	root  ir.ExprID   // in the caller
	steps []ir.ExprID // the accesses from the root on
}

// isCandidate reports whether a function has parameters that may have to go.
func (o PointerParamOptions) isCandidate(m *ir.Module, f *ir.Function) bool {
	for i := range f.Args {
		if o.isPlace(m, f.Args[i].Type) {
			return true
		}
	}
	return false
}

func (o PointerParamOptions) isPlace(m *ir.Module, t ir.TypeID) bool {
	switch m.Types.At(t).Kind {
	case ir.TypePointer:
		return o.Only == nil || o.Only(m.Types.Pointee(t))
	case ir.TypeImage, ir.TypeSampler, ir.TypeSampledImage, ir.TypeAccelerationStructure, ir.TypeBindingArray:
		return o.Resources
	}
	return false
}

// isUnreachable reports whether a function has parameters that every call
// replaces, so that only copies of it are called.
func (s *specializer) isUnreachable(f *ir.Function) bool {
	for i := range f.Args {
		t := s.m.Types.At(f.Args[i].Type)
		if t.Kind == ir.TypePointer && s.opts.isPlace(s.m, f.Args[i].Type) && !s.passable(t.Space) || t.Kind != ir.TypePointer && s.opts.isPlace(s.m, f.Args[i].Type) {
			return true
		}
	}
	return false
}

// passable reports whether a pointer to a whole variable may be passed.
func (s *specializer) passable(space ir.AddressSpace) bool {
	switch space {
	case ir.SpaceFunction:
		return true
	case ir.SpacePrivate:
		return !s.opts.Variables
	case ir.SpaceWorkgroup:
		return !s.opts.Variables && !s.opts.Workgroup
	}
	return false
}

// partsPassable reports whether a pointer to a part of a variable may be passed.
func (s *specializer) partsPassable(space ir.AddressSpace) bool {
	return s.opts.Parts && space != ir.SpaceWorkgroup && s.passable(space)
}

// Kinds implements rewrite.Selective.
func (*specializer) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (s *specializer) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (s *specializer) Stmt(e *rewrite.Editor, st ir.StmtID) {
	if e.F.StmtKind(st) != ir.StmtCall || s.err != nil {
		return
	}
	call := e.F.Call(st)
	callee := s.m.Functions[call.Function]
	if !s.opts.isCandidate(s.m, callee) {
		return
	}
	s.plans = s.plans[:0]
	s.key = binary.AppendUvarint(s.key[:0], uint64(call.Function))
	all := true
	for _, x := range call.Args {
		p := s.plan(e.F, x)
		s.describe(e.F, &p)
		s.plans = append(s.plans, p)
		all = all && p.keep
	}
	if all {
		return
	}
	to, ok := s.made[string(s.key)]
	if !ok {
		if s.copied += callee.ExprCount(); s.copied > maxSpecialized {
			s.err = &SpecializeError{callee.Name, e.F.StmtSpan(st)}
			return
		}
		to = s.specialize(callee, e.F)
		s.made[string(s.key)] = to
	}
	var args []ir.ExprID
	for i := range s.plans {
		p := &s.plans[i]
		switch {
		case p.keep:
			args = append(args, call.Args[i])
			continue
		case e.F.Kind(p.root) != ir.KindGlobal:
			args = append(args, p.root)
		}
		for _, x := range p.steps {
			dynamic, n := stepOperands(e.F, x)
			args = append(args, dynamic[:n]...)
		}
	}
	b := e.Remove()
	b.Push(e.F.AddCall(ir.Call{Function: to, Args: args, Result: call.Result}, e.F.StmtSpan(st)))
}

// plan decides the treatment of an argument.
func (s *specializer) plan(f *ir.Function, x ir.ExprID) argumentPlan {
	keep := argumentPlan{keep: true}
	if !s.opts.isPlace(s.m, f.TypeOf(x)) {
		return keep
	}
	var p argumentPlan
	p.root = x
	for {
		switch f.Kind(p.root) {
		case ir.KindAccess:
			p.steps = append(p.steps, p.root)
			p.root = f.Access(p.root).Base
			continue
		case ir.KindAccessIndex:
			p.steps = append(p.steps, p.root)
			p.root = f.AccessIndex(p.root).Base
			continue
		case ir.KindBufferView:
			p.steps = append(p.steps, p.root)
			p.root = f.BufferView(p.root).Buffer
			continue
		}
		break
	}
	for i, j := 0, len(p.steps)-1; i < j; i, j = i+1, j-1 {
		p.steps[i], p.steps[j] = p.steps[j], p.steps[i]
	}
	parts := !s.opts.Checked || !slices.ContainsFunc(p.steps, func(x ir.ExprID) bool { return f.Kind(x) == ir.KindAccess && f.Flags(x)&ir.FlagInBounds == 0 })
	switch f.Kind(p.root) {
	case ir.KindGlobal:
		if space := s.m.Globals[f.GlobalRef(p.root)].Space; len(p.steps) == 0 && s.passable(space) || parts && s.partsPassable(space) {
			return keep
		}
	case ir.KindLocal, ir.KindArgument:
		if len(p.steps) == 0 || parts && s.partsPassable(s.m.Types.At(f.TypeOf(x)).Space) {
			return keep
		}
	default:
		return keep
	}
	return p
}

// stepOperands are the operands of a step that are known at run time only.
func stepOperands(f *ir.Function, x ir.ExprID) (list [2]ir.ExprID, n int) {
	switch f.Kind(x) {
	case ir.KindAccess:
		return [2]ir.ExprID{f.Access(x).Index}, 1
	case ir.KindBufferView:
		v := f.BufferView(x)
		for _, y := range [...]ir.ExprID{v.Offset, v.Size} {
			if y != 0 {
				list[n] = y
				n++
			}
		}
	}
	return list, n
}

// describe appends to the key how an argument is reached.
func (s *specializer) describe(f *ir.Function, p *argumentPlan) {
	if p.keep {
		s.key = append(s.key, 'k')
		return
	}
	if f.Kind(p.root) == ir.KindGlobal {
		s.key = binary.AppendUvarint(append(s.key, 'g'), uint64(f.GlobalRef(p.root)))
	} else {
		s.key = binary.AppendUvarint(append(s.key, 'p'), uint64(f.TypeOf(p.root)))
	}
	s.key = binary.AppendUvarint(s.key, uint64(len(p.steps)))
	for _, x := range p.steps {
		switch f.Kind(x) {
		case ir.KindAccess:
			s.key = binary.AppendUvarint(append(s.key, 'd'), uint64(f.TypeOf(f.Access(x).Index)))
			s.key = binary.AppendUvarint(s.key, uint64(f.Flags(x)))
		case ir.KindAccessIndex:
			s.key = binary.AppendUvarint(append(s.key, 's'), uint64(f.AccessIndex(x).Index))
		default:
			s.key = binary.AppendUvarint(append(s.key, 'v'), uint64(f.TypeOf(x)))
			dynamic, n := stepOperands(f, x)
			for _, y := range dynamic[:n] {
				s.key = binary.AppendUvarint(s.key, uint64(f.TypeOf(y)))
			}
			s.key = append(s.key, ';')
		}
	}
}

// specialize makes a copy of callee for arguments with the plans in caller.
func (s *specializer) specialize(callee, caller *ir.Function) ir.FuncID {
	id, g := s.m.NewFunction("")
	g.CopyBody(callee)
	old := g.ExprCount()
	args := g.Args
	g.Args = nil
	first := make([]int, len(args)) // index of the first parameter that stands for the argument
	for i := range args {
		p := &s.plans[i]
		first[i] = len(g.Args)
		switch {
		case p.keep:
			g.Args = append(g.Args, args[i])
			continue
		case caller.Kind(p.root) != ir.KindGlobal:
			a := args[i]
			a.Type = caller.TypeOf(p.root)
			g.Args = append(g.Args, a)
		}
		for _, x := range p.steps {
			dynamic, n := stepOperands(caller, x)
			for k, y := range dynamic[:n] {
				suffix := "_index"
				if caller.Kind(x) == ir.KindBufferView {
					suffix = [...]string{"_offset", "_size"}[k]
				}
				g.Args = append(g.Args, ir.Argument{Name: args[i].Name + suffix, Type: caller.TypeOf(y), Span: args[i].Span})
			}
		}
	}
	values := make([]ir.ExprID, len(args))
	stmts := g.StmtCount()
	var b ir.Builder
	prepend(&b, s.m, g, func(b *ir.Builder) {
		for i := range args {
			b.Span = args[i].Span
			values[i] = s.reach(b, caller, &s.plans[i], first[i])
		}
	})
	replaceArguments(g, ir.ExprID(old), ir.StmtID(stmts), values)
	// References to the old parameters are unused now; they must not name missing ones.
	for x := ir.ExprID(1); int(x) < old; x++ {
		if g.Kind(x) == ir.KindArgument {
			if v := values[g.ArgumentIndex(x)]; g.Kind(v).IsImplicit() {
				g.Overwrite(x, v)
			} else {
				g.Overwrite(x, g.AddLiteral(ir.TypeU32, 0, diag.Span{}))
			}
		}
	}
	return id
}

// reach builds, at the start of a copy, the value that an argument had.
func (s *specializer) reach(b *ir.Builder, caller *ir.Function, p *argumentPlan, next int) ir.ExprID {
	if p.keep {
		return b.Argument(next)
	}
	var v ir.ExprID
	if caller.Kind(p.root) == ir.KindGlobal {
		v = b.Global(caller.GlobalRef(p.root))
	} else {
		v = b.Argument(next)
		next++
	}
	for _, x := range p.steps {
		switch caller.Kind(x) {
		case ir.KindAccess:
			v = b.Access(v, b.Argument(next))
			b.F.SetFlags(v, caller.Flags(x))
			next++
		case ir.KindAccessIndex:
			v = b.AccessIndex(v, caller.AccessIndex(x).Index)
		default:
			view := ir.BufferView{Buffer: v}
			if was := caller.BufferView(x); was.Offset != 0 {
				view.Offset = b.Argument(next)
				next++
				if was.Size != 0 {
					view.Size = b.Argument(next)
					next++
				}
			}
			v = b.BufferView(caller.TypeOf(x), view)
		}
	}
	return v
}
