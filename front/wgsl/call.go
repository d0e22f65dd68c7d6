package wgsl

// This file checks calls: of user functions, of built-in functions, and of types.

import (
	"slices"

	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/ir/consteval"
	"refract/ir"
)

// call checks a call; statement is set if its value is not used.
func (c *checker) call(n syntax.Node, statement bool) operand {
	v := c.t.Call(n)
	if c.t.Kind(v.Callee) != syntax.KindIdent {
		if c.t.Kind(v.Callee) != syntax.KindBad {
			c.errorf(codeNotCallable, c.t.Span(v.Callee), "expected the name of a function or type")
		}
		return operand{}
	}
	id := c.t.Ident(v.Callee)
	base := len(c.args)
	x := c.callName(n, v, id, statement)
	c.args = c.args[:base]
	return x
}

// arguments checks the arguments of a call and pushes them on c.args; ok is
// false if one is in error.
func (c *checker) arguments(nodes []syntax.Node) (args []operand, ok bool) {
	base := len(c.args)
	ok = true
	for _, a := range nodes {
		x := c.value(c.expr(a))
		if x.ty == 0 {
			c.wantValue(x, a)
			ok = false
		}
		c.args = append(c.args, x)
	}
	return c.args[base:], ok
}

func (c *checker) callName(n syntax.Node, v syntax.Call, id syntax.Ident, statement bool) operand {
	if c.bind[id.Name] != 0 {
		did := c.lookup(v.Callee, id.Name)
		switch c.decls[did].kind {
		case declFunc:
			return c.callUser(n, v, id, did, statement)
		case declError:
			c.arguments(v.Args)
			return operand{}
		case declStruct, declAlias:
		default:
			c.arguments(v.Args)
			c.errorf(codeNotCallable, c.t.Primary(v.Callee), "%q is a %s and can't be called", c.t.Name(id.Name), c.decls[did].kind).
				Label(c.t.Primary(c.decls[did].node), "declared here")
			return operand{}
		}
	} else if m := c.meaningOf(id.Name); m == nil || !m.isFn && !m.isType {
		c.arguments(v.Args)
		c.unknown(v.Callee, id.Name)
		return operand{}
	} else if m.isFn {
		return c.callBuiltin(n, v, id, m.fn, statement)
	} else if m.gen != noGenerator && len(id.Args) == 0 {
		args, ok := c.arguments(v.Args)
		if !ok {
			return operand{}
		}
		c.noStatement(n, statement)
		return c.infer(n, m, v.Args, args)
	}
	t, _ := c.identType(v.Callee, id)
	args, ok := c.arguments(v.Args)
	if t == 0 || !ok {
		return operand{}
	}
	c.noStatement(n, statement)
	return c.construct(n, t, v.Args, args)
}

// noStatement reports the constructor of a value that stands as a statement.
func (c *checker) noStatement(n syntax.Node, statement bool) {
	if statement {
		c.errorf(codeMustUse, c.t.Span(n), "the value constructed is not used")
	}
}

func (c *checker) callStmt(n syntax.Node) { c.call(c.t.CallStmt(n).Call, true) }

func (c *checker) callUser(n syntax.Node, v syntax.Call, id syntax.Ident, did declID, statement bool) operand {
	name := c.t.Name(id.Name)
	if len(id.Args) > 0 {
		c.errorf(codeTemplate, c.t.Span(v.Callee), "%q takes no template arguments", name)
		return operand{}
	}
	args, ok := c.arguments(v.Args)
	fid := ir.FuncID(c.decls[did].handle)
	f := c.m.Func(fid)
	if len(args) != len(f.Args) {
		c.errorf(codeArgCount, c.t.Span(n), "%q takes %s, found %d", name, plural(len(f.Args), "argument"), len(args)).
			Label(f.Span, "declared here")
		return operand{}
	}
	if !ok {
		return operand{}
	}
	if c.isEntryPoint(fid) {
		c.errorf(codeNotCallable, c.t.Span(n), "the entry point %q can't be called", name)
		return operand{}
	}
	base := len(c.exprs)
	for i := range args {
		if args[i].ty != f.Args[i].Type && c.narrows(args[i].ty, f.Args[i].Type) {
			args[i] = c.narrow(args[i], f.Args[i].Type, v.Args[i])
		} else if args[i].ty != f.Args[i].Type {
			args[i] = c.convertNamed(args[i], f.Args[i].Type, v.Args[i], "the argument ", f.Args[i].Name)
		}
		if args[i].ty == 0 {
			c.exprs = c.exprs[:base]
			return operand{}
		}
		if c.fn != nil {
			c.exprs = append(c.exprs, c.toExpr(args[i]))
		}
	}
	if statement && f.MustUse {
		c.errorf(codeMustUse, c.t.Span(n), "the result of %q must be used", name).Label(f.Span, "declared @must_use here")
	}
	if c.fn == nil {
		return c.notEarly(n, name)
	}
	c.calls = append(c.calls, callEdge{ir.FuncID(c.decls[c.fnDecl].handle), fid, c.t.Primary(v.Callee), false, c.conditional()})
	span := c.b.Span
	c.b.Span = c.t.Span(n)
	result := c.b.Call(fid, c.exprs[base:]...)
	c.b.Span = span
	c.exprs = c.exprs[:base]
	if f.Result == 0 {
		return operand{stage: noValue}
	}
	return operand{ty: f.Result, stage: stageRuntime, handle: uint32(result)}
}

