package ssa

import (
	"strings"
	"testing"

	"refract/ir"
	"refract/ssa/op"
)

// TestVerifyBroken damages a shader in ways that its text can't express. Verify
// says so, and shows what can be printed.
func TestVerifyBroken(t *testing.T) {
	for _, c := range []struct {
		name, want string
		damage     func(f *Function, n NodeID, phi Value)
	}{
		{"a node twice", "is in the tree twice", func(f *Function, n NodeID, _ Value) { f.nodes[f.After(n)].next = n }},
		{"a node out of range", "isn't there", func(f *Function, n NodeID, _ Value) { f.nodes[f.After(n)].next = 1000 }},
		{"no block after", "doesn't end with its last block", func(f *Function, n NodeID, _ Value) { f.nodes[n].next = 0 }},
		{"a wrong previous node", "isn't linked to its list", func(f *Function, n NodeID, _ Value) { f.nodes[n].prev = n }},
		{"a removed node", "is out of place", func(f *Function, n NodeID, _ Value) { f.nodes[n].kind = NodeNone }},
		{"the parent of a list", "isn't one of node", func(f *Function, n NodeID, _ Value) { f.lists[f.Then(n)].parent = 7 }},
		{"no else", "isn't one of node", func(f *Function, n NodeID, _ Value) { f.nodes[n].b = 0 }},
		{"lists in a circle", "isn't one of node", func(f *Function, n NodeID, _ Value) { f.nodes[n].a = uint32(Body) }},
		{"no condition", "without a condition", func(f *Function, n NodeID, _ Value) { f.nodes[n].cond = 0 }},
		{"an instruction in a circle", "isn't linked to its block", func(f *Function, _ NodeID, phi Value) { f.instrs[phi].next = phi }},
		{"an instruction out of range", "isn't there", func(f *Function, _ NodeID, phi Value) { f.instrs[phi].next = 1000 }},
		{"no operation", "has no operation", func(f *Function, _ NodeID, phi Value) { f.instrs[phi].op = op.Op(op.Count) }},
		{"no type", "has no type", func(f *Function, _ NodeID, phi Value) { f.instrs[phi].ty = 100000 }},
		{"no sources", "has no sources", func(f *Function, _ NodeID, phi Value) { f.instrs[phi].nsrc = 1000 }},
		{"the last instruction", "end with its last instruction", func(f *Function, n NodeID, _ Value) { f.nodes[f.After(n)].b = 0 }},
		{"an instruction after a jump", "follow a jump", func(f *Function, n NodeID, phi Value) {
			f.linkInstr(f.addInstr(op.Return, 0, []Src{Whole(phi)}, f.spans[1]), f.After(n), phi)
		}},
		{"no predecessors", "has 0 predecessors", func(f *Function, n NodeID, _ Value) { f.nodes[f.After(n)].n = 0 }},
		{"a predecessor twice", "listed twice", func(f *Function, n NodeID, _ Value) {
			p := f.Preds(f.After(n))
			p[0] = p[1]
		}},
		{"another predecessor", "a predecessor is missing", func(f *Function, n NodeID, _ Value) {
			f.Preds(f.After(n))[0] = f.After(n)
		}},
		{"sources of a phi", "1 sources for 2 predecessors", func(f *Function, _ NodeID, phi Value) {
			f.setUse(f.instrs[phi].src+1, Src{})
			f.instrs[phi].nsrc = 1
		}},
		{"the user of a source", "belongs to another user", func(f *Function, _ NodeID, phi Value) { f.srcs[f.instrs[phi].src].user = 1 }},
		{"the user of a condition", "belongs to another user", func(f *Function, n NodeID, _ Value) { f.srcs[f.nodes[n].cond].user = 1 }},
		{"a lost use", "uses are listed", func(f *Function, _ NodeID, phi Value) { f.instrs[f.Arg(phi, 0)].uses = 0 }},
		{"uses in a circle", "list of uses is broken", func(f *Function, _ NodeID, phi Value) {
			u := f.instrs[f.Arg(phi, 0)].uses
			f.srcs[u].next = u
		}},
		{"a source that is no value", "isn't a value of the function", func(f *Function, n NodeID, phi Value) {
			f.SetSrc(phi, 0, Whole(f.Jump(f.After(n))))
		}},
		{"a condition that is no value", "the condition isn't a value", func(f *Function, n NodeID, _ Value) {
			f.SetCond(n, Whole(f.Jump(f.After(n))))
		}},
		{"a condition with components", "isn't taken whole", func(f *Function, n NodeID, _ Value) {
			f.SetCond(n, Src{Value: f.Cond(n).Value, Comps: 1})
		}},
		{"a source of a phi with components", "isn't taken whole", func(f *Function, _ NodeID, phi Value) {
			f.SetSrc(phi, 0, Src{Value: f.Arg(phi, 0), Comps: 1})
		}},
		{"constants that aren't there", "a constant without bits", func(f *Function, n NodeID, _ Value) {
			b := f.Build(f.StartOf(f.FirstBlock()))
			f.instrs[b.Const(ir.VectorOf(ir.U32, 2), 1, 2)].words[0] = 1000
		}},
		{"registers that aren't there", "without registers", func(f *Function, n NodeID, phi Value) {
			b := f.Build(f.EndOf(f.After(n)))
			f.instrs[b.ParallelCopy([]RegID{f.AddReg(Register{Type: ir.TypeU32})}, []Value{phi})].words[0] = 1000
		}},
		{"a field", "the field axis has no value 15", func(f *Function, n NodeID, _ Value) {
			b := f.Build(f.StartOf(f.FirstBlock()))
			x := b.Op(op.Derivative, ir.TypeF32, b.Const(ir.TypeF32, 0))
			f.instrs[x].words[0] = 15
		}},
		{"no variable", "no such variable", func(f *Function, n NodeID, _ Value) {
			b := f.Build(f.StartOf(f.FirstBlock()))
			f.instrs[b.DerefVar(f.AddVar(Variable{Mode: ModeFunctionTemp, Type: ir.TypeF32}))].words[0] = 1000
		}},
		{"no function", "no such function", func(f *Function, n NodeID, _ Value) {
			b := f.Build(f.StartOf(f.FirstBlock()))
			b.Call(9, 0)
		}},
		{"a variable of no mode", "isn't of one mode", func(f *Function, _ NodeID, _ Value) { f.AddVar(Variable{Name: "x", Type: ir.TypeF32}) }},
		{"a variable of another mode", "is of mode shared", func(f *Function, _ NodeID, _ Value) {
			f.AddVar(Variable{Name: "x", Type: ir.TypeF32, Mode: ModeShared})
		}},
		{"a variable that can be written", "can be written", func(f *Function, _ NodeID, _ Value) {
			f.Shader.AddVar(Variable{Name: "x", Type: ir.TypeF32, Mode: ModeUBO, Access: ir.AccessReadWrite})
		}},
		{"a variable of the shader", "is a function's", func(f *Function, _ NodeID, _ Value) {
			f.Shader.AddVar(Variable{Name: "x", Type: ir.TypeF32, Mode: ModeFunctionTemp, Access: ir.AccessReadWrite})
		}},
		{"an entry point", "has no function", func(f *Function, _ NodeID, _ Value) {
			f.Shader.EntryPoints = append(f.Shader.EntryPoints, ir.EntryPoint{Name: "e", Stage: ir.StageCompute})
		}},
		{"the result's type", "ends without a value", func(f *Function, n NodeID, _ Value) { f.RemoveJump(f.After(n)) }},
		{"another shader's function", "isn't whole", func(f *Function, _ NodeID, _ Value) {
			f.Shader.Funcs = append(f.Shader.Funcs, &Function{Name: "alien"})
		}},
	} {
		f, n, phi := diamond()
		c.damage(f, n, phi)
		err := Verify(f.Shader)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "func @main") {
			t.Errorf("%s: have %v\nwant %s", c.name, err, c.want)
		}
	}
}
