package ssa

import (
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// flatText is a function with everything that the flat form has.
const flatText = `func @main($n : i32) -> i32 {
  flat
  b1:
    %1 = param index=0 : i32
    %2 = const 0 : i32
    %3 = const 1 : i32
    merge b4
    switch %1, -1: b2, 2: b2, 3: b3, default: b3
  b2: // b1
    goto b3
  b3: // b1, b2, b5
    %4 = phi b5: %7, b1: %2, b2: %3 : i32 "k"
    %5 = ult %4, %1 : bool
    merge b6, continue b5
    branch %5, b5, b6
  b4:
    unreachable
  b5: // b3, b7
    %6 = phi b7: %2, b3: %4 : i32
    %7 = iadd %6, %3 : i32
    goto b3
  b6: // b3
    return %4
  b7:
    merge b5
    branch %5, b5, b5
  b8:
    halt
}
`

func TestFlatText(t *testing.T) {
	s, err := Parse("test", []byte(flatText))
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(s); err != nil {
		t.Error(err)
	}
	if have := s.String(); have != flatText {
		t.Errorf("printed:\n%s", have)
	}
	if have := s.Clone().String(); have != flatText {
		t.Errorf("the clone:\n%s", have)
	}
	f := s.Funcs[1]
	blocks := slices.Collect(f.Blocks())
	if merge, cont := f.Merge(blocks[2]); merge != blocks[5] || cont != blocks[4] {
		t.Errorf("merge %d, continue %d", merge, cont)
	}
	if v := f.FlatCases(blocks[0])[0]; v != (FlatCase{0xFFFFFFFF, blocks[1]}) {
		t.Errorf("the first case is %v", v)
	}
}

// TestFlatBuild builds what TestFlatText reads.
func TestFlatBuild(t *testing.T) {
	s := NewShader(ir.NewModule())
	_, f := s.NewFlatFunction("main")
	f.Result, f.Params = ir.TypeI32, []ir.Argument{{Name: "n", Type: ir.TypeI32}}
	f.ReserveBlocks(8)
	var b [9]NodeID
	for k := range b[1:] {
		b[k+1] = f.AddBlock()
	}
	var none diag.Span
	e := f.Build(f.EndOf(b[1]))
	n := e.Op(op.Param, ir.TypeI32)
	zero, one := e.Const(ir.TypeI32, 0), e.Const(ir.TypeI32, 1)
	f.SetMerge(b[1], b[4])
	f.SetSwitch(b[1], n, []FlatCase{{0xFFFFFFFF, b[2]}, {2, b[2]}, {3, b[3]}}, b[3], none)
	f.SetGoto(b[2], b[3], none)
	e.At = f.EndOf(b[3])
	phi := f.FlatPhi(b[3], ir.TypeI32, []NodeID{b[5], b[1], b[2]}, none)
	f.SetName(phi, "k")
	less := e.Op(op.ULt, ir.TypeBool, phi, n)
	f.SetLoopMerge(b[3], b[6], b[5])
	f.SetBranch(b[3], less, b[5], b[6], none)
	f.SetUnreachable(b[4], none)
	e.At = f.EndOf(b[5])
	second := f.FlatPhi(b[5], ir.TypeI32, []NodeID{b[7], b[3]}, none)
	next := e.Op(op.IAdd, ir.TypeI32, second, one)
	f.SetGoto(b[5], b[3], none)
	for k, v := range []Value{next, zero, one} {
		f.SetSrc(phi, k, Whole(v))
	}
	f.SetSrc(second, 0, Whole(zero))
	f.SetSrc(second, 1, Whole(phi))
	f.SetReturn(b[6], phi, none)
	f.SetMerge(b[7], b[5])
	f.SetBranch(b[7], less, b[5], b[5], none)
	f.SetHalt(b[8], none)
	if err := Verify(s); err != nil {
		t.Error(err)
	}
	if have := s.String(); have != flatText {
		t.Errorf("printed:\n%s", have)
	}
}

// TestFlatVerify breaks the rules of the flat form, one at a time.
func TestFlatVerify(t *testing.T) {
	for _, c := range []struct{ old, by, want string }{
		{"b7: %2, b3: %4", "b3: %4", "not one source for each predecessor"},
		{"b7: %2, b3: %4", "b7: %2, b3: %4, b1: %4", "not one source for each predecessor"},
		{"b7: %2, b3: %4", "b7: %2, b3: %4, b3: %4", "not one source for each predecessor"},
		{"b5: %7, b1: %2", "b5: %7, b1: %4", "isn't defined on every way through the predecessor"},
		{"return %4", "return %6", "isn't defined on every way here"},
		{"branch %5, b5, b6", "branch %7, b5, b6", "isn't one bool"},
		{"goto b3\n  b3", "goto b1\n  b3", "leads to the first one"},
		{"3: b3", "2: b3", "have the same value"},
		{"    goto b3\n  b3", "  b3", "no ending"},
		{"return %4", "return", "a return without a value"},
		{"switch %1", "switch %9", "isn't one integer"},
	} {
		text := strings.Replace(flatText, c.old, c.by, 1)
		if c.want == "isn't one integer" {
			text = strings.Replace(text, "    merge b4\n", "    %9 = const 1 : f32\n    %10 = const 1, 2 : vec2<i32>\n    merge b4\n", 1)
			text = strings.Replace(text, "%9,", "%10,", 1)
		}
		s, err := Parse("test", []byte(text))
		if err != nil {
			t.Errorf("%s by %s: %v", c.old, c.by, err)
			continue
		}
		if err := Verify(s); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "flat") {
			t.Errorf("%s by %s: have %v\nwant %s", c.old, c.by, err, c.want)
		}
	}
}

