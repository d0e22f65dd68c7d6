package validate

// This file walks functions: signature, locals, and the scope of every value.
//
// One walk over the statements does it all. Each expression has a state; an Emit checks its
// expressions and makes them visible, the statement that populates a result makes that
// visible, and the end of a block takes its values from view. A stack lists the visible
// values, so that ending a block is popping. A value of a loop's body can be used in the
// continuing block only if every path there evaluates it, that is if no continue comes
// before it.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/internal/ir/typing"
	"refract/internal/parallel"
	"refract/ir"
)

// Limits of a function. Consumers recurse over nested statements.
const (
	maxNesting    = 1000
	maxParameters = 255
)

type exprState uint8

const (
	notEvaluated exprState = iota
	visible
	gone     // its block has ended
	poisoned // an error was reported; visible everywhere, so that nothing else is
)

type localState uint8

const (
	undeclared      localState = iota
	usedUndeclared             // used, so that its scope is the function
	declared                   // in scope from a StmtLocal on
	declaredAndGone            // the block of its StmtLocal has ended
)

const localTag = 1 << 31 // in funcState.scope: a local, not an expression

// funcState is the state of the walk over one function.
type funcState struct {
	id   ir.FuncID
	f    *ir.Function
	info *FunctionInfo
	own  *ownUses

	exprs  []exprState
	roots  []Resource // by ExprID: what a pointer points into, or which resource it is
	locals []localState
	blocks []uint64 // bitset by BlockID: visited
	stmts  []uint64 // bitset by StmtID: visited
	scope  []uint32 // what is visible, innermost last
	starts []int    // where in scope the open blocks begin
	loops  []loopFrame
	ended  bool     // an operation before ended the invocation
	values []uint32 // scratch: values of a switch

	refs      []uint32 // memory of all FunctionInfo.Refs
	access    []Access // by GlobalID; scratch
	touched   []ir.GlobalID
	samplings []Sampling // scratch
}

type loopFrame struct {
	block int // index in starts of the loop's body
	first int // how much of the body's scope every continue has passed; -1: no continue yet
}

// functions checks every function and collects the effects of each.
func (v *Validator) functions(workers int) {
	m := v.m
	n := len(m.Functions)
	v.isEntry = grow(v.isEntry, n)
	for i := range m.EntryPoints {
		v.isEntry[m.EntryPoints[i].Function] = true
	}
	total, params := 0, 0
	for _, f := range m.Functions[1:] {
		total += f.ExprCount()
		params += len(f.Args)
	}
	s := &v.fn
	s.refs = grow(s.refs, total)
	s.start(m)
	v.info.Functions = grow(v.info.Functions, n)
	v.graph.start(n)
	v.graph.params = slices.Grow(v.graph.params, params)
	rest := s.refs
	for id, f := range m.Functions[1:] {
		v.info.Functions[id+1].Refs = rest[:f.ExprCount():f.ExprCount()]
		rest = rest[f.ExprCount():]
	}
	if workers = parallel.Workers(workers, total); workers > 1 {
		v.shared(workers)
		return
	}
	for id, f := range m.Functions[1:] {
		v.function(ir.FuncID(id+1), f)
	}
}

// start makes ready for the functions of a module.
func (s *funcState) start(m *ir.Module) {
	s.access = grow(s.access, len(m.Globals))
	s.touched = s.touched[:0]
}

