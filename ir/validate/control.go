package validate

// This file walks blocks and checks control flow: the places of statements, and whether
// control can reach the end of the enclosing construct.

import (
	"slices"

	"refract/diag"
	"refract/ir"
)

// flow is the set of ways in which control can leave a statement or block.
type flow uint8

const (
	next     flow = 1 << iota // on to what follows
	broke                     // by a break out of the innermost loop or switch
	returned                  // out of the function
)

// context is the constructs that enclose a statement.
type context struct {
	depth      int
	breaks     bool // a break has a target
	continues  bool // a continue has a target
	continuing bool // inside a continuing block, at any depth
}

// visit marks a block as visited and reports whether it may be walked.
func (v *Validator) visit(b ir.BlockID, c context) bool {
	s := &v.fn
	if s.blocks[b/64]>>(b%64)&1 != 0 {
		v.errorf(CodeBlock, s.f.Span, "a block of %q stands in two places", s.f.Name)
		return false
	}
	s.blocks[b/64] |= 1 << (b % 64)
	if c.depth > maxNesting {
		v.errorf(CodeNesting, s.f.Span, "statements of %q nest deeper than %d levels", s.f.Name, maxNesting)
		return false
	}
	return true
}

// block walks a block in a scope of its own.
func (v *Validator) block(b ir.BlockID, c context) flow {
	if b == 0 {
		return next
	}
	c.depth++
	if !v.visit(b, c) {
		return next
	}
	v.fn.open()
	fl := v.statements(b, c)
	v.fn.close()
	return fl
}

// statements walks the statements of a block in the scope at hand.
func (v *Validator) statements(b ir.BlockID, c context) flow {
	s := &v.fn
	reached := next
	left := flow(0)
	ended := false
	for _, id := range s.f.Block(b) {
		v.meter.Step()
		if s.stmts[id/64]>>(id%64)&1 != 0 {
			v.errorf(CodeBlock, s.f.StmtSpan(id), "a statement stands in two places")
			continue
		}
		s.stmts[id/64] |= 1 << (id % 64)
		if ended {
			v.errorf(CodeAfter, s.f.StmtSpan(id), "control never gets to this %s", s.f.StmtKind(id))
			ended = false // once is enough
		}
		fl := v.stmt(id, c)
		if reached != 0 {
			left |= fl &^ next
		}
		reached &= fl
		ended = ended || s.f.StmtKind(id).IsTerminator()
	}
	return left | reached
}

func (v *Validator) ifStmt(id ir.StmtID, c context) flow {
	s := v.fn.f.If(id)
	v.condition(s.Condition, v.fn.f.StmtSpan(id))
	return v.block(s.Accept, c) | v.block(s.Reject, c)
}

func (v *Validator) condition(x ir.ExprID, span diag.Span) {
	if v.use(x, span) && v.fn.f.TypeOf(x) != ir.TypeBool {
		v.errorf(CodeCondition, span, "a condition is bool, not %s", v.m.TypeName(v.fn.f.TypeOf(x)))
	}
}

func (v *Validator) loop(id ir.StmtID, c context) flow {
	s := &v.fn
	l := s.f.Loop(id)
	span := s.f.StmtSpan(id)
	body := c
	body.depth++
	body.breaks, body.continues = true, true
	left := next
	s.open()
	if l.Body != 0 && v.visit(l.Body, body) {
		s.loops = append(s.loops, loopFrame{block: len(s.starts) - 1, first: -1})
		left = v.statements(l.Body, body)
		frame := s.loops[len(s.loops)-1]
		s.loops = s.loops[:len(s.loops)-1]
		if frame.first >= 0 {
			s.retire(frame.first)
		}
	}
	if l.Continuing != 0 {
		tail := c
		tail.depth++
		tail.breaks, tail.continues, tail.continuing = false, false, true
		if v.visit(l.Continuing, tail) {
			v.statements(l.Continuing, tail)
		}
	}
	if l.BreakIf != 0 {
		v.condition(l.BreakIf, span)
	}
	s.close()
	if left&broke != 0 || l.BreakIf != 0 {
		return next | left&returned
	}
	if left&returned == 0 {
		v.errorf(CodeMisplaced, span, "the loop never ends: it has no break, return or break_if")
	}
	return left & returned
}