// TestFlatSyntax reads what isn't the flat form's text.
func TestFlatSyntax(t *testing.T) {
	for _, c := range []struct{ old, by, want string }{
		{"goto b3", "goto b9", "no block b9"},
		{"goto b3", "goto b3\n    goto b3", "the block has ended"},
		{"goto b3", "if %1 {\n}", "no tree"},
		{"  b1:\n", "", "labels of blocks"},
		{"  flat\n", "  flat\n  flat\n", "flat stands before"},
		{"  flat\n", "", "branch"},
		{"merge b4", "merge b4, b5", "expected continue"},
		{"-1: b2", "-1", "expected"},
		{"b2:", "b1:", "declared twice"},
		{"b1: %2", "b1: %99", "no value %99"},
	} {
		_, err := Parse("test", []byte(strings.Replace(flatText, c.old, c.by, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s by %s: have %v\nwant %s", c.old, c.by, err, c.want)
		}
	}
}

// TestFlatBroken damages what the text can't express.
func TestFlatBroken(t *testing.T) {
	for _, c := range []struct {
		name, want string
		damage     func(f *Function, b NodeID)
	}{
		{"a target out of range", "a target isn't there", func(f *Function, b NodeID) { f.flat.blocks[b].a = 1000 }},
		{"a merge out of range", "the merge or continue target", func(f *Function, b NodeID) { f.flat.blocks[b].merge = 1000 }},
		{"cases out of range", "the cases aren't there", func(f *Function, b NodeID) { f.flat.blocks[b].n = 1000 }},
		{"no condition", "has a condition", func(f *Function, b NodeID) { f.nodes[b].cond = 0 }},
		{"blocks in a circle", "the next block isn't there", func(f *Function, b NodeID) { f.nodes[b].next = b }},
		{"no blocks", "has blocks", func(f *Function, b NodeID) { f.lists[Body] = list{} }},
		{"a phi's predecessors", "a phi without predecessors", func(f *Function, b NodeID) {
			f.instrs[f.First(f.NextBlock(f.NextBlock(b)))].words[0] = 1000
		}},
		{"an ending without its instruction", "isn't its ending", func(f *Function, b NodeID) {
			f.flat.blocks[b].ending, f.nodes[b].cond = EndReturn, 0
		}},
	} {
		s, err := Parse("test", []byte(flatText))
		if err != nil {
			t.Fatal(err)
		}
		c.damage(s.Funcs[1], s.Funcs[1].FirstBlock())
		if err := Verify(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: have %v\nwant %s", c.name, err, c.want)
		}
	}
}