func (v *Validator) function(id ir.FuncID, f *ir.Function) {
	v.meter.Step()
	s := &v.fn
	s.id, s.f, s.info, s.own = id, f, &v.info.Functions[id], &v.graph.own[id]
	s.exprs = grow(s.exprs, f.ExprCount())
	s.roots = grow(s.roots, f.ExprCount())
	s.locals = grow(s.locals, len(f.Locals))
	s.stmts = grow(s.stmts, f.StmtCount()/64+1)
	s.blocks = grow(s.blocks, f.BlockCount()/64+1)
	s.scope, s.starts, s.loops = s.scope[:0], s.starts[:0], s.loops[:0]
	s.samplings = s.samplings[:0]
	v.check.Function(f)
	v.graph.begin(id, s.info, len(f.Args))

	v.signature(f)
	for i := range f.Locals[1:] {
		v.local(&f.Locals[i+1])
	}
	v.references(f)
	flow := v.block(f.Body, context{})
	if f.Result != 0 && flow&next != 0 {
		v.errorf(CodeMissingReturn, f.Span, "control can reach the end of %q without returning a value", f.Name)
	}
	v.graph.end(v)
}

// references notes every global that the function names, whether or not the
// value is used: naming one makes it part of an entry point's interface.
func (v *Validator) references(f *ir.Function) {
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) != ir.KindGlobal {
			continue
		}
		g := f.GlobalRef(x)
		v.touch(root(rootGlobal, uint32(g)), Referenced)
		switch v.m.Globals[g].Space {
		case ir.SpaceWorkgroup:
			v.does(UsesWorkgroup, f.SpanOf(x))
		case ir.SpaceTaskPayload:
			v.does(UsesTaskPayload, f.SpanOf(x))
		default:
			if u := spaceUses[v.m.Globals[g].Space]; u != 0 {
				v.does(u, f.SpanOf(x))
			}
		}
	}
}

func (v *Validator) signature(f *ir.Function) {
	entry := v.isEntry[v.fn.id]
	if len(f.Args) > maxParameters {
		v.errorf(CodeLimit, f.Span, "%q has %d parameters; at most %d are possible", f.Name, len(f.Args), maxParameters)
	}
	for i := range f.Args {
		a := &f.Args[i]
		span := cmp.Or(a.Span, f.Span)
		v.needType(a.Type, span)
		facts := v.facts.Of(a.Type)
		switch kind := v.m.Types.At(a.Type).Kind; {
		case facts.Flags&typing.Constructible != 0:
		case !entry && (kind == ir.TypePointer || facts.Flags&typing.Handle != 0):
		default:
			v.errorf(CodeParameter, span, "a parameter can't be %s", v.m.TypeName(a.Type))
		}
		if !entry && a.Binding.Kind != ir.NoBinding {
			v.errorf(CodeBinding, span, "only parameters of entry points have bindings")
		}
	}
	if f.Result != 0 {
		v.needType(f.Result, f.Span)
		if !v.facts.Has(f.Result, typing.Constructible) {
			v.errorf(CodeResult, f.Span, "a function can't return %s", v.m.TypeName(f.Result))
		}
	}
	if f.ResultBinding.Kind != ir.NoBinding && !entry {
		v.errorf(CodeBinding, f.Span, "only results of entry points have bindings")
	}
}

func (v *Validator) local(l *ir.Local) {
	span := cmp.Or(l.Span, v.fn.f.Span)
	v.needType(l.Type, span)
	if v.facts.Of(l.Type).Flags&(typing.Constructible|typing.HasRayObject) == 0 {
		v.errorf(CodeLocal, span, "a local variable can't hold %s", v.m.TypeName(l.Type))
	} else if bad := v.layouts.CheckSpace(l.Type, ir.SpaceFunction, true); bad != nil {
		v.constraint(bad, &ir.Global{Name: l.Name, Space: ir.SpaceFunction, Span: span})
	}
}

// open begins a block; close ends the innermost one.
func (s *funcState) open() { s.starts = append(s.starts, len(s.scope)) }

func (s *funcState) close() {
	last := len(s.starts) - 1
	s.retire(s.starts[last])
	s.starts = s.starts[:last]
}

// retire takes the values from view that became visible after the mark.
func (s *funcState) retire(mark int) {
	for _, x := range s.scope[mark:] {
		if x&localTag != 0 {
			s.locals[x&^localTag] = declaredAndGone
		} else if s.exprs[x] == visible {
			s.exprs[x] = gone
		}
	}
	s.scope = s.scope[:mark]
}