// notEarly reports a call in a const- or override-expression of a function that can't be
// called in one.
func (c *checker) notEarly(n syntax.Node, name string) operand {
	c.errorf(codeConstWanted, c.t.Span(n), "%q can be called only when the shader runs, but a const- or override-expression is needed", name)
	return operand{}
}

// featureAllowed reports that a feature of a built-in function is not enabled; it is false
// of a function that isn't there at all.
func (c *checker) featureAllowed(n syntax.Node, fn builtin.ID) bool {
	var ext Extensions
	switch fn.Info().Needs {
	case builtin.FeatureSubgroups, builtin.FeatureQuads:
		ext = ExtSubgroups
	case builtin.FeatureTextureAtomics:
		ext = ExtTextureAtomics
	case builtin.FeatureRayQuery:
		ext = ExtRayQuery
	case builtin.FeatureRayPipeline:
		ext = ExtRayTracingPipeline
	case builtin.FeatureCooperative:
		ext = ExtCooperativeMatrix
	case builtin.FeatureRayVertices:
		ext = ExtRayQueryVertexReturn
	case builtin.FeatureInverse:
		if c.opts.Allowed == standardExtensions {
			c.unknown(n, c.t.Ident(n).Name)
			return false
		}
	}
	if c.enabled&ext != ext {
		c.need(ext, c.t.Primary(n), "the function "+fn.String())
	}
	return true
}

func (c *checker) callBuiltin(n syntax.Node, v syntax.Call, id syntax.Ident, fn builtin.ID, statement bool) operand {
	info := fn.Info()
	args, ok := c.arguments(v.Args)
	if !ok || !c.featureAllowed(v.Callee, fn) {
		return operand{}
	}
	st := stageConst
	if !info.Const {
		st = stageRuntime
	}
	base := len(c.types)
	for _, a := range id.Args {
		t := c.typeExpr(a)
		if t == 0 {
			c.types = c.types[:base]
			return operand{}
		}
		c.types = append(c.types, t)
	}
	mid := len(c.types)
	for i := range args {
		st = later(st, args[i].stage)
		c.types = append(c.types, args[i].ty)
	}
	m := &c.match
	err := builtin.Resolve(c.m, fn, c.types[base:mid], c.types[mid:], st != stageConst, m)
	for i := range args {
		// An abstract number takes no type that isn't enabled.
		if err == nil && c.abstract(args[i].ty) && !c.scalarEnabled(c.m.Types.ScalarOf(m.Params[i])) {
			err = builtin.Mismatch(c.m, fn, c.types[base:mid], c.types[mid:])
		}
	}
	c.types = c.types[:base]
	if err != nil {
		c.noMatch(err, n)
		return operand{}
	}
	result, overload, splat := m.Result, m.Overload, m.Splat
	var params [builtin.MaxParams]ir.TypeID
	copy(params[:len(args)], m.Params[:len(args)])
	for i := range args {
		if args[i].ty == params[i] {
			continue
		}
		if args[i] = c.convertNamed(args[i], params[i], v.Args[i], "an argument of ", info.Name); args[i].ty == 0 {
			return operand{}
		}
	}
	if statement && info.MustUse {
		c.errorf(codeMustUse, c.t.Span(n), "the result of %s must be used", info.Name)
	}
	if splat != 0 {
		for i := range args {
			if splat>>i&1 != 0 {
				args[i] = c.splat(v.Args[i], args[i], c.m.Types.ComponentCount(result))
			}
		}
	}
	if st == stageConst {
		vals := len(c.vals)
		for i := range args {
			c.vals = append(c.vals, args[i].val())
		}
		val, err := c.ev.Call(info.Op, result, c.vals[vals:])
		if err == nil && fn == builtin.Pow {
			c.zeroToZero(n, c.vals[vals:])
		}
		c.vals = c.vals[:vals]
		return c.constant(val, err, result, n)
	}
	if c.fn == nil && st == stageRuntime {
		return c.notEarly(n, info.Name)
	}
	if !c.checkArgs(n, fn, overload, params[:len(args)], v.Args, args) {
		return operand{}
	}
	if info.Op.Stmt == ir.StmtCooperative && info.Op.Cooperative() != ir.CooperativeMultiplyAdd && !c.checkElement(info.Op, v.Args, args) {
		return operand{}
	}
	if info.Op.Kind == ir.KindBufferView && !c.checkView(n, id, result, v.Args, args) {
		return operand{}
	}
	if info.Uniform != builtin.AnyFlow {
		scope := scopeOf(info.Uniform)
		if c.conditional() || uniformArg(fn) != controlFlow {
			scope |= scope << numScopes
		}
		c.collective[c.decls[c.fnDecl].handle] |= scope
	}
	span := c.b.Span
	c.b.Span = c.t.Span(n)
	e := c.lowerBuiltin(fn, result, builtin.Overloads(fn), overload, v.Args, args, statement)
	c.b.Span = span
	if result == 0 {
		st = noValue
	}
	return operand{ty: result, stage: st, handle: uint32(e)}
}

