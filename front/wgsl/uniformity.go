package wgsl

// This file begins the uniformity analysis (section "Uniformity" of the WGSL
// specification): whether collective operations (barriers, derivatives, subgroup
// operations) are reached by all invocations together.
//
// Each function becomes a graph; an edge means that its target must be uniform if its
// source is. The analysis searches from the operations that need uniformity: for a node
// that may be non-uniform, which is a failure, or the start of control flow or a parameter,
// which becomes a requirement on the callers. Functions are taken callees first.
//
//	uniformity.go         which functions are analyzed, and what is kept of them
//	uniformity_graph.go   nodes, and what is reached from where
//	uniformity_memory.go  values of variables, and where control flow joins
//	uniformity_stmt.go    statements
//	uniformity_expr.go    expressions and calls
//	uniformity_report.go  diagnostics
//
// A module without collective operations costs nothing, nor does one in which each is
// reached by every invocation whatever the values are (straight.go). In others only the
// functions that call them, directly or not, and their callees are analyzed.

import (
	"refract/diag"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// uniformityScopes is a set of uniformity scopes. The analysis is done once for each; the
// scopes of the workgroup and of the draw command are one, as they belong to different
// shader stages.
type uniformityScopes uint8

const (
	workgroupScope uniformityScopes = 1 << iota // barriers and derivatives
	subgroupScope                               // subgroup and quad operations

	numScopes = iota
)

// scopeOf is the scope that a collective operation needs uniformity in.
func scopeOf(u builtin.Uniform) uniformityScopes {
	switch u {
	case builtin.AnyFlow:
		return 0
	case builtin.BarrierFlow, builtin.DerivativeFlow:
		return workgroupScope
	case builtin.SubgroupFlow:
		return subgroupScope
	}
	panic("wgsl: what a function asks of control flow is unknown")
}

// requirement is the RequiredToBeUniform end of an edge: that a node of the graph
// be uniform, because a call needs it.
type requirement struct {
	node     graphNode // in the graph of the function with the call
	call     syntax.Node
	arg      int16 // of the argument that must be uniform, or controlFlow
	contents bool  // not the argument, which is a pointer, but what it points to
	severity diag.Severity
	decided  syntax.Node // controlFlow: the condition that decides about the call, if there is one
	next     uint32      // the requirement of the function called that this one comes from; 0 for a built-in function
	origin   uint32      // the one of a built-in function at the end of that chain
}

const controlFlow = -1

// summary is the facts about a function for its callers: the tags of the specification.
type summary struct {
	flow     uint32 // call site tag: the requirement on control flow, or 0
	result   source // function tag: why the result may be non-uniform
	params   uint32 // where its parameters begin in uniformity.params
	pointers bool   // a parameter points into the function address space
	mixed    bool   // what any pointer points to afterwards depends on all arguments
}

// paramSummary holds the tags of a parameter.
type paramSummary struct {
	value       uint32 // the requirement on the argument, or 0
	contents    uint32 // on what it points to, or 0
	toResult    bool   // the result depends on the argument
	thatResult  bool   // the result depends on what it points to
	after       source // why what it points to may be non-uniform after the call
	from, until uint32 // range in uniformity.flows: what it depends on after the call
}

// argFlow names an argument, or its pointee.
type argFlow struct {
	arg      uint16
	contents bool
}

// uniformity is the state of the analysis.
type uniformity struct {
	c        *checker
	scope    uniformityScopes
	selected []bool // by function
	funcs    []summary
	params   []paramSummary
	flows    []argFlow
	reqs     []requirement // of all functions; the first is unused

	// The function under analysis.
	fn         ir.FuncID
	first      uint32 // of its requirements
	graph      uniformityGraph
	memory     uniformityMemory
	cf         graphNode        // control flow at the point reached
	severity   [2]diag.Severity // of the filterable rules, in the order of severityOf
	result     graphNode        // Value_return
	breakTo    int              // where break goes: index into merges
	continueTo int
	clauses    []clauseEnd
	loops      []loopWrites // in the order of their nodes
	written    []write
	scanned    bool // loops is filled
	phis       []phi
	spine      []syntax.Node // stack of index expressions
	args       []argument    // stack of arguments
	hits       []hit
	failures   []failure // of the module
	work       int       // spent on joins
	budget     int
}

const (
	derivativeRule = iota
	subgroupRule
)

// checkUniformity reports collective operations in control flow that may be
// non-uniform, and arguments that must be uniform and may not be.
func (c *checker) checkUniformity() {
	var scopes uniformityScopes
	for _, s := range c.collective {
		scopes |= s
	}
	for s := workgroupScope; s <= subgroupScope; s <<= 1 {
		if scopes&s != 0 {
			c.uniform.module(c, s)
		}
	}
}

// module analyzes the module for one scope.
func (u *uniformity) module(c *checker, scope uniformityScopes) {
	u.c, u.scope = c, scope
	n := len(c.m.Functions)
	u.selected = resized(u.selected, n)
	order := c.graph.order
	straight := true
	for _, f := range order {
		s := c.collective[f]&scope != 0
		straight = straight && c.collective[f]&(scope<<numScopes) == 0
		for _, e := range c.graph.callees(f) {
			if u.selected[e.to] {
				s, straight = true, straight && !e.conditional
			}
		}
		u.selected[f] = s
	}
	if straight {
		return
	}
	for i := len(order) - 1; i >= 0; i-- {
		if u.selected[order[i]] {
			for _, e := range c.graph.callees(order[i]) {
				u.selected[e.to] = true
			}
		}
	}
	u.funcs = resized(u.funcs, n)
	u.params = u.params[:0]
	u.flows = u.flows[:0]
	u.reqs = append(u.reqs[:0], requirement{})
	u.failures = u.failures[:0]
	u.work, u.budget = 0, 1<<16+64*c.t.Len()
	for _, f := range order {
		if u.selected[f] {
			u.function(f)
		}
	}
}

// function analyzes a function.
func (u *uniformity) function(f ir.FuncID) {
	u.c.opts.meter.Step()
	c := u.c
	d := &c.decls[c.owner[f]]
	if d.kind != declFunc {
		return
	}
	u.fn = f
	u.first = uint32(len(u.reqs))
	u.graph.start()
	u.memory.start(declID(d.bits))
	u.cf, u.result = flowStart, noGraphNode
	u.severity = [2]diag.Severity{}
	u.breakTo, u.continueTo = -1, -1
	u.loops, u.written, u.scanned = u.loops[:0], u.written[:0], false
	u.setFilters(c.m.Diagnostics)
	u.setFilters(c.m.Func(f).Diagnostics)
	u.parameters(f, d)
	body := c.t.Block(c.t.Function(d.node).Body)
	u.enterFilters(body.Attrs)
	if u.stmts(body.Stmts)&next != 0 {
		u.leave()
	}
	if u.work > u.budget {
		c.errorf(codeDepth, c.m.Func(f).Span, "the function %q has too many assignments in loops and branches to analyze its uniformity", c.m.Func(f).Name)
		return
	}
	u.summarize()
}

// parameters makes the nodes of the parameters of a function, which come first
// in the graph, and their variables. Parameters of entry points are inputs.
func (u *uniformity) parameters(f ir.FuncID, d *decl) {
	c := u.c
	fn := c.m.Func(f)
	s := &u.funcs[f]
	s.params = uint32(len(u.params))
	stage := c.entryStage(f)
	for i := range fn.Args {
		val, contents := u.graph.param(i)
		arg := &fn.Args[i]
		v := variable{value: value{val: val, cf: flowStart}}
		node := c.decls[uint64(d.bits)+uint64(i)].node
		after := notPointer
		switch ty := c.m.Types.At(arg.Type); {
		case stage != ir.NoStage:
			v.val = flowStart
			if !u.inputUniform(arg, stage) {
				v.val = u.graph.source(sourceInput, node)
			}
		case ty.Kind == ir.TypePointer:
			if ty.Space == ir.SpaceFunction {
				s.pointers = true
				v.val = contents
				after = noGraphNode
			}
		}
		u.memory.declare(c, node, v)
		u.memory.afters = append(u.memory.afters, after)
		u.params = append(u.params, paramSummary{})
	}
}

// entryStage is the stage of a function that is an entry point, or NoStage.
func (c *checker) entryStage(f ir.FuncID) ir.Stage {
	for i := range c.m.EntryPoints {
		if c.m.EntryPoints[i].Function == f {
			return c.m.EntryPoints[i].Stage
		}
	}
	return ir.NoStage
}

// inputUniform reports whether a parameter of an entry point is uniform: it, or
// every member of it, is a built-in value that is.
func (u *uniformity) inputUniform(arg *ir.Argument, stage ir.Stage) bool {
	if s := u.c.m.StructOf(arg.Type); s != nil {
		for i := range s.Members {
			if !u.bindingUniform(&s.Members[i].Binding, stage) {
				return false
			}
		}
		return true
	}
	return u.bindingUniform(&arg.Binding, stage)
}

func (u *uniformity) bindingUniform(b *ir.Binding, stage ir.Stage) bool {
	if b.Kind != ir.BindBuiltIn {
		return false
	}
	switch b.BuiltIn {
	case ir.BuiltInWorkgroupID, ir.BuiltInNumWorkgroups, ir.BuiltInNumSubgroups, ir.BuiltInWorkgroupIndex,
		ir.BuiltInViewIndex, ir.BuiltInDrawIndex:
		return true
	case ir.BuiltInSubgroupSize:
		return stage.Info().Workgroups
	case ir.BuiltInSubgroupID:
		return u.scope == subgroupScope
	}
	return false
}

// setFilters applies the diagnostic filters of a module or function.
func (u *uniformity) setFilters(list []ir.DiagnosticFilter) {
	for i := range list {
		u.setFilter(list[i].Rule, list[i].Severity)
	}
}

func (u *uniformity) setFilter(rule string, s diag.Severity) {
	switch rule {
	case "derivative_uniformity":
		u.severity[derivativeRule] = s
	case "subgroup_uniformity":
		u.severity[subgroupRule] = s
	}
}

// enterFilters applies the diagnostic filters among the attributes of a
// statement and returns the severities to go back to.
func (u *uniformity) enterFilters(attrs []syntax.Node) [2]diag.Severity {
	saved := u.severity
	for _, n := range attrs {
		if args := u.c.t.Attribute(n).Args; len(args) == 2 {
			if s, ok := severityNamed(u.c.t.Text(args[0])); ok {
				u.setFilter(u.c.t.Text(args[1]), s)
			}
		}
	}
	return saved
}

// severityOf is the severity of a failure of a built-in function at the analysis's place.
func (u *uniformity) severityOf(flow builtin.Uniform) diag.Severity {
	switch flow {
	case builtin.DerivativeFlow:
		return u.severity[derivativeRule]
	case builtin.SubgroupFlow:
		return u.severity[subgroupRule]
	}
	return diag.Error
}

// summarize finds the nodes that the requirements of the function reach, reports failures,
// and makes the summary.
func (u *uniformity) summarize() {
	s := &u.funcs[u.fn]
	params := u.params[s.params:]
	for sev := diag.Error; sev < diag.Off; sev++ {
		u.hits = u.hits[:0]
		failed := false
		for i := u.first; i < uint32(len(u.reqs)); i++ {
			r := &u.reqs[i]
			if r.severity == sev && u.reach(r.node, i) {
				failed = true
			}
		}
		if failed {
			u.report(sev)
			continue
		}
		for _, h := range u.hits {
			tag := &s.flow
			if h.node != flowStart {
				i, contents := paramOf(h.node)
				if tag = &params[i].value; contents {
					tag = &params[i].contents
				}
			}
			if *tag == 0 {
				*tag = h.req
			}
		}
	}
	if u.result != noGraphNode {
		s.result = u.trace(u.result)
		for _, h := range u.hits {
			if h.node == flowStart {
				continue
			}
			if i, contents := paramOf(h.node); contents {
				params[i].thatResult = true
			} else {
				params[i].toResult = true
			}
		}
	}
	if s.pointers {
		u.summarizePointers(s, params)
	}
}

// maxFlows bounds, by parameter, the facts kept about the pointees of pointers after a
// call; past it a function counts as mixing everything.
const maxFlows = 32

// summarizePointers finds the contents of the memory that parameters point to after a call.
func (u *uniformity) summarizePointers(s *summary, params []paramSummary) {
	begin := len(u.flows)
	for i := range params {
		after := u.memory.afters[i]
		if after == noGraphNode || after == notPointer {
			continue
		}
		p := &params[i]
		p.after = u.trace(after)
		p.from = uint32(len(u.flows))
		for _, h := range u.hits {
			if h.node != flowStart {
				arg, contents := paramOf(h.node)
				u.flows = append(u.flows, argFlow{uint16(arg), contents})
			}
		}
		p.until = uint32(len(u.flows))
		if len(u.flows)-begin > maxFlows*len(params) {
			u.flows = u.flows[:begin]
			u.mix(s, params)
			return
		}
	}
}

// mix is summarizePointers for a function that has too much to keep.
func (u *uniformity) mix(s *summary, params []paramSummary) {
	s.mixed = true
	all := noGraphNode
	for _, after := range u.memory.afters {
		if after != notPointer {
			all = u.graph.join(all, after)
		}
	}
	after := u.trace(all)
	for i := range params {
		params[i].after, params[i].from, params[i].until = after, 0, 0
	}
}
