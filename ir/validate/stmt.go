package validate

// This file checks the statements that have effects: stores, atomics, calls,
// barriers, image, ray query and subgroup operations.

import (
	"fmt"

	"refract/diag"
	"refract/ir"
)

// stmt checks one statement and returns the ways in which control leaves it.
func (v *Validator) stmt(id ir.StmtID, c context) flow {
	f := v.fn.f
	span := f.StmtSpan(id)
	switch kind := f.StmtKind(id); kind {
	case ir.StmtEmit:
		v.emit(f.Emit(id), span)
	case ir.StmtLocal:
		v.localStmt(id)
	case ir.StmtBlock:
		return v.block(f.BlockStmt(id), c)
	case ir.StmtIf:
		return v.ifStmt(id, c)
	case ir.StmtSwitch:
		return v.switchStmt(id, c)
	case ir.StmtLoop:
		return v.loop(id, c)
	case ir.StmtBreak, ir.StmtContinue, ir.StmtReturn, ir.StmtTerminate:
		return v.jump(id, kind, c)
	case ir.StmtDemote:
		v.does(UsesDiscard, span)
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier:
		v.barrier(f.Barrier(id), kind, span)
	case ir.StmtInterlock:
		v.need(FragmentInterlock, span, "a critical section of fragments")
		v.does(UsesInterlock, span)
	case ir.StmtPrint:
		for _, a := range f.Printing(id).Args {
			if t := v.m.Types.At(f.TypeOf(a)); t.Kind != ir.TypeScalar && t.Kind != ir.TypeVector {
				v.errorf(CodeCall, span, "a scalar or a vector is printed, not %s", v.m.TypeName(f.TypeOf(a)))
			}
		}
	case ir.StmtStore:
		v.store(f.Store(id), span)
	case ir.StmtImageStore:
		v.imageStore(f.ImageStore(id), span)
	case ir.StmtAtomic:
		v.atomic(f.Atomic(id), span)
	case ir.StmtImageAtomic:
		v.imageAtomic(f.ImageAtomic(id), span)
	case ir.StmtWorkgroupUniformLoad:
		v.uniformLoad(f.WorkgroupUniformLoad(id), span)
	case ir.StmtCall:
		v.call(f.Call(id), span)
	case ir.StmtRayQuery:
		v.rayQuery(f.RayQuery(id), span)
	case ir.StmtPipeline:
		v.pipeline(f.Pipeline(id), span)
	case ir.StmtCooperative:
		v.cooperative(f.Cooperative(id), span)
	case ir.StmtSubgroupBallot:
		v.subgroupBallot(f.SubgroupBallot(id), span)
	case ir.StmtSubgroupGather:
		v.subgroupGather(f.SubgroupGather(id), span)
	case ir.StmtSubgroupCollective:
		v.subgroupCollective(f.SubgroupCollective(id), span)
	default:
		panic("validate: statement " + kind.String())
	}
	return next
}

// name spells the type of an expression of the function.
func (v *Validator) name(x ir.ExprID) string { return v.m.TypeName(v.fn.f.TypeOf(x)) }

func (v *Validator) at(x ir.ExprID) *ir.Type { return v.m.Types.At(v.fn.f.TypeOf(x)) }

// uses counts uses of several values, absent ones left out, and reports whether
// all can be relied on.
func (v *Validator) uses(span diag.Span, xs ...ir.ExprID) bool {
	ok := true
	for _, x := range xs {
		if x != 0 && !v.use(x, span) {
			ok = false
		}
	}
	return ok
}

func (v *Validator) barrier(b ir.Barrier, kind ir.StmtKind, span diag.Span) {
	if kind == ir.StmtMemoryBarrier {
		return
	}
	if b.Memory&ir.MemorySubgroup != 0 {
		v.need(SubgroupBarrier, span, "a subgroup barrier")
		v.does(UsesSubgroupBarrier, span)
		return
	}
	if b.Scope == ir.ScopeInvocation || b.Scope == ir.ScopeSubgroup {
		v.errorf(CodeBarrier, span, "a control barrier that waits for the workgroup orders its memory, not that of the %s only", b.Scope)
	}
	v.does(UsesBarrier, span)
}

