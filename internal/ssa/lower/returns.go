package lower

// This file makes functions return at their end only.
//
//	before                      after
//	if %c { return %a }         if %c { store result, %a }
//	store %p, %x                else {
//	return %b                     store %p, %x
//	                              store result, %b
//	                            }
//	                            %1 = load result
//	                            return %1
//
// A return outside loops and switches goes to the end of its list, and the code behind the
// ifs around it moves to places that control reaches without having returned: the other
// list of the if if possible; else a new if on a flag. A return in a loop or switch sets
// the flag and breaks; after the loop the flag is tested. So that ifs don't nest without
// end, a function with many returns becomes a loop first, which they break.

import (
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Returns makes functions return at their end only.
var Returns = &pass.Pass{
	Name:        "lower-returns",
	Doc:         "functions return at their end only",
	Replaces:    []string{"lower_returns"},
	Establishes: pass.OneReturn,
	Destroys:    pass.NoPhis | pass.LoopClosed | pass.ExplicitTemps,
	Function:    lowerReturns,
}

func lowerReturns(f *ssa.Function) bool {
	if !returnsEarly(f) {
		return false
	}
	demoted := newPhiDemotion(f)
	r := returns{f: f, flag: demoted.variable("returned", ir.TypeBool)}
	if f.Result != 0 {
		r.result = demoted.variable("result", f.Result)
	}
	if countReturns(f) > maxNestedReturns {
		r.list(r.wrap(), true)
	} else {
		r.list(ssa.Body, false)
	}
	b := f.Build(f.Entry())
	b.Store(b.DerefVar(r.flag), b.Bool(false))
	b = f.Build(f.EndOf(f.ListLast(ssa.Body)))
	if f.Jump(b.At.Block) == 0 {
		if r.result != 0 {
			b.Jump(op.Return, ssa.Whole(b.Load(b.DerefVar(r.result))))
		} else {
			b.Jump(op.Return)
		}
	}
	repair.Function(f) // of code that moved, values used after it
	demoted.finish()
	return true
}

// maxNestedReturns is how many returns may become ifs in each other.
const maxNestedReturns = 16

func countReturns(f *ssa.Function) (n int) {
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return {
			n++
		}
	}
	return n
}

// wrap makes all but the first block a loop that is left at its end, and returns the
// loop's body.
func (r *returns) wrap() ssa.ListID {
	f := r.f
	first := f.FirstBlock()
	part := f.Extract(f.EndOf(first), ssa.Cursor{Block: f.ListLast(ssa.Body)})
	b := f.Build(f.EndOf(first))
	body := f.LoopBody(b.Loop(false))
	f.Insert(f.EndOf(f.ListFirst(body)), part)
	if end := f.ListLast(body); f.Jump(end) == 0 {
		f.AddJump(end, op.Break, b.Span)
	}
	return body
}

type returns struct {
	f      *ssa.Function
	flag   ssa.VarID
	result ssa.VarID
}

// list replaces the returns of a list. breaks is set if a break in it exits a loop or
// switch. It reports whether control may come out of the list having returned, and whether
// it always does.
func (r *returns) list(l ssa.ListID, breaks bool) (may, always bool) {
	f := r.f
	for n := f.ListFirst(l); n != 0; n = f.NextNode(n) {
		inner := false
		switch f.Kind(n) {
		case ssa.NodeBlock:
			if j := f.Jump(n); j != 0 {
				if f.Op(j) == op.Return {
					r.replace(n, j, breaks)
					return true, true
				}
				return may, f.Op(j) == op.Halt
			}
			continue
		case ssa.NodeIf:
			a, allA := r.list(f.Then(n), breaks)
			b, allB := r.list(f.Else(n), breaks)
			if !a && !b {
				continue
			}
			may = true
			if breaks {
				continue // whoever comes here hasn't returned
			}
			if allA && allB {
				f.ClearFrom(f.After(n)) // nothing comes here but what has returned
				return true, true
			}
			if allA && !b && r.moveInto(n, f.Else(n)) {
				_, all := r.list(f.Else(n), false)
				return true, all
			}
			if allB && !a && r.moveInto(n, f.Then(n)) {
				_, all := r.list(f.Then(n), false)
				return true, all
			}
			inner = true
		case ssa.NodeLoop:
			inner, _ = r.list(f.LoopBody(n), true)
		case ssa.NodeSwitch:
			for k := range f.Cases(n) {
				m, _ := r.list(f.Cases(n)[k].List, true)
				inner = inner || m
			}
		}
		if !inner {
			continue
		}
		may = true
		after := f.After(n)
		build := f.Build(f.StartOf(after))
		build.Span = f.NodeSpan(n)
		flag := build.Load(build.DerefVar(r.flag))
		if breaks {
			guard := build.If(flag)
			build.Inside(f.Then(guard))
			build.Jump(op.Break)
			n = guard
			continue
		}
		at := f.AfterInstr(flag)
		end := ssa.Cursor{Block: f.ListLast(l)}
		if at == end {
			return true, false
		}
		rest := f.Extract(at, end)
		guard := f.InsertIf(f.EndOf(after), ssa.Whole(flag), build.Span)
		f.Insert(f.EndOf(f.ListFirst(f.Else(guard))), rest)
		r.list(f.Else(guard), false)
		return true, false
	}
	return may, false
}

// replace makes a return a store of the result and of the flag, and a break if that exits
// the list.
func (r *returns) replace(b ssa.NodeID, j ssa.InstrID, breaks bool) {
	f := r.f
	span := f.SpanOf(j)
	var value ssa.Value
	if f.NumSrcs(j) > 0 {
		value = f.Arg(j, 0)
	}
	build := f.BuildBefore(j)
	if value != 0 {
		build.Store(build.DerefVar(r.result), value)
	}
	build.Store(build.DerefVar(r.flag), build.Bool(true))
	f.RemoveJump(b)
	if breaks {
		f.AddJump(b, op.Break, span)
	}
}

// moveInto moves the nodes behind an if into one of its lists, the only one that control
// comes from. It fails if phis stand between.
func (r *returns) moveInto(n ssa.NodeID, to ssa.ListID) bool {
	f := r.f
	after := f.After(n)
	if f.HasPhis(after) {
		return false
	}
	from, end := ssa.Cursor{Block: after, Before: f.First(after)}, ssa.Cursor{Block: f.ListLast(f.ListOf(n))}
	if from == end {
		return true
	}
	if f.Jump(f.ListLast(to)) != 0 { // only what has returned comes here
		f.ClearFrom(after)
		return true
	}
	rest := f.Extract(from, end)
	f.Insert(f.EndOf(f.ListLast(to)), rest)
	return true
}
