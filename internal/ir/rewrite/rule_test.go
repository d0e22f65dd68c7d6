package rewrite

import (
	"strings"
	"testing"

	"refract/ir"
)

// adding makes of each sum one with its sides exchanged, plus zero: what it
// inserts would match as well.
type adding struct{ changed int }

func (*adding) Kinds() ir.KindSet { return ir.BinaryOps(ir.Add) }

func (*adding) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Binary(x).Op == ir.Add && f.TypeOf(x) == ir.TypeI32
}

func (a *adding) Change(e *Editor, x ir.ExprID) {
	a.changed++
	v := e.F.Binary(x)
	b := e.Ahead()
	e.Become(b.Binary(ir.Add, b.Binary(ir.Add, v.Right, v.Left), b.I32(0)))
}

const sums = `
func @sums($a : i32, $x : f32) -> i32 {
  %1 = add $a, 1i : i32
  %2 = add $x, 2f : f32
  %3 = as %2 : i32
  %4 = sub %1, %3 : i32
  if true {
    %5 = add %4, %1 : i32
    return %5
  }
  return %4
}

func @none($a : i32) -> i32 {
  %1 = sub $a, 1i : i32
  return %1
}
`

// TestApply changes what matches and no more, and leaves alone what has nothing.
func TestApply(t *testing.T) {
	m, err := ir.ParseString("sums", sums)
	if err != nil {
		t.Fatal(err)
	}
	before := m.Functions[2].ExprCount()
	var rule adding
	Apply(m, &rule)
	if rule.changed != 2 {
		t.Errorf("%d expressions were changed\n%s", rule.changed, ir.Print(m))
	}
	if n := m.Functions[2].ExprCount(); n != before {
		t.Errorf("a function without a sum has %d expressions, before %d", n, before)
	}
	f := m.Functions[1]
	adds, subs, both := 0, 0, ir.BinaryOps(ir.Add, ir.Sub)
	for x := f.Next(0, both); x != 0; x = f.Next(x, both) {
		if !f.In(x, ir.Kinds(ir.KindBinary)) || f.In(x, ir.Kinds(ir.KindAs, ir.KindLiteral)) {
			t.Errorf("%d is a %v", x, f.Kind(x))
		}
		switch f.Binary(x).Op {
		case ir.Add:
			adds++
		case ir.Sub:
			subs++
		}
	}
	if adds < 5 || subs != 1 {
		t.Errorf("%d sums and %d differences\n%s", adds, subs, ir.Print(m))
	}
	if !f.MayHaveBinary(ir.Sub) || f.MayHaveBinary(ir.Mul) || !f.MayHave(ir.KindBinary) || f.MayHave(ir.KindSelect) {
		t.Error("the function's kinds are others")
	}
}

// dropping makes of each sum its left side.
type dropping struct{ adding }

func (*dropping) Change(e *Editor, x ir.ExprID) { e.Ahead(); e.Become(e.F.Binary(x).Left) }

// TestBecomeOperand: what was there before stays what it was, where it was: a load ahead of
// a store, the result of a statement.
func TestBecomeOperand(t *testing.T) {
	m, err := ir.ParseString("m", `
global @g : i32 private
func @f($a : i32) -> i32 {
  %1 = load @g : i32
  %2 = add %1, $a : i32
  store @g, 5i
  %3 = add %1, %2 : i32
  %4 = call @f(%3) : i32
  %5 = add %4, 1i : i32
  %6 = add $a, %5 : i32
  %7 = sub %6, %4 : i32
  return %7
}
`)
	if err != nil {
		t.Fatal(err)
	}
	Apply(m, new(dropping))
	text := ir.Print(m)
	for _, line := range []string{"%1 = load @g", "%2 = select true, %1, %1", "%3 = select true, %1, %1", "%4 = call @f(%3)", "%6 = sub $a, %4"} {
		if !strings.Contains(text, line) {
			t.Errorf("there is no %s\n%s", line, text)
		}
	}
}

// stepping makes of each access to an array one to its own array.
type stepping struct{}

func (stepping) Kinds() ir.KindSet { return ir.Kinds(ir.KindAccessIndex) }

func (stepping) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Kind(f.AccessIndex(x).Base) == ir.KindAccessIndex
}

func (stepping) Change(e *Editor, x ir.ExprID) { e.Ahead(); e.Become(e.F.AccessIndex(x).Base) }

// TestBecomePointer: a pointer from ahead of an item is another of the same.
func TestBecomePointer(t *testing.T) {
	m, err := ir.ParseString("m", `
struct @S {
  a : vec2<f32>
}
global @g : array<@S, 2> private
func @f() -> vec2<f32> {
  %1 = access_index @g, 1 : ptr<private, @S>
  %2 = access_index %1, 0 : ptr<private, vec2<f32>>
  %3 = access_index %1, 0 : ptr<private, vec2<f32>>
  %4 = load %3 : vec2<f32>
  return %4
}
`)
	if err != nil {
		t.Fatal(err)
	}
	Apply(m, stepping{})
	if text := ir.Print(m); strings.Count(text, "= access_index @g, 1") != 3 || !strings.Contains(text, "load %3") {
		t.Error(text)
	}
}