// zeroToZero warns of a constant 0 to the power of 0. WGSL defines pow(x, y) as exp2(y *
// log2(x)), and implementations return NaN.
func (c *checker) zeroToZero(n syntax.Node, args []consteval.Value) {
	for i := range c.ev.Len(args[0].Type) {
		if c.isZeroFloat(c.ev.Component(args[0], i)) && c.isZeroFloat(c.ev.Component(args[1], i)) {
			c.diags.Warnf(codeZeroToZero, c.t.Span(n), "0 to the power of 0 is 1 here, but browsers refuse it as a constant")
			return
		}
	}
}

// isZeroFloat reports whether a scalar is 0 or -0.
func (c *checker) isZeroFloat(v consteval.Value) bool {
	zero, err := c.ev.Binary(ir.Eq, v, consteval.Bits(v.Type, 0))
	return err == nil && zero.Bits != 0
}

// checkArgs reports constant arguments that make a call invalid whatever the
// others are, and arguments that must be constant and aren't.
func (c *checker) checkArgs(n syntax.Node, fn builtin.ID, overload int, types []ir.TypeID, nodes []syntax.Node, args []operand) bool {
	if list := builtin.Overloads(fn); overload < len(list) {
		for i, p := range list[overload].Params {
			switch p.Role {
			case builtin.RoleOffset, builtin.RoleComponent, builtin.RoleLane, builtin.RoleQuadLane:
				if args[i].stage != stageConst {
					c.errorf(codeConstWanted, c.t.Span(nodes[i]), "the argument %s of %s must be a const-expression", p.Role, fn)
					return false
				}
			}
		}
	}
	base := len(c.vals)
	known := false
	for i := range args {
		var v consteval.Value
		if args[i].stage == stageConst {
			v, known = args[i].val(), true
		}
		c.vals = append(c.vals, v)
	}
	vals := c.vals[base:]
	c.vals = c.vals[:base]
	if !known {
		return true
	}
	if err := c.ev.CheckCall(fn, overload, types, vals); err != nil {
		c.evalError(err, 0, n)
		return false
	}
	return true
}

// isShortAtomic reports whether an atomic operation is one that devices may have without
// its result alone: the least or greatest of 64 bits.
func (c *checker) isShortAtomic(a ir.Atomic) bool {
	return (a.Op == ir.AtomicMin || a.Op == ir.AtomicMax) && c.m.Types.ScalarOf(c.m.Types.Pointee(c.b.TypeOf(a.Pointer))).Bits() == 64
}

