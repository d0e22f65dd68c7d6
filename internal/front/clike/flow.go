package clike

import (
	"refract/diag"
	"refract/ir"
)

// This file lowers what loops and switches of the languages have in common.

// A Behavior is the set of ways in which control may leave a statement.
type Behavior uint8

const (
	Next      Behavior = 1 << iota // to the statement behind it
	Breaks                         // out of the loop or switch
	Continues                      // to the end of the loop's body
	Returns                        // out of the function
	Never                          // with Next: control does not go on, since a condition is constant
)

// LoopBehavior is that of a loop whose body has bh, and which may have a condition.
func LoopBehavior(bh Behavior, conditional bool) Behavior {
	r := bh & Returns
	if conditional || bh&Breaks != 0 || bh&(Breaks|Returns) == 0 {
		r |= Next
	}
	return r
}

// Endless gives a loop that control never leaves a condition that never holds: the IR has no
// other ones.
func Endless(b *ir.Builder, l *ir.Loop, bh Behavior, conditional bool) {
	if conditional || bh&(Breaks|Returns) != 0 || l.BreakIf != 0 {
		return
	}
	l.BreakIf = b.Bool(false)
	l.Shape = ir.LoopPlain
}

// ExitUnless leaves the loop if a condition doesn't hold. The condition is made behind the
// statements so far.
func ExitUnless(b *ir.Builder, cond func() ir.ExprID) {
	b.Flush()
	mark := b.Begin()
	b.Break()
	reject := b.End(mark)
	b.If(cond(), 0, reject)
}

// A DoCond is the condition of a do loop: constant, or an expression.
type DoCond struct {
	Constant, Holds bool
	Not             ir.ExprID // whether it doesn't hold, if it isn't constant
}

// EndDo ends the loop of a do statement, whose body has bh, and whose continuing block is open
// and has a mark; ok is false if its condition is a mistake. It returns whether the condition
// decides about the end.
func EndDo(b *ir.Builder, fn *ir.Function, l *ir.Loop, mark int, cond DoCond, ok bool, bh Behavior) (conditional bool) {
	conditional = true
	switch {
	case !ok:
	case cond.Constant && cond.Holds:
		conditional = false
	case cond.Constant:
		l.BreakIf = b.Bool(true)
	default:
		l.BreakIf = cond.Not
	}
	l.Continuing = b.End(mark)
	if list := fn.Block(l.Continuing); len(list) > 1 || len(list) == 1 && fn.StmtKind(list[0]) != ir.StmtEmit || l.BreakIf == 0 {
		l.Shape = ir.LoopPlain
	}
	if bh&(Next|Continues) == 0 { // control never gets to the condition
		conditional = false
		l.BreakIf, l.Continuing, l.Shape = 0, 0, ir.LoopPlain
	}
	return conditional
}

// A SwitchLowering lowers the clauses of switch statements, of which one may stand in another.
type SwitchLowering struct {
	cases  []ir.Case
	values []uint32
}

// A SwitchGrammar is the part of a switch that the languages don't share.
type SwitchGrammar struct {
	T      *Tree
	B      *ir.Builder
	Fn     *ir.Function
	Errorf func(s diag.Span, format string, args ...any) *diag.Diagnostic
	// Label is the value of a case in the selector's type, and the number that messages show.
	// It reports mistakes itself.
	Label func(n Node) (value uint32, number int64, ok bool)
	Stmts func(list []Node) Behavior
}

func (l *SwitchGrammar) isLabel(n Node) bool {
	k := l.T.Kind(n)
	return k == KindCase || k == KindDefault
}

// Reset is one without clauses that uses the memory again.
func (s *SwitchLowering) Reset() SwitchLowering {
	return SwitchLowering{s.cases[:0], s.values[:0]}
}

// Lower lowers the statements of a switch. finish gets the cases, if there was no mistake in
// them, before they are forgotten.
func (s *SwitchLowering) Lower(l *SwitchGrammar, list []Node, finish func(cases []ir.Case)) (bh Behavior) {
	base, ok := len(s.cases), true
	i := 0
	if len(list) > 0 && !l.isLabel(list[0]) {
		l.Errorf(l.T.Span(list[0]), "the statements of a switch must follow a label")
		ok = false
		for i < len(list) && !l.isLabel(list[i]) {
			i++
		}
	}
	seen := make(map[uint32]diag.Span)
	var first diag.Span // default
	for i < len(list) {
		var out ir.Case
		values := len(s.values)
		for ; i < len(list) && l.isLabel(list[i]); i++ {
			at := l.T.Span(list[i])
			if l.T.Kind(list[i]) == KindCase {
				ok = s.label(l, list[i], seen) && ok
				continue
			}
			if !first.IsZero() {
				l.Errorf(at, "a switch has one default").Label(first, "the first one")
			}
			first, out.Default = at, true
		}
		end := i
		for end < len(list) && !l.isLabel(list[end]) {
			end++
		}
		b := s.body(l, &out, list[i:end])
		if end < len(list) {
			out.FallThrough = b&Next != 0
			b &^= Next
		}
		bh |= b
		l.Fn.AddCaseValues(&out, s.values[values:])
		s.values = s.values[:values]
		s.cases = append(s.cases, out)
		i = end
	}
	if first.IsZero() {
		s.cases = append(s.cases, ir.Case{Default: true})
		bh |= Next
	}
	if ok {
		finish(s.cases[base:])
	} else {
		finish(nil)
	}
	s.cases = s.cases[:base]
	if bh&Breaks != 0 {
		bh = bh&^Breaks | Next
	}
	return bh
}

// label adds the value of a case. ok is false if it has none.
func (s *SwitchLowering) label(l *SwitchGrammar, n Node, seen map[uint32]diag.Span) (ok bool) {
	v, number, ok := l.Label(n)
	if !ok {
		return false
	}
	if first, twice := seen[v]; twice {
		l.Errorf(l.T.Span(n), "two cases have the value %d", number).Label(first, "the first one")
		return true
	}
	seen[v] = l.T.Span(n)
	s.values = append(s.values, v)
	return true
}

// body lowers the statements of a clause. A break at its end is left out: the IR's clauses end
// so.
func (s *SwitchLowering) body(l *SwitchGrammar, out *ir.Case, list []Node) Behavior {
	breaks := len(list) > 0 && l.T.Kind(list[len(list)-1]) == KindBreak
	if breaks {
		list = list[:len(list)-1]
	}
	l.B.Flush()
	mark := l.B.Begin()
	bh := l.Stmts(list)
	out.Body = l.B.End(mark)
	if breaks && bh&Next != 0 {
		bh = bh&^Next | Breaks
	}
	return bh
}
