package wgsl

// This file reports failures of the uniformity analysis: which operation needs
// uniformity, through which calls, and why the analysis can't prove it.

import (
	"refract/diag"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// cause is the reason that a node may be non-uniform: a shortest way to a source.
type cause struct {
	branch graphNode // the first branch on the way, itself included; 0 if there is none
	next   graphNode // the node behind it
	source graphNode // 0: it is not known to be non-uniform
}

// causes finds the cause of every node that may be non-uniform, from the sources
// backwards.
func (u *uniformity) causes() []cause {
	nodes := u.graph.nodes
	// Edges by target.
	start := make([]uint32, len(nodes)+1)
	for i := range nodes {
		start[nodes[i].a]++
		start[nodes[i].b]++
	}
	sum := uint32(0)
	for i := range start {
		sum, start[i] = sum+start[i], sum
	}
	from := make([]graphNode, sum)
	for i := range nodes {
		for _, to := range [2]graphNode{nodes[i].a, nodes[i].b} {
			from[start[to]] = graphNode(i)
			start[to]++
		}
	}
	list := make([]cause, len(nodes))
	queue := make([]graphNode, 0, len(nodes))
	for i := range nodes {
		if nodes[i].kind == nodeSource {
			list[i].source = graphNode(i)
			queue = append(queue, graphNode(i))
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		first := start[n-1] // filling moved each start to the next one's
		for _, p := range from[first:start[n]] {
			if list[p].source != noGraphNode {
				continue
			}
			list[p] = cause{branch: list[n].branch, next: list[n].next, source: list[n].source}
			if nodes[p].kind == nodeBranch {
				list[p].branch, list[p].next = p, n
			}
			queue = append(queue, p)
		}
	}
	return list
}

// Limits on how much of the way from an operation to a source is reported.
const (
	maxCallLabels   = 4
	maxBranchLabels = 3
	maxSourceLabels = 4
	maxMoreWays     = 3  // to an operation, besides the first
	maxLookBack     = 64 // failures among which the same operation is looked for
)

// report reports the requirements of a severity that aren't met.
func (u *uniformity) report(sev diag.Severity) {
	causes := u.causes()
	for i := u.first; i < uint32(len(u.reqs)); i++ {
		r := &u.reqs[i]
		if r.severity != sev || causes[r.node].source == noGraphNode {
			continue
		}
		if d := u.told(r); d != nil {
			u.callChain(d, r)
			u.because(d, r, causes)
		}
	}
}

// failure is an operation that was reported.
type failure struct {
	origin uint32
	d      *diag.Diagnostic
	more   int // ways to it that were added
}

// told is the diagnostic for a failed requirement. An operation in a function that is
// called from several places has one; once it lists enough of them the answer is nil.
func (u *uniformity) told(r *requirement) *diag.Diagnostic {
	for i := len(u.failures) - 1; i >= max(0, len(u.failures)-maxLookBack); i-- {
		if f := &u.failures[i]; f.origin == r.origin {
			if f.more++; f.more > maxMoreWays {
				return nil
			}
			return f.d
		}
	}
	d := u.headline(&u.reqs[r.origin])
	u.failures = append(u.failures, failure{origin: r.origin, d: d})
	return d
}

// headline begins the diagnostic of a failed requirement of a built-in function.
func (u *uniformity) headline(r *requirement) *diag.Diagnostic {
	c := u.c
	v := c.t.Call(r.call)
	fn := c.builtinCallee(v.Callee)
	code := codeBarrier
	switch fn.Info().Uniform {
	case builtin.DerivativeFlow:
		code = codeDerivative
	case builtin.SubgroupFlow:
		code = codeSubgroup
	}
	if r.arg != controlFlow {
		return c.diags.Report(r.severity, code, c.t.Span(v.Args[r.arg]), "the argument %s of %s must be uniform", uniformArgName(fn), fn)
	}
	d := c.diags.Report(r.severity, code, c.t.Primary(v.Callee), "%s must be called in uniform control flow", fn)
	if code == codeDerivative {
		d.Note("it computes derivatives, for which neighbouring invocations must call it together")
	}
	return d
}

// uniformArgName is the name of the argument that must be uniform.
func uniformArgName(fn builtin.ID) string {
	switch fn {
	case builtin.WorkgroupUniformLoad:
		return "p"
	case builtin.SubgroupShuffleXor:
		return "mask"
	}
	return "delta"
}

// callChain labels the calls that lead from the function under analysis to the
// operation, the outermost first.
func (u *uniformity) callChain(d *diag.Diagnostic, r *requirement) {
	c := u.c
	for i := 0; r.next != 0 && i < maxCallLabels; i++ {
		v := c.t.Call(r.call)
		callee := c.m.Func(ir.FuncID(c.decls[c.idents[v.Callee]].handle))
		switch {
		case r.arg == controlFlow:
			d.Label(c.t.Primary(v.Callee), "the call of %q leads there", callee.Name)
		case r.contents:
			d.Label(c.t.Span(v.Args[r.arg]), "what %q points to must be uniform for that", callee.Args[r.arg].Name)
		default:
			d.Label(c.t.Span(v.Args[r.arg]), "the argument %q must be uniform for that", callee.Args[r.arg].Name)
		}
		arg := r.arg
		if r = &u.reqs[r.next]; arg != controlFlow && r.decided != syntax.None {
			d.Label(c.t.Span(r.decided), "control flow depends on this condition")
		}
	}
}

// because labels the conditions and the source that make a node non-uniform.
func (u *uniformity) because(d *diag.Diagnostic, r *requirement, causes []cause) {
	at := causes[r.node]
	what := "control flow depends"
	if r.arg != controlFlow {
		what = "the value depends"
	}
	for i := 0; at.branch != noGraphNode && i < maxBranchLabels; i++ {
		d.Label(u.c.t.Span(u.graph.nodes[at.branch].at), "%s on this non-uniform condition", what)
		what = "which depends"
		at = causes[at.next]
	}
	n := &u.graph.nodes[causes[r.node].source]
	u.explain(d, source{n.source, n.at})
}

// explain labels a source, and the sources in the functions that it comes from.
func (u *uniformity) explain(d *diag.Diagnostic, s source) {
	c := u.c
	for i := 0; s.kind != noSource && i < maxSourceLabels; i++ {
		switch s.kind {
		case sourceInput:
			u.explainInput(d, s.at)
			return
		case sourceMemory:
			u.explainMemory(d, s.at)
			return
		case sourceBuiltin:
			callee := c.t.Call(s.at).Callee
			d.Label(c.t.Span(s.at), "the result of %s may be non-uniform", c.builtinCallee(callee))
			return
		case sourceResult:
			callee := &c.decls[c.idents[c.t.Call(s.at).Callee]]
			d.Label(c.t.Span(s.at), "the result of %q may be non-uniform", c.t.Name(callee.name))
			s = u.funcs[callee.handle].result
		case sourceAfter:
			d.Label(c.t.Span(s.at), "the call may make what this points to non-uniform")
			return
		}
	}
}

func (u *uniformity) explainInput(d *diag.Diagnostic, n syntax.Node) {
	c := u.c
	f := c.t.Field(n)
	fn := c.m.Func(u.fn)
	for i := range fn.Args {
		arg := &fn.Args[i]
		if arg.Span != f.NameSpan {
			continue
		}
		switch arg.Binding.Kind {
		case ir.BindBuiltIn:
			d.Label(f.NameSpan, "the built-in value %s is not uniform", arg.Binding.BuiltIn)
		case ir.BindLocation:
			d.Label(f.NameSpan, "the input %q is not uniform", arg.Name)
		default:
			d.Label(f.NameSpan, "not all members of the input %q are uniform", arg.Name)
		}
	}
}

func (u *uniformity) explainMemory(d *diag.Diagnostic, n syntax.Node) {
	c := u.c
	root := &c.decls[c.rootOf(n)]
	name := c.t.Name(root.name)
	if root.kind == declParam {
		d.Label(c.t.Span(n), "reading what %q points to may give a non-uniform value", name)
		return
	}
	d.Label(c.t.Span(n), "reading the %s variable %q may give a non-uniform value", c.m.Globals[root.handle].Space, name)
}
