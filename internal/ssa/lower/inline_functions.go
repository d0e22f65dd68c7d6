package lower

// This file replaces calls by the bodies of the functions that they call.
//
//	before                      after
//	fn sq(x) {                  %3 = fmul %2, %2
//	  %1 = fmul %x, %x          store %p, %3
//	  return %1
//	}
//	%3 = call sq(%2)
//	store %p, %3
//
// Local variables of the callee become the caller's, fresh at each call. Functions must
// return at their end only. If there are entry points, bodies go into functions that stay:
// entry points, and functions that are still called. All calls to replace are known before
// the first is replaced, so that copies are of final bodies.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// InlineFunctions replaces all calls by bodies.
var InlineFunctions = &pass.Pass{
	Name:        "inline-functions",
	Doc:         "calls become the bodies of their functions; functions that no entry point reaches are removed",
	Replaces:    []string{"inline_functions"},
	Requires:    pass.OneReturn,
	Establishes: pass.NoCalls,
	Destroys:    pass.ExplicitBuffers | pass.ExplicitShared | pass.ExplicitTemps,
	Shader: func(s *ssa.Shader) bool {
		changed := inlineFunctions(s, (*ssa.Function).InstrCount, func(int, int) bool { return true })
		return s.KeepFuncs(s.Reached()) || changed
	},
}

// InlineSmall replaces calls if that costs little: of functions that are called once, and
// of small ones. Functions that return early from ifs return at their end first; functions
// that return from loops and switches stay.
var InlineSmall = &pass.Pass{
	Name:     "inline-small",
	Doc:      "calls of functions that are small or called once, and don't return from within loops, become their bodies",
	Destroys: pass.NoPhis | pass.LoopClosed | pass.ExplicitBuffers | pass.ExplicitShared | pass.ExplicitTemps,
	Shader: func(s *ssa.Shader) bool {
		l := inliner{s: s, measure: (*ssa.Function).InstrCount, early: true}
		return l.run(func(calls, size int) bool { return calls == 1 || size <= smallFunction })
	},
}

// InlineFew is InlineSmall for text output, in which the size of copies counts.
var InlineFew = &pass.Pass{
	Name:     "inline-few",
	Doc:      "calls of functions that are called once, or so small that copies are no longer than calls, become their bodies",
	Destroys: pass.ExplicitBuffers | pass.ExplicitShared | pass.ExplicitTemps,
	Shader: func(s *ssa.Shader) bool {
		return inlineFunctions(s, operations, func(calls, size int) bool { return calls == 1 || (calls-1)*size <= fewOperations })
	},
}

// smallFunction is how many instructions a function may have that is copied to
// each place that calls it.
const smallFunction = 48

// fewOperations is how many operations there may be more after a function was copied
// to each place that calls it. A call, its function's head and its return weigh some.
const fewOperations = 12

// operations counts the instructions of a function that text shows.
func operations(f *ssa.Function) (n int) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); o.Class() {
			case op.ClassConst, op.ClassDeref, op.ClassPhi, op.ClassUndef, op.ClassJump:
			default:
				if o == op.Txf {
					n += 6 // what keeps its coordinates in bounds
				}
				if o != op.Param && o != op.Declare && o != op.Mov && o != op.Load {
					n++
				}
			}
		}
	}
	return n
}

// maxInlined bounds the instructions of a function that has others in it; calls
// beyond that stay.
const maxInlined = 1 << 18

// maxInlinedTotal and maxInlinedFactor bound the instructions of all functions together, the
// latter for each instruction of the shader: many entry points may each have one large
// function in them. Calls beyond that stay, too.
const (
	maxInlinedTotal  = 1 << 20
	maxInlinedFactor = 16
)

// inliner replaces calls in a shader.
type inliner struct {
	left    int // instructions that may be copied
	s       *ssa.Shader
	measure func(*ssa.Function) int
	early   bool      // functions go, too, that return early from ifs only
	funcs   []inlined // by function
	order   []ssa.FuncID
}

// inlined holds facts about a function.
type inlined struct {
	calls   int // how many there are of it
	seen    bool
	done    bool
	endless bool // it calls itself
	size    int  // of its body with what goes into it
	goes    bool // its calls are replaced
	remains bool // something calls it still, or may from outside
}

// inlineFunctions replaces the calls of functions that wanted accepts, by the number of
// calls and the function's measure, with the functions inlined into it.
func inlineFunctions(s *ssa.Shader, measure func(*ssa.Function) int, wanted func(calls, size int) bool) bool {
	l := inliner{s: s, measure: measure}
	return l.run(wanted)
}

func (l *inliner) run(wanted func(calls, size int) bool) bool {
	s := l.s
	l.funcs = make([]inlined, len(s.Funcs))
	l.left = maxInlinedTotal
	for _, f := range s.Funcs[1:] {
		l.left += maxInlinedFactor * f.InstrCount()
		for _, i := range callsOf(f) {
			l.funcs[f.Word(i, 0)].calls++
		}
	}
	for id := range s.Funcs[1:] {
		l.visit(ssa.FuncID(id+1), wanted)
	}
	for _, e := range s.EntryPoints {
		l.funcs[e.Function].remains = true
	}
	for id := range s.Funcs {
		x := &l.funcs[id]
		x.remains = x.remains || len(s.EntryPoints) == 0 || !x.goes && x.calls > 0
	}
	changed := false
	for _, id := range l.order {
		if l.funcs[id].remains {
			changed = l.fill(s.Funcs[id]) || changed
		}
	}
	return changed
}

// callsOf are the calls in a function.
func callsOf(f *ssa.Function) (list []ssa.InstrID) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Call {
				list = append(list, i)
			}
		}
	}
	return list
}