func (v *Validator) switchStmt(id ir.StmtID, c context) flow {
	f := v.fn.f
	s := f.Switch(id)
	span := f.StmtSpan(id)
	known := v.use(s.Selector, span)
	if t := f.TypeOf(s.Selector); known && t != ir.TypeI32 && t != ir.TypeU32 {
		v.errorf(CodeSwitch, span, "a selector is i32 or u32, not %s", v.m.TypeName(t))
	}
	values := v.fn.values[:0]
	defaults := 0
	for i := range s.Cases {
		k := &s.Cases[i]
		if k.Default {
			defaults++
		}
		list := f.CaseValues(k)
		if len(list) == 0 && !k.Default {
			v.errorf(CodeSwitch, span, "a clause that is not the default has no values")
		}
		if k.FallThrough && i == len(s.Cases)-1 {
			v.errorf(CodeSwitch, span, "control can't fall out of the last clause")
		}
		values = append(values, list...)
	}
	if defaults != 1 {
		v.errorf(CodeSwitch, span, "a switch has one default, not %d", defaults)
	}
	slices.Sort(values)
	for i := 1; i < len(values); i++ {
		if values[i] == values[i-1] {
			v.errorf(CodeSwitch, span, "two clauses have the value %d", values[i])
			break
		}
	}
	v.fn.values = values
	c.breaks = true
	out := flow(0)
	for i := range s.Cases {
		fl := v.block(s.Cases[i].Body, c)
		out |= fl & returned
		if fl&broke != 0 || fl&next != 0 && !s.Cases[i].FallThrough {
			out |= next
		}
	}
	return out
}

// jump checks the place of a statement that transfers control.
func (v *Validator) jump(id ir.StmtID, kind ir.StmtKind, c context) flow {
	s := &v.fn
	span := s.f.StmtSpan(id)
	switch kind {
	case ir.StmtBreak:
		if !c.breaks {
			v.errorf(CodeMisplaced, span, "a break has no loop or switch to leave here")
		}
		return broke
	case ir.StmtContinue:
		if !c.continues {
			v.errorf(CodeMisplaced, span, "a continue has no loop to go on with here")
			return 0
		}
		frame := &s.loops[len(s.loops)-1]
		passed := len(s.scope)
		if frame.block+1 < len(s.starts) {
			passed = s.starts[frame.block+1]
		}
		if frame.first < 0 || passed < frame.first {
			frame.first = passed
		}
		return 0
	case ir.StmtReturn:
		if c.continuing {
			v.errorf(CodeMisplaced, span, "a continuing block can't return")
		}
		v.returnValue(id, span)
		return returned
	case ir.StmtTerminate:
		if c.continuing {
			v.errorf(CodeMisplaced, span, "a continuing block can't end the invocation")
		}
		if !s.ended {
			v.does(UsesDiscard, span)
		}
		s.ended = false
		return returned
	}
	panic("validate: jump by " + kind.String())
}

func (v *Validator) returnValue(id ir.StmtID, span diag.Span) {
	f := v.fn.f
	x := f.ReturnValue(id)
	if x == 0 {
		if f.Result != 0 {
			v.errorf(CodeReturn, span, "%q returns %s, not nothing", f.Name, v.m.TypeName(f.Result))
		}
		return
	}
	if v.use(x, span) && f.TypeOf(x) != f.Result {
		if f.Result == 0 {
			v.errorf(CodeReturn, span, "%q returns nothing", f.Name)
		} else {
			v.errorf(CodeReturn, span, "%q returns %s, not %s", f.Name, v.m.TypeName(f.Result), v.m.TypeName(f.TypeOf(x)))
		}
	}
}

// localStmt enters the scope of a local.
func (v *Validator) localStmt(id ir.StmtID) {
	s := &v.fn
	span := s.f.StmtSpan(id)
	d := s.f.LocalDecl(id)
	l := &s.f.Locals[d.Local]
	if d.Init != 0 && v.use(d.Init, span) && s.f.TypeOf(d.Init) != l.Type {
		v.errorf(CodeInitializer, span, "the initial value of %q is %s, not %s", l.Name, v.m.TypeName(s.f.TypeOf(d.Init)), v.m.TypeName(l.Type))
	}
	switch s.locals[d.Local] {
	case undeclared:
		s.locals[d.Local] = declared
		s.scope = append(s.scope, uint32(d.Local)|localTag)
	case usedUndeclared:
		v.errorf(CodeLocalScope, span, "the local %q is used before the statement that declares it", l.Name)
	case declared, declaredAndGone:
		v.errorf(CodeLocalScope, span, "the local %q is declared twice", l.Name)
	}
}