func (s *funcState) show(x ir.ExprID) {
	s.exprs[x] = visible
	s.scope = append(s.scope, uint32(x))
}

// use counts a use of a value and checks that it is in scope. It reports whether the
// value's type can be relied on. span is the place of the use.
func (v *Validator) use(x ir.ExprID, span diag.Span) bool {
	s := &v.fn
	s.info.Refs[x]++
	switch s.exprs[x] {
	case visible:
		return true
	case poisoned:
		return false
	}
	kind := s.f.Kind(x)
	if !kind.IsImplicit() {
		d := v.errorf(CodeScope, span, "a value is used where it is not in scope")
		d.Label(s.f.SpanOf(x), "the value (%s)", kind)
		if s.exprs[x] == gone {
			d.Note("the block that evaluates it has ended")
		} else {
			d.Note("nothing has evaluated it yet")
		}
		s.exprs[x] = poisoned
		return false
	}
	if kind == ir.KindLocal {
		return v.useLocal(x, span)
	}
	// The first use of a value that exists everywhere: it stays visible.
	if !v.examine(x) {
		return false
	}
	s.exprs[x] = visible
	switch kind {
	case ir.KindGlobal:
		s.roots[x] = root(rootGlobal, uint32(s.f.GlobalRef(x)))
	case ir.KindArgument:
		s.roots[x] = root(rootParam, uint32(s.f.ArgumentIndex(x)))
	}
	return true
}

// useLocal checks the scope of a local variable at each use.
func (v *Validator) useLocal(x ir.ExprID, span diag.Span) bool {
	s := &v.fn
	l := s.f.LocalRef(x)
	switch s.locals[l] {
	case undeclared:
		s.locals[l] = usedUndeclared
	case declaredAndGone:
		v.errorf(CodeLocalScope, span, "the local %q is used after the block that declares it", s.f.Locals[l].Name)
		s.exprs[x] = poisoned
		return false
	}
	if s.roots[x] == 0 {
		if !v.examine(x) {
			return false
		}
		s.roots[x] = root(rootLocal, uint32(l))
	}
	return true
}

// examine checks the type of one expression and the requirements of the type.
func (v *Validator) examine(x ir.ExprID) bool {
	s := &v.fn
	if !v.check.Check(x) {
		p := &v.check.Problem
		d := v.errorf(p.Code, s.f.SpanOf(x), "%s", p.Message)
		if p.Operand != 0 {
			if at := s.f.SpanOf(p.Operand); at != d.Span && !at.IsZero() {
				d.Label(at, "this operand")
			}
		}
		s.exprs[x] = poisoned
		return false
	}
	t := s.f.TypeOf(x)
	if f := v.facts.Of(t); f.Features != 0 || f.Flags&typing.Abstract != 0 {
		v.needType(t, s.f.SpanOf(x))
	}
	return true
}

// emit evaluates the expressions of an Emit.
func (v *Validator) emit(list []ir.ExprID, span diag.Span) {
	s := &v.fn
	f, refs, exprs, buf := s.f, s.info.Refs, s.exprs, v.buf
	for _, x := range list {
		v.meter.Step()
		kind := f.Kind(x)
		if !kind.NeedsEmit() {
			v.errorf(CodeEmit, cmp.Or(s.f.SpanOf(x), span), "a %s is not evaluated by an Emit", kind)
			continue
		}
		if exprs[x] != notEvaluated {
			if exprs[x] != poisoned {
				v.errorf(CodeEmit, cmp.Or(f.SpanOf(x), span), "a value is evaluated twice (%s)", kind)
			}
			continue
		}
		ok := true
		if y, only := f.OnlyOperand(x); only {
			if exprs[y] == visible {
				refs[y]++
			} else {
				ok = v.use(y, f.SpanOf(x))
			}
		} else {
			buf = f.Operands(x, buf[:0])
			for _, y := range buf {
				if exprs[y] == visible {
					refs[y]++
				} else if !v.use(y, f.SpanOf(x)) {
					ok = false
				}
			}
		}
		if !ok {
			exprs[x] = poisoned
			continue
		}
		if v.examine(x) {
			exprs[x] = visible
			s.scope = append(s.scope, uint32(x))
			if effectless>>kind&1 == 0 {
				v.effects(x, kind)
			}
		}
	}
	if cap(buf) > cap(v.buf) {
		v.buf = buf
	}
}