// visit decides about a function after its callees.
func (l *inliner) visit(id ssa.FuncID, wanted func(calls, size int) bool) {
	x := &l.funcs[id]
	if x.seen {
		return
	}
	x.seen = true
	f := l.s.Funcs[id]
	x.size = l.measure(f)
	for _, i := range callsOf(f) {
		callee := ssa.FuncID(f.Word(i, 0))
		l.visit(callee, wanted)
		switch y := &l.funcs[callee]; {
		case !y.done:
			y.endless = true
		case y.goes:
			x.size = min(x.size+y.size, maxInlined)
		}
	}
	x.done = true
	x.goes = x.calls > 0 && !x.endless && (!returnsEarly(f) || l.early && returnsFromIfs(f)) && wanted(x.calls, x.size)
	l.order = append(l.order, id)
}

// maxEarlyReturns bounds how many ifs may come of returns.
const maxEarlyReturns = 4

// returnsFromIfs reports whether a function returns few times, and never from within a
// loop or switch.
func returnsFromIfs(f *ssa.Function) bool {
	n := 0
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return {
			for p := f.Parent(b); p != 0; p = f.Parent(p) {
				if f.Kind(p) != ssa.NodeIf {
					return false
				}
			}
			n++
		}
	}
	return n <= maxEarlyReturns
}

// fill replaces calls in a function, also in inlined code.
func (l *inliner) fill(f *ssa.Function) bool {
	changed := false
	work := callsOf(f)
	for len(work) > 0 {
		i := work[len(work)-1] // the last first, so that few instructions change blocks
		work = work[:len(work)-1]
		if f.Op(i) != op.Call {
			continue // went with the code behind one that doesn't return
		}
		id := ssa.FuncID(f.Word(i, 0))
		g := l.s.Funcs[id]
		if !l.funcs[id].goes || f.InstrCount()+g.InstrCount() >= maxInlined || g.InstrCount() > l.left {
			continue
		}
		l.left -= g.InstrCount()
		lowerReturns(g)
		calls := callsOf(g)
		c := inlineCall(f, i, g)
		changed = true
		for _, j := range calls {
			work = append(work, c.Values[j])
		}
	}
	return changed
}

// inlineCall replaces one call, and returns the map from the callee's instructions to their
// copies.
func inlineCall(f *ssa.Function, call ssa.InstrID, g *ssa.Function) *ssa.Copier {
	c := ssa.NewCopier(g, f)
	c.Vars = make([]ssa.VarID, len(g.Vars))
	declared := make([]bool, len(g.Vars))
	for v := range g.Vars[1:] {
		c.Vars[v+1] = f.AddVar(g.Vars[v+1])
	}
	c.Regs = make([]ssa.RegID, len(g.Regs))
	for r := range g.Regs[1:] {
		c.Regs[r+1] = f.AddReg(g.Regs[r+1])
	}
	f.Relax(g.Diagnostics)
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if g.Op(i) == op.Declare {
				declared[g.VarOf(i)&^ssa.LocalVar] = true
			}
		}
	}
	at := f.BuildBefore(call)
	for v := range g.Vars[1:] {
		if !declared[v+1] {
			i := at.Instr(op.Declare, 0)
			f.SetWords(i, [2]uint32{uint32(c.Vars[v+1])})
		}
	}
	var result ssa.Value
	if j := g.Jump(g.FirstBlock()); g.NextNode(g.FirstBlock()) == 0 && (j == 0 || g.Op(j) == op.Return) {
		result = copyBlock(c, call)
	} else if result = copyBody(c, call); f.Op(call) == op.Invalid {
		return c // the body never comes back
	}
	if f.HasUses(call) {
		if result == 0 {
			result = f.Undef(f.Type(call))
		}
		if name := f.NameOf(call); name != "" && f.NameOf(result) == "" {
			f.SetName(result, name)
		}
		f.ReplaceUses(call, result)
	}
	args := make([]ssa.Value, f.NumSrcs(call))
	for k := range args {
		args[k] = f.Arg(call, k)
	}
	f.Remove(call)
	for k, v := range args {
		nameValue(f, v, g.Params[k].Name)
	}
	return c
}

// copyBlock copies the instructions of a function of one block to a call, and
// returns the result.
func copyBlock(c *ssa.Copier, call ssa.InstrID) ssa.Value {
	g, f := c.From, c.To
	for i := range g.Instrs(g.FirstBlock()) {
		switch g.Op(i) {
		case op.Param:
			c.Values[i] = f.Arg(call, g.IndexOf(i))
		case op.Return:
			if g.NumSrcs(i) > 0 {
				return c.Values[g.Arg(i, 0)]
			}
		default:
			c.Instr(i, f.BeforeInstr(call))
		}
	}
	return 0
}

// copyBody copies the body of a function to a call, and returns the result.
func copyBody(c *ssa.Copier, call ssa.InstrID) (result ssa.Value) {
	g, f := c.From, c.To
	l := c.List(ssa.Body)
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if g.Op(i) == op.Param {
				f.ReplaceUses(c.Values[i], f.Arg(call, g.IndexOf(i)))
				f.Remove(c.Values[i])
			}
		}
	}
	last := f.ListLast(l)
	if j := f.Jump(last); j != 0 && f.Op(j) == op.Return {
		if f.NumSrcs(j) > 0 {
			result = f.Arg(j, 0)
		}
		f.RemoveJump(last)
	}
	f.Insert(f.BeforeInstr(call), l)
	return result
}

// returnsEarly reports whether a function returns elsewhere than at its end.
func returnsEarly(f *ssa.Function) bool {
	last := f.ListLast(ssa.Body)
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return && b != last {
			return true
		}
	}
	return false
}