func (v *Validator) store(s ir.Store, span diag.Span) {
	if !v.uses(span, s.Pointer, s.Value) {
		return
	}
	p := v.at(s.Pointer)
	if p.Kind != ir.TypePointer {
		v.errorf(CodeStore, span, "a store writes through a pointer, not %s", v.name(s.Pointer))
		return
	}
	t := v.facts.LoadType(p)
	switch {
	case t == 0:
		v.errorf(CodeStore, span, "a value of %s can't be stored", v.m.TypeName(p.Base))
	case p.Access&ir.AccessWrite == 0:
		v.errorf(CodeStore, span, "memory in the %s space with %s access can't be written", p.Space, p.Access)
	case v.fn.f.TypeOf(s.Value) != t:
		v.errorf(CodeStore, span, "%s can't be stored where %s lies", v.name(s.Value), v.m.TypeName(t))
	default:
		v.memory(s.Pointer, Write, span)
	}
}

// problem reports the last finding of the type checker as a problem of a statement.
func (v *Validator) problem(span diag.Span) {
	v.errorf(v.check.Problem.Code, span, "%s", v.check.Problem.Message)
}

func (v *Validator) imageStore(s ir.ImageStore, span diag.Span) {
	if !v.uses(span, s.Image, s.Coordinate, s.ArrayIndex, s.Sample, s.Value) {
		return
	}
	img := v.check.Texel(s.Image, s.Coordinate, s.ArrayIndex, s.Sample)
	switch {
	case img == nil:
		v.problem(span)
	case img.Class != ir.ImageStorage || img.Access&ir.AccessWrite == 0:
		v.errorf(CodeImageStore, span, "%s can't be written", v.name(s.Image))
	case v.fn.f.TypeOf(s.Value) != ir.VectorOf(img.Texel(), 4):
		v.errorf(CodeImageStore, span, "a texel of %s is a vector of four %s, not %s", v.name(s.Image), img.Texel(), v.name(s.Value))
	default:
		v.touch(v.fn.roots[s.Image], Write)
	}
}

// exchanged checks a compare operand and the type of the result of an atomic
// operation on a scalar, and populates the result.
func (v *Validator) exchanged(op ir.AtomicOp, t ir.TypeID, compare, result ir.ExprID, span diag.Span) {
	if (compare != 0) != (op == ir.AtomicCompareExchange) {
		v.errorf(CodeAtomic, span, "a compare operand and compare_exchange go together")
	} else if compare != 0 && v.fn.f.TypeOf(compare) != t {
		v.errorf(CodeAtomic, span, "an atomic of %s can't be compared with %s", v.m.TypeName(t), v.name(compare))
	}
	switch {
	case result == 0:
	case op != ir.AtomicCompareExchange:
		v.populate(result, ir.KindAtomicResult, t, span)
	default:
		if s := v.m.StructOf(v.fn.f.TypeOf(result)); s == nil || s.Special != ir.SpecialAtomicExchange || s.Param != t {
			v.errorf(CodeAtomic, span, "the result of a compare_exchange on %s can't be %s", v.m.TypeName(t), v.name(result))
			v.poison(result)
			return
		}
		v.populate(result, ir.KindAtomicResult, 0, span)
	}
}