// effectless are kinds without anything for effects to note.
const effectless = 1<<ir.KindCompose | 1<<ir.KindSplat | 1<<ir.KindSwizzle | 1<<ir.KindUnary | 1<<ir.KindBinary |
	1<<ir.KindSelect | 1<<ir.KindRelational | 1<<ir.KindAs

// effects notes the uses in the evaluation of an expression.
func (v *Validator) effects(x ir.ExprID, kind ir.Kind) {
	s := &v.fn
	f := s.f
	switch kind {
	case ir.KindAccess:
		a := f.Access(x)
		s.roots[x] = s.roots[a.Base]
		v.bindingAccess(x, a.Base)
	case ir.KindAccessIndex:
		s.roots[x] = s.roots[f.AccessIndex(x).Base]
	case ir.KindLoad:
		v.memory(f.Operand(x), Read, f.SpanOf(x))
	case ir.KindArrayLength:
		v.touch(s.roots[f.Operand(x)], Query)
	case ir.KindMath:
		switch f.Math(x).Op {
		case ir.MathQuantizeToF16, ir.MathPack2x16float, ir.MathUnpack2x16float:
			v.need(Float16InFloat32, f.SpanOf(x), "packing of f16 values")
		}
	case ir.KindDerivative:
		v.does(UsesDerivative, f.SpanOf(x))
	case ir.KindImageSample:
		i := f.ImageSample(x)
		if i.Gather < 0 && i.Level.IsImplicit() {
			v.does(UsesImplicitLevel, f.SpanOf(x))
		}
		v.touch(s.roots[i.Image], Read)
		if i.Sampler != 0 {
			v.touch(s.roots[i.Sampler], Read)
		}
		v.sampling(Sampling{s.roots[i.Image], s.roots[i.Sampler]})
	case ir.KindImageLoad:
		l := f.ImageLoad(x)
		if v.m.Types.At(f.TypeOf(l.Image)).Dim == ir.DimSubpass {
			v.does(UsesInputAttachment, f.SpanOf(x))
		}
		v.touch(s.roots[l.Image], Read)
	case ir.KindImageQuery:
		v.touch(s.roots[f.ImageQuery(x).Image], Query)
	case ir.KindRayQueryGet, ir.KindRayQueryVertex:
		v.does(UsesRayQuery, f.SpanOf(x))
	case ir.KindBufferView:
		s.roots[x] = s.roots[f.BufferView(x).Buffer]
	case ir.KindPointerAt:
		if v.m.Types.At(f.TypeOf(x)).Kind != ir.TypeAccelerationStructure { // the type has a capability of its own
			v.need(PhysicalMemory, f.SpanOf(x), "a pointer from an address")
		}
	case ir.KindInterpolate:
		v.need(PullInterpolation, f.SpanOf(x), "an interpolation elsewhere")
		v.does(UsesInterpolation, f.SpanOf(x))
		v.graph.interpolations = append(v.graph.interpolations, interpolation{s.id, x})
	}
}

// memory notes an access to memory through a pointer; that to an atomic is one.
func (v *Validator) memory(pointer ir.ExprID, a Access, span diag.Span) {
	r := v.fn.roots[pointer]
	p := v.m.Types.At(v.fn.f.TypeOf(pointer))
	if t := v.m.Types.At(p.Base); t.Kind == ir.TypeAtomic {
		a |= Atomic
		v.does(UsesAtomic, span)
		if t.Scalar == ir.I64 || t.Scalar == ir.U64 {
			v.need(Int64AtomicAll, span, "an atomic load or store of 64 bits")
		}
	}
	v.touch(r, a)
}

