package lower

// This file makes switches ifs.
//
//	before                   after
//	switch %s {              %1 = ieq %s, 1
//	case 1 { A }             if %1 { A } else {
//	case 2, 3 { B }            %2 = ieq %s, 2
//	default { C }              %3 = ieq %s, 3
//	}                          %4 = ior %2, %3
//	                           if %4 { B } else { C }
//	                         }
//
// Clauses that fall into one another are a chain: a value that selects one of them selects
// the chain, and in it each is entered by its own values and by the values of the clauses
// before it; the last, by all.
//
//	case 1 { A fallthrough }    %3 = ior %1, %2
//	case 2 { B }                if %3 {
//	                              if %1 { A }
//	                              B
//	                            } else ...
//
// Breaks at the ends of chains go. A switch with a break elsewhere becomes a loop that
// exits at its end, and breaks mean the same; continues of a loop around it then break it
// too, and set a flag that is tested behind it. Many clauses are divided in halves, so that
// the ifs don't nest deeper than the logarithm.

import (
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Switches makes switches ifs.
var Switches = &pass.Pass{
	Name:        "lower-switch",
	Doc:         "switches become ifs",
	Establishes: pass.NoSwitch,
	Destroys:    pass.NoPhis | pass.LoopClosed,
	Function:    lowerSwitches,
}

func lowerSwitches(f *ssa.Function) bool {
	found := innerFirst(f, func(n ssa.NodeID) bool { return f.Kind(n) == ssa.NodeSwitch })
	if found == nil {
		return false
	}
	l := switches{f: f, demoted: newPhiDemotion(f)}
	for _, n := range found {
		l.lower(n)
	}
	if l.rerouted {
		repair.Function(f)
	}
	l.demoted.finish()
	return true
}

// switches lowers the switches of a function.
type switches struct {
	f        *ssa.Function
	demoted  *phiDemotion
	rerouted bool // a continue goes another way, past definitions that it came by
}

// chain is clauses first to last, each but the last falling into the next.
type chain struct {
	first, last int
	entered     []ssa.Value // by clause from first: its values or those of one before it; the last: of the chain
}

// lowering is the state of one switch.
type lowering struct {
	*switches
	selector ssa.Value
	cases    []ssa.Case
	lists    []ssa.ListID // what the clauses hold, taken out
	chains   []chain      // without that of the default
	other    chain        // that of the default
	fallback int          // the default's clause
}

// lower replaces one switch that contains no others.
func (l *switches) lower(n ssa.NodeID) {
	f := l.f
	w := lowering{switches: l, selector: f.Cond(n).Value, cases: append([]ssa.Case(nil), f.Cases(n)...)}
	w.split()
	before, after := f.Before(n), f.After(n)
	l.demoted.clear(after, before)
	for k := range w.cases {
		l.demoted.clear(f.ListFirst(w.cases[k].List), before)
	}
	loop := w.breaksEarly(after)
	var again ssa.VarID
	continues := continuesAround(f, n)
	if continues != nil {
		l.demoted.clear(f.JumpTarget(f.Jump(continues[0])), 0)
	}
	if loop && continues != nil {
		again = l.demoted.variable("again", ir.TypeBool)
		l.rerouted = true
	}
	span := f.NodeSpan(n)
	lists, at := f.TakeLists(n)
	w.lists = lists
	if again != 0 {
		for _, c := range continues {
			j := f.Jump(c)
			b := f.BuildBefore(j)
			b.Store(b.DerefVar(again), b.Bool(true))
			f.ChangeJump(j, op.Break)
		}
	}
	for k := range w.chains {
		w.dropBreak(&w.chains[k])
	}
	w.dropBreak(&w.other)
	b := f.Build(at)
	b.Span = span
	if !loop {
		w.emit(b, w.chains, true)
		return
	}
	if again != 0 {
		b.Store(b.DerefVar(again), b.Bool(false))
	}
	x := b.Loop(false)
	inside := b
	inside.Inside(f.LoopBody(x))
	w.emit(inside, w.chains, true)
	if end := f.ListLast(f.LoopBody(x)); f.Jump(end) == 0 {
		f.AddJump(end, op.Break, span)
	}
	if again != 0 {
		b.At = f.StartOf(f.After(x))
		g := b.If(b.Load(b.DerefVar(again)))
		b.Inside(f.Then(g))
		b.Jump(op.Continue)
	}
}

// continuesAround are the blocks of a switch that continue a loop around it.
func continuesAround(f *ssa.Function, n ssa.NodeID) (list []ssa.NodeID) {
	loop := f.InnermostLoop(n)
	if loop == 0 {
		return nil
	}
	for _, b := range f.BlocksOf(n) {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Continue && f.InnermostLoop(b) == loop {
			list = append(list, b)
		}
	}
	return list
}

// split finds the chains.
func (w *lowering) split() {
	first, fallback := 0, false
	for k := range w.cases {
		c := &w.cases[k]
		c.FallThrough = c.FallThrough && w.f.Jump(w.f.ListLast(c.List)) == 0
		if c.Default {
			w.fallback, fallback = k, true
		}
		if c.FallThrough {
			continue
		}
		if x := (chain{first: first, last: k}); fallback {
			w.other = x
		} else {
			w.chains = append(w.chains, x)
		}
		first, fallback = k+1, false
	}
}

// breaksEarly reports whether a break leads to the block after the switch from
// anywhere but the end of a chain.
func (w *lowering) breaksEarly(after ssa.NodeID) bool {
	f := w.f
	ends := 0
	for k := range w.cases {
		if !w.cases[k].FallThrough {
			if j := f.Jump(f.ListLast(w.cases[k].List)); j == 0 || f.Op(j) == op.Break {
				ends++
			}
		}
	}
	return len(f.Preds(after)) > ends
}

// dropBreak takes a break at the end of a chain away: control comes there anyhow.
func (w *lowering) dropBreak(c *chain) {
	end := w.f.ListLast(w.lists[c.last])
	if j := w.f.Jump(end); j != 0 && w.f.Op(j) == op.Break {
		w.f.RemoveJump(end)
	}
}

// either is the disjunction of two conditions; 0 is false.
func either(b *ssa.Builder, x, y ssa.Value) ssa.Value {
	switch {
	case x == 0:
		return y
	case y == 0:
		return x
	}
	return b.Op(op.IOr, ir.TypeBool, x, y)
}

// matches inserts the test whether the selector is a value of a clause.
func (w *lowering) matches(b *ssa.Builder, k int) (cond ssa.Value) {
	for _, v := range w.f.CaseValues(&w.cases[k]) {
		cond = either(b, cond, b.Op(op.IEq, ir.TypeBool, w.selector, b.Const(w.f.Type(w.selector), v)))
	}
	return cond
}

// selects inserts, the first time, the test whether a chain is selected.
func (w *lowering) selects(b *ssa.Builder, c *chain) ssa.Value {
	if c.entered == nil {
		c.entered = make([]ssa.Value, c.last-c.first+1)
		cond := ssa.Value(0)
		for k := range c.entered {
			cond = either(b, cond, w.matches(b, c.first+k))
			c.entered[k] = cond
		}
	}
	return c.entered[len(c.entered)-1]
}

// manyChains is how many chains are tested one after the other; more are divided first.
const manyChains = 8

// emit inserts chains, and behind them the default's if there is to be one; else
// it is known that one of them is selected.
func (w *lowering) emit(b ssa.Builder, chains []chain, fallback bool) {
	f := w.f
	for len(chains) > 0 {
		half := 1
		if len(chains) > manyChains {
			half = len(chains) / 2
		}
		var cond ssa.Value
		for k := range half {
			cond = either(&b, cond, w.selects(&b, &chains[k]))
		}
		switch {
		case cond == 0: // clauses without values
			for _, c := range chains[:half] {
				for k := c.first; k <= c.last; k++ {
					f.Discard(w.lists[k])
				}
			}
		case half == len(chains) && !fallback:
			w.clauses(b, &chains[0])
			return
		default:
			g := b.If(cond)
			inside := b
			inside.Inside(f.Then(g))
			w.emit(inside, chains[:half], false)
			b.Inside(f.Else(g))
		}
		chains = chains[half:]
	}
	if fallback {
		w.enterOther(&b)
		w.clauses(b, &w.other)
	}
}

// enterOther inserts the conditions on which clauses of the default's chain are entered:
// the clauses before the default by their values, it and the clauses behind it unless a
// value of a later one is selected.
func (w *lowering) enterOther(b *ssa.Builder) {
	c := &w.other
	c.entered = make([]ssa.Value, c.last-c.first+1)
	cond := ssa.Value(0)
	for k := c.first; k < w.fallback; k++ {
		cond = either(b, cond, w.matches(b, k))
		c.entered[k-c.first] = cond
	}
	cond = 0
	for k := c.last; k > w.fallback; k-- {
		cond = either(b, w.matches(b, k), cond)
		if cond == 0 {
			c.entered[k-1-c.first] = b.Bool(true)
		} else {
			c.entered[k-1-c.first] = b.Op(op.INot, ir.TypeBool, cond)
		}
	}
}

// clauses inserts the contents of a chain that is selected.
func (w *lowering) clauses(b ssa.Builder, c *chain) {
	f := w.f
	for k := c.first; k < c.last; k++ {
		cond := c.entered[k-c.first]
		if cond == 0 { // nothing selects it or those before it
			f.Discard(w.lists[k])
			continue
		}
		g := b.If(cond)
		f.Insert(f.EndOf(f.ListFirst(f.Then(g))), w.lists[k])
	}
	f.Insert(b.At, w.lists[c.last])
}