func (v *Validator) atomic(a ir.Atomic, span diag.Span) {
	if !v.uses(span, a.Pointer, a.Value, a.Compare) {
		v.poison(a.Result)
		return
	}
	p := v.at(a.Pointer)
	bad := func(format string, args ...any) {
		v.errorf(CodeAtomic, span, format, args...)
		v.poison(a.Result)
	}
	if p.Kind != ir.TypePointer {
		bad("an atomic operation takes a pointer, not %s", v.name(a.Pointer))
		return
	}
	t := v.m.Types.At(p.Base)
	if t.Kind != ir.TypeAtomic && (t.Kind != ir.TypeScalar || ir.AtomicOf(t.Scalar) == 0) {
		bad("there are no atomic operations on %s", v.m.TypeName(p.Base))
		return
	}
	if p.Space != ir.SpaceStorage && p.Space != ir.SpaceWorkgroup && p.Space != ir.SpaceTaskPayload && p.Space != ir.SpacePhysical || p.Access != ir.AccessReadWrite {
		bad("there are no atomic operations on memory in the %s space with %s access", p.Space, p.Access)
		return
	}
	scalar := ir.ScalarTypeOf(t.Scalar)
	if v.fn.f.TypeOf(a.Value) != scalar {
		bad("the operand of an atomic operation on %s can't be %s", v.m.TypeName(p.Base), v.name(a.Value))
		return
	}
	switch t.Scalar {
	case ir.F16, ir.F32, ir.F64:
		capability := FloatAtomics
		switch a.Op {
		case ir.AtomicAdd, ir.AtomicSub, ir.AtomicExchange:
			if t.Scalar == ir.F32 {
				capability = Float32Atomic
			}
		case ir.AtomicCompareExchange: // of the bits
			if t.Scalar != ir.F32 {
				bad("there is no atomic %s on %s", a.Op, t.Scalar)
				return
			}
		case ir.AtomicMin, ir.AtomicMax:
		default:
			bad("there is no atomic %s on %s", a.Op, t.Scalar)
			return
		}
		v.need(capability, span, "an atomic "+a.Op.String()+" on "+t.Scalar.String())
	case ir.I64, ir.U64:
		if (a.Op == ir.AtomicMin || a.Op == ir.AtomicMax) && a.Result == 0 && !v.allowed.Has(Int64AtomicAll) {
			v.need(Int64AtomicMinMax, span, "an atomic operation on 64 bits")
		} else {
			v.need(Int64AtomicAll, span, "an atomic operation on 64 bits")
		}
	}
	v.does(UsesAtomic, span)
	v.touch(v.fn.roots[a.Pointer], Read|Write|Atomic)
	v.exchanged(a.Op, scalar, a.Compare, a.Result, span)
}

func (v *Validator) imageAtomic(a ir.ImageAtomic, span diag.Span) {
	if !v.uses(span, a.Image, a.Coordinate, a.ArrayIndex, a.Sample, a.Value, a.Compare) {
		v.poison(a.Result)
		return
	}
	img := v.check.Texel(a.Image, a.Coordinate, a.ArrayIndex, a.Sample)
	if img == nil {
		v.problem(span)
		v.poison(a.Result)
		return
	}
	if img.Class != ir.ImageStorage || img.Access&ir.AccessAtomic == 0 {
		v.errorf(CodeAtomic, span, "there are no atomic operations on texels of %s", v.name(a.Image))
		v.poison(a.Result)
		return
	}
	t := ir.ScalarTypeOf(img.Texel())
	if v.fn.f.TypeOf(a.Value) != t {
		v.errorf(CodeAtomic, span, "the operand of an atomic operation on %s can't be %s", v.name(a.Image), v.name(a.Value))
		v.poison(a.Result)
		return
	}
	if t == ir.TypeF32 {
		switch a.Op {
		case ir.AtomicAdd, ir.AtomicExchange, ir.AtomicCompareExchange:
		case ir.AtomicMin, ir.AtomicMax:
			v.need(FloatAtomics, span, "an atomic "+a.Op.String()+" on texels of f32")
		default:
			v.errorf(CodeAtomic, span, "there is no atomic %s on texels of f32", a.Op)
			v.poison(a.Result)
			return
		}
	}
	v.does(UsesAtomic, span)
	v.touch(v.fn.roots[a.Image], Read|Write|Atomic)
	v.exchanged(a.Op, t, a.Compare, a.Result, span)
}

func (v *Validator) uniformLoad(u ir.WorkgroupUniformLoad, span diag.Span) {
	if !v.use(u.Pointer, span) {
		v.poison(u.Result)
		return
	}
	p := v.at(u.Pointer)
	var t ir.TypeID
	if p.Kind == ir.TypePointer && p.Space == ir.SpaceWorkgroup {
		t = v.facts.LoadType(p)
	}
	if t == 0 {
		v.errorf(CodeUniformLoad, span, "a workgroup-uniform load reads a value in the workgroup space, not %s", v.name(u.Pointer))
		v.poison(u.Result)
		return
	}
	v.memory(u.Pointer, Read, span)
	v.does(UsesBarrier, span)
	v.populate(u.Result, ir.KindWorkgroupUniformResult, t, span)
}