// bindingAccess checks a dynamic index into a binding array.
func (v *Validator) bindingAccess(x, base ir.ExprID) {
	f := v.fn.f
	if f.Flags(x)&ir.FlagNonUniform == 0 {
		return
	}
	t := v.m.Types.At(v.m.Types.Pointee(f.TypeOf(base)))
	if t.Kind != ir.TypeBindingArray {
		v.errorf(CodeNonUniformUse, f.SpanOf(x), "only the index into a binding array can be non-uniform")
		return
	}
	v.does(UsesNonUniformAccess, f.SpanOf(x))
	c := TextureNonUniform
	switch e := v.m.Types.At(t.Base); e.Kind {
	case ir.TypeImage:
		if e.Class == ir.ImageStorage {
			c = StorageTextureNonUniform
		}
	case ir.TypeAccelerationStructure:
		c = AccelerationStructureNonUniform
	case ir.TypeStruct:
		c = pick(v.m.Types.At(f.TypeOf(base)).Space == ir.SpaceUniform, UniformBufferNonUniform, StorageBufferNonUniform)
	}
	v.need(c, f.SpanOf(x), "a non-uniform index into a binding array")
}

// touch notes how a root is used.
func (v *Validator) touch(r Resource, a Access) {
	s := &v.fn
	if g := r.Global(); g != 0 {
		if s.access[g] == 0 {
			s.touched = append(s.touched, g)
		}
		s.access[g] |= a | Referenced
	} else if i := r.Param(); i >= 0 {
		s.info.Params[i] |= a | Referenced
	}
}

// sampling notes a pair of image and sampler.
func (v *Validator) sampling(p Sampling) {
	s := &v.fn
	if n := len(s.samplings); n > 0 && s.samplings[n-1] == p {
		return
	}
	s.samplings = append(s.samplings, p)
}

// does notes a use that not every stage can make.
func (v *Validator) does(u Uses, span diag.Span) {
	if s := &v.fn; s.info.Own&u == 0 {
		s.info.Own |= u
		s.own.note(u, use{s.id, span})
	}
}

// populate makes a result expression visible; the statement gives it the type.
// want is 0 if check looks at the type itself.
func (v *Validator) populate(x ir.ExprID, kind ir.Kind, want ir.TypeID, span diag.Span) {
	s := &v.fn
	switch {
	case s.f.Kind(x) != kind:
		v.errorf(CodePopulate, span, "the statement populates a %s, not a %s", kind, s.f.Kind(x))
		s.exprs[x] = poisoned
	case s.exprs[x] == poisoned:
	case s.exprs[x] != notEvaluated:
		v.errorf(CodePopulate, span, "a %s is populated twice", kind)
	case want != 0 && s.f.TypeOf(x) != want:
		v.errorf(typing.CodeExprType, span, "the result is recorded as %s, but is %s", v.m.TypeName(s.f.TypeOf(x)), v.m.TypeName(want))
		s.exprs[x] = poisoned
	default:
		v.needType(s.f.TypeOf(x), span)
		s.show(x)
	}
}

// poison keeps the users of a statement's result from being reported.
func (v *Validator) poison(x ir.ExprID) {
	if x != 0 {
		v.fn.exprs[x] = poisoned
	}
}

// globalUses turns the scratch of touched globals into an ascending list at the
// end of pool, and clears it.
func (s *funcState) globalUses(pool []GlobalUse) (grown, uses []GlobalUse) {
	slices.Sort(s.touched)
	first := len(pool)
	for _, g := range s.touched {
		pool = append(pool, GlobalUse{g, s.access[g]})
		s.access[g] = 0
	}
	s.touched = s.touched[:0]
	return pool, pool[first:len(pool):len(pool)]
}
