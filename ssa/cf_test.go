package ssa

import (
	"testing"

	"refract/ir"
	"refract/ssa/op"
)

// verify fails unless the shader of a function is whole.
func verify(t *testing.T, f *Function) {
	t.Helper()
	if err := Verify(f.Shader); err != nil {
		t.Error(err)
	}
}

func testFunction() *Function {
	s := NewShader(ir.NewModule())
	_, f := s.NewFunction("main")
	f.Result = ir.TypeU32
	return f
}

// diamond is an if whose arms give 1 and 2 to a phi that is returned.
func diamond() (f *Function, n NodeID, phi Value) {
	f = testFunction()
	b := f.Build(f.EndOf(f.FirstBlock()))
	n = b.If(b.Bool(true))
	after := b.At
	b.Inside(f.Then(n))
	one := b.U32(1)
	b.Inside(f.Else(n))
	two := b.U32(2)
	phi = f.Phi(f.After(n), ir.TypeU32, one, two)
	b.At = after
	b.Jump(op.Return, Whole(phi))
	return f, n, phi
}

func TestSpliceKeepsPhiSource(t *testing.T) {
	f, n, _ := diamond()
	verify(t, f)
	f.Splice(n, f.Else(n))
	verify(t, f)
	j := f.Jump(f.FirstBlock())
	if j == 0 || f.ConstBits(f.Arg(j, 0), 0) != 2 {
		t.Fatal("the else list's value isn't returned")
	}
	if f.NextBlock(f.FirstBlock()) != 0 {
		t.Error("more than one block is left")
	}
}

func TestSpliceOfListThatJumps(t *testing.T) {
	f, n, _ := diamond()
	b := f.Build(f.EndOf(f.ListLast(f.Then(n))))
	b.Jump(op.Halt)
	verify(t, f)
	if f.NumSrcs(f.First(f.After(n))) != 1 {
		t.Error("the phi kept the source of the edge that is gone")
	}
	f.Splice(n, f.Then(n))
	verify(t, f)
	if j := f.Jump(f.FirstBlock()); j == 0 || f.Op(j) != op.Halt {
		t.Error("control goes on after halt")
	}
}

func TestRemoveNodeMakesPhisUndefined(t *testing.T) {
	f, n, _ := diamond()
	f.RemoveNode(n)
	verify(t, f)
	if j := f.Jump(f.FirstBlock()); f.Op(f.Arg(j, 0)) != op.Undef {
		t.Error("the removed phi's user isn't undefined")
	}
}

// loop is a loop with a continue list that counts to ten: header phi, break in
// an if, increment in the continue list.
func loop() (f *Function, n NodeID) {
	f = testFunction()
	b := f.Build(f.EndOf(f.FirstBlock()))
	zero, ten := b.U32(0), b.U32(10)
	n = b.Loop(true)
	after := b.At
	header := f.LoopHeader(n)
	phi := f.Phi(header, ir.TypeU32, zero, zero)
	b.Inside(f.LoopBody(n))
	cond := b.Op(op.ULe, ir.TypeBool, ten, phi)
	exit := b.If(cond)
	b.Inside(f.Then(exit))
	b.Jump(op.Break)
	b.Inside(f.LoopContinue(n))
	next := b.Op(op.IAdd, ir.TypeU32, phi, b.U32(1))
	f.SetSrc(phi, 1, Whole(next))
	b.At = after
	b.Jump(op.Return, Whole(phi))
	return f, n
}

func TestLoopEdges(t *testing.T) {
	f, n := loop()
	verify(t, f)
	if got := len(f.Preds(f.After(n))); got != 1 {
		t.Errorf("the block after the loop has %d predecessors, want the break alone", got)
	}
	f.RemoveJump(f.Preds(f.After(n))[0])
	verify(t, f)
	if got := len(f.Preds(f.After(n))); got != 0 {
		t.Errorf("the block after an endless loop has %d predecessors", got)
	}
}

func TestExtractAndInsert(t *testing.T) {
	f, n := loop()
	home := f.Before(n)
	l := f.Extract(f.EndOf(home), f.StartOf(f.After(n)))
	if f.NextBlock(home) != 0 || f.Jump(home) == 0 {
		t.Error("what is left isn't one block that returns")
	}
	f.Insert(f.EndOf(home), l)
	// The return's block is home's again, after the loop.
	verify(t, f)
}

func TestCopyList(t *testing.T) {
	f, _ := loop()
	_, g := f.Shader.NewFunction("copy")
	g.Result = ir.TypeU32
	c := NewCopier(f, g)
	l := c.List(Body)
	g.Insert(g.EndOf(g.FirstBlock()), l)
	verify(t, g)
	j := g.Jump(g.lists[Body].last)
	if j == 0 || g.Op(g.Arg(j, 0)) != op.Phi || g.ConstBits(g.Arg(g.Arg(j, 0), 0), 0) != 0 {
		t.Error("the copy doesn't return the phi")
	}
	verify(t, f.Shader.Clone().Funcs[1])
}

func TestSwitchEdges(t *testing.T) {
	f := testFunction()
	f.Result = 0
	b := f.Build(f.EndOf(f.FirstBlock()))
	n := b.Switch(b.U32(1), []NewCase{{Values: []uint64{1, 2}, FallThrough: true}, {Values: []uint64{3}}, {Default: true}})
	verify(t, f)
	b.Inside(f.Cases(n)[1].List)
	b.Jump(op.Break)
	verify(t, f)
	if got := f.Preds(f.After(n)); len(got) != 2 {
		t.Errorf("after the switch: %v", got)
	}
	f.Splice(n, f.Cases(n)[2].List)
	verify(t, f)
}