func (v *Validator) call(c ir.Call, span diag.Span) {
	callee := v.m.Functions[c.Function]
	ok := true
	for _, x := range c.Args {
		ok = v.use(x, span) && ok
	}
	bad := func(format string, args ...any) {
		v.errorf(CodeCall, span, format, args...).Label(callee.Span, "%q", callee.Name)
		ok = false
	}
	if v.isEntry[c.Function] {
		bad("%q is an entry point and can't be called", callee.Name)
	}
	if len(c.Args) != len(callee.Args) {
		bad("%q takes %d arguments, not %d", callee.Name, len(callee.Args), len(c.Args))
	} else if ok {
		for i, x := range c.Args {
			if v.fn.f.TypeOf(x) != callee.Args[i].Type {
				bad("argument %d of %q is %s, not %s", i+1, callee.Name, v.argName(callee.Args[i].Type, v.fn.f.TypeOf(x)), v.name(x))
			}
		}
	}
	if (c.Result != 0) != (callee.Result != 0) {
		bad("a call has a result if and only if the function returns a value")
	}
	if !ok {
		v.poison(c.Result)
		return
	}
	v.graph.call(v, c, span)
	if c.Result != 0 {
		v.populate(c.Result, ir.KindCallResult, callee.Result, span)
	}
}

// argName spells the wanted type so that it differs from the given one: pointers may differ
// in their layout only.
func (v *Validator) argName(want, got ir.TypeID) string {
	name := v.m.TypeName(want)
	if name == v.m.TypeName(got) {
		w, g := v.m.Types.At(want), v.m.Types.At(got)
		name += fmt.Sprintf(" with layout %d instead of %d", w.Layout, g.Layout)
	}
	return name
}

func (v *Validator) rayQuery(q ir.RayQuery, span diag.Span) {
	if !v.uses(span, q.Query, q.A, q.B) {
		v.poison(q.Result)
		return
	}
	bad := func(format string, args ...any) {
		v.errorf(CodeRayQueryStmt, span, format, args...)
		v.poison(q.Result)
	}
	p := v.at(q.Query)
	if p.Kind != ir.TypePointer || v.m.Types.At(p.Base).Kind != ir.TypeRayQuery {
		bad("a ray query is operated on through a pointer, not %s", v.name(q.Query))
		return
	}
	operands := [...]int{ir.RayInitialize: 2, ir.RayProceed: 0, ir.RayTerminate: 0, ir.RayGenerateIntersection: 1, ir.RayConfirmIntersection: 0}[q.Op]
	if (q.A != 0) != (operands > 0) || (q.B != 0) != (operands > 1) || (q.Result != 0) != (q.Op == ir.RayProceed) {
		bad("%s of a ray query has %d operands, and only proceed a result", q.Op, operands)
		return
	}
	v.does(UsesRayQuery, span)
	switch q.Op {
	case ir.RayInitialize:
		if v.at(q.A).Kind != ir.TypeAccelerationStructure {
			bad("a ray query is initialized with an acceleration structure, not %s", v.name(q.A))
			return
		}
		if s := v.m.StructOf(v.fn.f.TypeOf(q.B)); s == nil || s.Special != ir.SpecialRayDesc {
			bad("a ray is described by a RayDesc, not by %s", v.name(q.B))
			return
		}
		v.touch(v.fn.roots[q.A], Read)
	case ir.RayGenerateIntersection:
		if v.fn.f.TypeOf(q.A) != ir.TypeF32 {
			bad("the distance of a hit is f32, not %s", v.name(q.A))
		}
	case ir.RayProceed:
		v.populate(q.Result, ir.KindRayQueryProceedResult, ir.TypeBool, span)
	}
}