// lowerBuiltin builds a call of a built-in function. It returns 0 for a function
// without a result.
func (c *checker) lowerBuiltin(fn builtin.ID, t ir.TypeID, overloads []builtin.Overload, overload int, nodes []syntax.Node, args []operand, statement bool) ir.ExprID {
	op := fn.Info().Op
	span := c.b.Span
	base := len(c.exprs)
	for i := range args {
		c.exprs = append(c.exprs, c.toExpr(args[i]))
	}
	a := c.exprs[base:]
	c.exprs = c.exprs[:base]
	var params []builtin.Param
	if overload < len(overloads) {
		params = overloads[overload].Params
	}
	switch op.Stmt {
	case 0:
	case ir.StmtStore:
		c.b.Store(a[0], a[1])
		return 0
	case ir.StmtControlBarrier:
		c.b.Barrier(op.Memory())
		return 0
	case ir.StmtAtomic:
		at := ir.Atomic{Op: op.Atomic()}
		for i, p := range params {
			switch p.Role {
			case builtin.RolePointer:
				at.Pointer = a[i]
			case builtin.RoleCompare:
				at.Compare = a[i]
			default:
				at.Value = a[i]
			}
		}
		if statement && c.isShortAtomic(at) {
			c.b.Push(c.b.F.AddAtomic(at, span))
			return 0
		}
		return c.b.Atomic(at)
	case ir.StmtImageStore, ir.StmtImageAtomic:
		c.imageWrite(op, params, a)
		return 0
	case ir.StmtWorkgroupUniformLoad:
		r := c.fn.AddResult(op.Kind, t, span)
		c.b.Push(c.fn.AddWorkgroupUniformLoad(ir.WorkgroupUniformLoad{Pointer: a[0], Result: r}, span))
		return r
	case ir.StmtSubgroupBallot:
		r := c.fn.AddResult(op.Kind, t, span)
		c.b.Push(c.fn.AddSubgroupBallot(ir.SubgroupBallot{Predicate: a[0], Result: r}, span))
		return r
	case ir.StmtSubgroupGather:
		return c.subgroupGather(op, t, params, a)
	case ir.StmtSubgroupCollective:
		r := c.fn.AddResult(op.Kind, t, span)
		s := ir.SubgroupCollective{Op: op.Subgroup(), Collective: op.Collective(), Result: r}
		if len(a) > 0 {
			s.Argument = a[0]
		}
		c.b.Push(c.fn.AddSubgroupCollective(s, span))
		return r
	case ir.StmtRayQuery:
		q := ir.RayQuery{Op: op.RayQuery(), Query: a[0]}
		if len(a) > 1 {
			q.A = a[1]
		}
		if len(a) > 2 {
			q.B = a[2]
		}
		if op.Kind != 0 {
			q.Result = c.fn.AddResult(op.Kind, t, span)
		}
		c.b.Push(c.fn.AddRayQuery(q, span))
		return q.Result
	case ir.StmtPipeline:
		c.traceRay(a)
		return 0
	case ir.StmtCooperative:
		return c.cooperative(op, t, nodes, a)
	default:
		panic("wgsl: built-in function that is a " + op.Stmt.String())
	}
	switch op.Kind {
	case ir.KindMath:
		m := ir.Math{Op: op.Math()}
		copy(m.Args[:], a)
		return c.pend(c.ex.AddMath(t, 0, m, span))
	case ir.KindRelational:
		return c.pend(c.ex.AddRelational(t, ir.Relational{Op: op.Relational(), Value: a[0]}, span))
	case ir.KindSelect:
		var s ir.Select
		for i, p := range params {
			switch p.Role {
			case builtin.RoleAccept:
				s.Accept = a[i]
			case builtin.RoleReject:
				s.Reject = a[i]
			default:
				s.Condition = a[i]
			}
		}
		return c.pend(c.ex.AddSelect(t, s, span))
	case ir.KindAs:
		return c.pend(c.ex.AddAs(t, 0, ir.As{Value: a[0], Bitcast: true}, span))
	case ir.KindDerivative:
		d := ir.Derivative{Axis: op.Axis(), Control: op.Control(), Value: a[0]}
		return c.pend(c.ex.AddDerivative(t, d, span))
	case ir.KindLoad, ir.KindArrayLength, ir.KindRayQueryGet, ir.KindRayQueryVertex:
		var flags ir.Flags
		if op.Kind == ir.KindRayQueryGet || op.Kind == ir.KindRayQueryVertex {
			if op.Committed() {
				flags = ir.FlagCommitted
			}
		}
		return c.pend(c.ex.AddUnaryKind(op.Kind, t, flags, a[0], span))
	case ir.KindBufferView:
		view := ir.BufferView{Buffer: a[0], Offset: a[1]}
		if len(a) > 2 {
			view.Size = a[2]
		}
		return c.pend(c.ex.AddBufferView(t, view, span))
	case ir.KindImageSample:
		return c.imageSample(op, t, params, args, a)
	case ir.KindImageLoad:
		var l ir.ImageLoad
		for i, p := range params {
			switch p.Role {
			case builtin.RoleTexture:
				l.Image = a[i]
			case builtin.RoleCoords:
				l.Coordinate = a[i]
			case builtin.RoleArrayIndex:
				l.ArrayIndex = a[i]
			case builtin.RoleLevel:
				l.Level = a[i]
			case builtin.RoleSample:
				l.Sample = a[i]
			}
		}
		return c.pend(c.ex.AddImageLoad(t, 0, l, span))
	case ir.KindImageQuery:
		q := ir.ImageQuery{Op: op.Query(), Image: a[0]}
		if len(a) > 1 {
			q.Level = a[1]
		}
		return c.pend(c.ex.AddImageQuery(t, q, span))
	}
	panic("wgsl: built-in function that is a " + op.Kind.String())
}