// subgroup notes a subgroup operation.
func (v *Validator) subgroup(span diag.Span) {
	v.need(Subgroups, span, "a subgroup operation")
	v.does(UsesSubgroup, span)
}

func (v *Validator) subgroupBallot(s ir.SubgroupBallot, span diag.Span) {
	v.subgroup(span)
	if s.Predicate != 0 && v.use(s.Predicate, span) && v.fn.f.TypeOf(s.Predicate) != ir.TypeBool {
		v.errorf(CodeSubgroup, span, "the predicate of a ballot is bool, not %s", v.name(s.Predicate))
	}
	v.populate(s.Result, ir.KindSubgroupResult, ir.VectorOf(ir.U32, 4), span)
}

func (v *Validator) subgroupGather(s ir.SubgroupGather, span diag.Span) {
	v.subgroup(span)
	if !v.uses(span, s.Argument, s.Index) {
		v.poison(s.Result)
		return
	}
	t := v.fn.f.TypeOf(s.Argument)
	constant := s.Mode == ir.Broadcast || s.Mode == ir.QuadBroadcast
	switch {
	case !v.m.Types.IsScalarOrVector(t):
		v.errorf(CodeSubgroup, span, "%s doesn't take %s", s.Mode, v.m.TypeName(t))
	case (s.Index != 0) != s.Mode.HasIndex():
		v.errorf(CodeSubgroup, span, "%s takes an index or does not", s.Mode)
	case s.Index != 0 && v.fn.f.TypeOf(s.Index) != ir.TypeI32 && v.fn.f.TypeOf(s.Index) != ir.TypeU32:
		v.errorf(CodeSubgroup, span, "the index of %s is i32 or u32, not %s", s.Mode, v.name(s.Index))
	case constant && !v.check.IsConstant(s.Index):
		v.errorf(CodeSubgroup, span, "the index of %s must be a constant expression", s.Mode)
	default:
		v.populate(s.Result, ir.KindSubgroupResult, t, span)
		return
	}
	v.poison(s.Result)
}

func (v *Validator) subgroupCollective(s ir.SubgroupCollective, span diag.Span) {
	v.subgroup(span)
	bad := func(format string, args ...any) {
		v.errorf(CodeSubgroup, span, format, args...)
		v.poison(s.Result)
	}
	if (s.Argument != 0) != (s.Op != ir.SubgroupElect) {
		bad("%s takes an argument or does not", s.Op)
		return
	}
	if s.Argument != 0 && !v.use(s.Argument, span) {
		v.poison(s.Result)
		return
	}
	if s.Collective == ir.Clustered {
		v.need(ClusteredSubgroups, span, "a subgroup operation in clusters")
	}
	result := ir.TypeBool
	ok := true
	switch s.Op {
	case ir.SubgroupElect:
	case ir.SubgroupAll, ir.SubgroupAny:
		ok = v.fn.f.TypeOf(s.Argument) == ir.TypeBool
	default:
		result = v.fn.f.TypeOf(s.Argument)
		scalar := v.m.Types.ScalarOf(result)
		switch s.Op {
		case ir.SubgroupAdd, ir.SubgroupMul, ir.SubgroupMin, ir.SubgroupMax:
			ok = v.m.Types.IsScalarOrVector(result) && scalar.IsNumeric()
		case ir.SubgroupAnd, ir.SubgroupOr, ir.SubgroupXor:
			ok = v.m.Types.IsScalarOrVector(result) && scalar.IsInteger()
		}
	}
	switch {
	case !ok:
		bad("a subgroup %s doesn't take %s", s.Op, v.name(s.Argument))
	case s.Collective == ir.Clustered && (s.Cluster == 0 || s.Cluster > ir.MaxCluster || s.Cluster&(s.Cluster-1) != 0):
		bad("a cluster of %d invocations: it must be a power of two up to %d", s.Cluster, ir.MaxCluster)
	case s.Collective != ir.Reduce && result == ir.TypeBool:
		bad("there is no %s of a subgroup %s", s.Collective, s.Op)
	default:
		v.populate(s.Result, ir.KindSubgroupResult, result, span)
	}
}