func (c *checker) imageWrite(op builtin.Op, params []builtin.Param, a []ir.ExprID) {
	w := ir.ImageAtomic{}
	for i, p := range params {
		switch p.Role {
		case builtin.RoleTexture:
			w.Image = a[i]
		case builtin.RoleCoords:
			w.Coordinate = a[i]
		case builtin.RoleArrayIndex:
			w.ArrayIndex = a[i]
		default:
			w.Value = a[i]
		}
	}
	if op.Stmt == ir.StmtImageAtomic {
		w.Op = op.Atomic()
		c.b.Push(c.fn.AddImageAtomic(w, c.b.Span))
		return
	}
	c.b.Push(c.fn.AddImageStore(ir.ImageStore{Image: w.Image, Coordinate: w.Coordinate, ArrayIndex: w.ArrayIndex, Value: w.Value}, c.b.Span))
}

func (c *checker) subgroupGather(op builtin.Op, t ir.TypeID, params []builtin.Param, a []ir.ExprID) ir.ExprID {
	g := ir.SubgroupGather{Mode: op.Gather(), Argument: a[0]}
	for i, p := range params {
		switch p.Role {
		case builtin.RoleLane, builtin.RoleQuadLane, builtin.RoleShuffle:
			g.Index = a[i]
		}
	}
	g.Result = c.fn.AddResult(op.Kind, t, c.b.Span)
	c.b.Push(c.fn.AddSubgroupGather(g, c.b.Span))
	return g.Result
}

func (c *checker) imageSample(op builtin.Op, t ir.TypeID, params []builtin.Param, args []operand, a []ir.ExprID) ir.ExprID {
	s := ir.ImageSample{Level: op.Level(), Gather: -1, ClampEdge: op.Aux == builtin.AuxClampEdge}
	if op.Aux == builtin.AuxGather {
		s.Gather = 0
	}
	for i, p := range params {
		switch p.Role {
		case builtin.RoleTexture:
			s.Image = a[i]
		case builtin.RoleSampler:
			s.Sampler = a[i]
		case builtin.RoleCoords:
			s.Coordinate = a[i]
		case builtin.RoleArrayIndex:
			s.ArrayIndex = a[i]
		case builtin.RoleOffset:
			s.Offset = a[i]
		case builtin.RoleLevel, builtin.RoleBias, builtin.RoleDdx:
			s.LevelArg = a[i]
		case builtin.RoleDdy:
			s.LevelArgY = a[i]
		case builtin.RoleDepthRef:
			s.DepthRef = a[i]
		case builtin.RoleComponent:
			s.Gather = int(c.constIndex(args[i].val()))
		}
	}
	return c.pend(c.ex.AddImageSample(t, s, c.b.Span))
}

// manyEntryPoints is how many entry points are looked up by an index of them.
const manyEntryPoints = 16

// isEntryPoint reports whether a function is one of an entry point.
func (c *checker) isEntryPoint(f ir.FuncID) bool {
	all := c.m.EntryPoints
	if len(all) < manyEntryPoints {
		return slices.ContainsFunc(all, func(e ir.EntryPoint) bool { return e.Function == f })
	}
	if len(c.entries) != len(all) {
		c.entries = make(map[ir.FuncID]bool, len(all))
		for i := range all {
			c.entries[all[i].Function] = true
		}
	}
	return c.entries[f]
}
