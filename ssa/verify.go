package ssa

// This file checks shaders: the tree, its edges, lists of uses, and instructions
// against their rows of the table of operations.

import (
	"fmt"
	"slices"
	"strings"

	"refract/ir"
	"refract/ssa/op"
)

// VerifyError is everything that Verify found.
type VerifyError struct {
	Complaints []string
	text       string
}

// Error is the shader's text with the complaints under the lines that they are
// about.
func (e *VerifyError) Error() string {
	return fmt.Sprintf("ssa: %d complaints: %s\n%s", len(e.Complaints), strings.Join(e.Complaints, "; "), e.text)
}

// Verify checks what the package's documentation promises of a shader: the shape
// of the tree, predecessors, sources of phis, lists of uses, jumps, selectors,
// and of each instruction the number of its sources, their components and sizes,
// and its fields. It takes time linear in the shader. Its error is a
// *VerifyError with all complaints. It doesn't check that definitions dominate
// uses, nor the exact types of derefs and whole values.
func Verify(s *Shader) error {
	v := &verifier{}
	for _, f := range s.Funcs {
		if f != nil {
			v.function(f)
		}
	}
	if len(v.all) == 0 {
		return nil
	}
	e := &VerifyError{Complaints: v.all}
	if !v.broken {
		e.text = string(AppendText(nil, s, PrintOptions{Notes: func(f *Function, i InstrID, n NodeID) []string {
			return v.at[place{f, i, n}]
		}}))
	}
	return e
}

type place struct {
	f *Function
	i InstrID
	n NodeID
}

type verifier struct {
	f      *Function
	all    []string
	at     map[place][]string
	broken bool // the tree can't be walked
	seen   []bool
	edges  []uint32 // by block: how many edges lead there
	uses   []uint32 // by value
}

func (v *verifier) complain(i InstrID, n NodeID, format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	v.all = append(v.all, s)
	if v.at == nil {
		v.at = map[place][]string{}
	}
	p := place{v.f, i, n}
	v.at[p] = append(v.at[p], s)
}

func (v *verifier) function(f *Function) {
	v.f = f
	v.seen = make([]bool, len(f.nodes))
	before := len(v.all)
	v.list(Body, 0)
	if len(v.all) > before {
		v.broken = true
		return
	}
	v.edges, v.uses = make([]uint32, len(f.nodes)), make([]uint32, len(f.instrs))
	for b := range f.Blocks() {
		v.successors(b)
	}
	for b := range f.Blocks() {
		if n := len(f.Preds(b)); n != int(v.edges[b]) {
			v.complain(0, b, "the block has %d predecessors, but %d edges lead to it", n, v.edges[b])
		}
		phis := true
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			isPhi := f.instrs[i].op == op.Phi
			if isPhi && !phis {
				v.complain(i, 0, "a phi after other instructions")
			}
			phis = phis && isPhi
			v.instr(i, b)
		}
	}
	for n := range f.nodes {
		if v.seen[n] && f.nodes[n].cond != 0 {
			v.condition(NodeID(n))
		}
	}
	v.useLists()
}

// list checks the links of a list and of all below it.
func (v *verifier) list(l ListID, parent NodeID) {
	f := v.f
	if l == 0 || int(l) >= len(f.lists) || f.lists[l].parent != parent || f.lists[l].first == 0 {
		v.complain(0, parent, "list %d isn't one of node %d", l, parent)
		return
	}
	block := true
	var prev NodeID
	for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
		x := &f.nodes[n]
		switch {
		case v.seen[n]:
			v.complain(0, n, "node %d is in the tree twice", n)
			return
		case x.list != l || x.prev != prev:
			v.complain(0, n, "node %d isn't linked to its list", n)
		case (x.kind == NodeBlock) != block || x.kind == NodeNone:
			v.complain(0, n, "node %d, a %s, is out of place", n, x.kind)
		}
		v.seen[n] = true
		block = !block
		if x.kind == NodeBlock {
			v.links(n)
			if f.Jump(n) != 0 && x.next != 0 {
				v.complain(0, n, "nodes follow a block that jumps")
			}
		}
		if x.kind == NodeSwitch && x.b == 0 {
			v.complain(0, n, "a switch without clauses")
		}
		if x.kind == NodeIf && x.b == 0 {
			v.complain(0, n, "an if without an else list")
		}
		f.eachList(n, func(l ListID) { v.list(l, n) })
		prev = n
	}
	if block || f.lists[l].last != prev {
		v.complain(0, prev, "list %d doesn't end with its last block", l)
	}
}

// links checks the chain of a block's instructions.
func (v *verifier) links(b NodeID) {
	f := v.f
	var prev InstrID
	count := 0
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		n := &f.instrs[i]
		if count++; n.block != b || n.prev != prev || count > len(f.instrs) {
			v.complain(0, b, "instruction %d isn't linked to its block", i)
			return
		}
		if n.op == op.Invalid || int(n.op) >= op.Count {
			v.complain(0, b, "instruction %d has no operation", i)
			return
		}
		if n.op.Class() == op.ClassJump && n.next != 0 {
			v.complain(0, b, "instructions follow a jump")
		}
		prev = i
	}
	if f.Last(b) != prev {
		v.complain(0, b, "the block doesn't end with its last instruction")
	}
}

func (v *verifier) successors(b NodeID) {
	f := v.f
	if j := f.Jump(b); j != 0 && f.JumpTarget(j) == 0 && (f.Op(j) == op.Break || f.Op(j) == op.Continue) {
		v.complain(j, 0, "a %s outside of what it leaves", f.Op(j))
	}
	var buf [8]NodeID
	for _, s := range f.Succs(b, buf[:0]) {
		v.edges[s]++
		if f.PredIndex(s, b) < 0 {
			v.complain(0, s, "a predecessor is missing")
		}
	}
}

// condition checks the condition of an if or the selector of a switch.
func (v *verifier) condition(n NodeID) {
	f := v.f
	x := f.Cond(n).Value
	v.count(x)
	if x == 0 || !v.placed(x) {
		v.complain(0, n, "the condition isn't a value of the function")
		return
	}
	if f.nodes[n].kind == NodeIf {
		if f.Comps(x) != 1 || f.Bits(x) != 1 {
			v.complain(0, n, "the condition isn't one bool")
		}
		return
	}
	if f.Comps(x) != 1 || f.Bits(x) < 8 {
		v.complain(0, n, "the selector isn't one integer")
	}
	defaults := 0
	values := []uint64{}
	for _, c := range f.Cases(n) {
		if c.Default {
			defaults++
		}
		values = append(values, f.CaseValues(&c)...)
	}
	slices.Sort(values)
	if len(slices.Compact(slices.Clone(values))) != len(values) {
		v.complain(0, n, "two clauses have the same value")
	}
	if defaults != 1 {
		v.complain(0, n, "a switch has one default, not %d", defaults)
	}
}

func (v *verifier) placed(x Value) bool {
	return int(x) < len(v.f.instrs) && v.f.instrs[x].block != 0 && v.seen[v.f.instrs[x].block] && v.f.instrs[x].ty != 0
}

func (v *verifier) count(x Value) {
	if int(x) < len(v.uses) {
		v.uses[x]++
	}
}

func (v *verifier) instr(i InstrID, b NodeID) {
	f := v.f
	n := &f.instrs[i]
	info := n.op.Info()
	for k := range n.nsrc {
		s := &f.srcs[n.src+UseID(k)]
		if s.user != uint32(i) {
			v.complain(i, 0, "source %d belongs to another user", k)
		}
		if s.value == 0 {
			row := min(int(k), len(info.Srcs)-1)
			if row >= 0 && !info.Srcs[row].Optional {
				v.complain(i, 0, "source %d is absent", k)
			}
			continue
		}
		v.count(s.value)
		if !v.placed(s.value) {
			v.complain(i, 0, "source %d isn't a value of the function", k)
		}
	}
	switch {
	case n.op == op.Phi:
		if int(n.nsrc) != len(f.Preds(b)) {
			v.complain(i, 0, "%d sources for %d predecessors", n.nsrc, len(f.Preds(b)))
		}
		for k := range n.nsrc {
			v.same(i, int(k), n.ty)
		}
	case n.op == op.Return:
		switch {
		case n.nsrc == 1 && f.Arg(i, 0) != 0:
			v.same(i, 0, f.Result)
		case f.Result != 0:
			v.complain(i, 0, "a return without a value")
		}
	case n.op == op.Call:
		v.call(i)
	case !n.op.Has(op.Variadic):
		if int(n.nsrc) > len(info.Srcs) {
			v.complain(i, 0, "%d sources, where the operation has %d", n.nsrc, len(info.Srcs))
		}
		for k := int(n.nsrc); k < len(info.Srcs); k++ {
			if !info.Srcs[k].Optional {
				v.complain(i, 0, "source %d is missing", k)
			}
		}
	}
	if info.Class == op.ClassALU {
		v.alu(i)
	}
	if n.op == op.Const {
		v.constant(i)
	}
	for k := range info.Fields {
		if fd := &info.Fields[k]; fd.Names != nil && fd.Get(n.words) >= fd.Count {
			v.complain(i, 0, "the field %s has no value %d", fd.Name, fd.Get(n.words))
		}
	}
	if (n.op == op.DerefVar || n.op == op.Declare) && !v.variable(VarID(n.words[0]), n.op == op.Declare) {
		v.complain(i, 0, "no such variable")
	}
}

func (v *verifier) variable(x VarID, local bool) bool {
	if x.IsLocal() {
		k := int(x &^ LocalVar)
		return k != 0 && k < len(v.f.Vars)
	}
	return !local && x != 0 && int(x) < len(v.f.Shader.Vars)
}

// same checks that a source can stand where a type is expected: the same
// components and size of a scalar or vector, or the very type.
func (v *verifier) same(i InstrID, k int, t ir.TypeID) {
	f := v.f
	x := f.Arg(i, k)
	if x == 0 || !v.placed(x) {
		return
	}
	types := &f.Shader.Module.Types
	have := f.Type(x)
	if types.ComponentCount(t) != 0 && types.ComponentCount(t) == f.Comps(x) && types.ScalarOf(t).Bits() == f.Bits(x) {
		return
	}
	if have != t {
		v.complain(i, 0, "source %d is %s, not %s", k, f.Shader.Module.TypeString(have), f.Shader.Module.TypeString(t))
	}
}

func (v *verifier) call(i InstrID) {
	f := v.f
	id := f.instrs[i].words[0]
	if id == 0 || int(id) >= len(f.Shader.Funcs) || f.Shader.Funcs[id] == nil {
		v.complain(i, 0, "no such function")
		return
	}
	g := f.Shader.Funcs[id]
	if len(g.Params) != f.NumSrcs(i) {
		v.complain(i, 0, "%d arguments, where the function has %d parameters", f.NumSrcs(i), len(g.Params))
		return
	}
	for k := range g.Params {
		v.same(i, k, g.Params[k].Type)
	}
	if (g.Result == 0) != (f.Type(i) == 0) {
		v.complain(i, 0, "the call has a result and the function none, or the other way round")
	}
}

func (v *verifier) constant(i InstrID) {
	f := v.f
	comps, bits := f.Comps(i), f.Bits(i)
	if comps == 0 || bits == 0 {
		v.complain(i, 0, "a constant is a scalar or vector")
		return
	}
	for k := range comps {
		if bits < 64 && f.ConstBits(i, k)>>bits != 0 {
			v.complain(i, 0, "bits above the size of component %d", k)
		}
	}
}

// alu checks components and sizes against the row.
func (v *verifier) alu(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	info := n.op.Info()
	if len(info.Srcs) == 0 {
		return
	}
	comps, shared := 0, 0
	numeric := info.Result.Base != op.Whole
	if numeric {
		if comps = f.Comps(i); comps == 0 {
			v.complain(i, 0, "the result isn't a scalar or vector")
			return
		}
		v.operand(i, -1, &info.Result, comps, f.Bits(i), comps, &shared)
	}
	for k := range n.nsrc {
		row := &info.Srcs[min(int(k), len(info.Srcs)-1)]
		s := f.Src(i, int(k))
		if row.Base == op.Whole || s.Value == 0 || !v.placed(s.Value) {
			continue
		}
		if s.Comps == 0 && f.Comps(s.Value) != 0 && numeric {
			v.complain(i, 0, "source %d has no components", k)
			continue
		}
		for c := range min(int(s.Comps), 4) {
			if s.Swizzle.At(c) >= f.Comps(s.Value) {
				v.complain(i, 0, "source %d picks a component that isn't there", k)
				break
			}
		}
		if numeric {
			v.operand(i, int(k), row, int(s.Comps), f.Bits(s.Value), comps, &shared)
		}
	}
}

func (v *verifier) operand(i InstrID, k int, row *op.Operand, comps, bits, result int, shared *int) {
	switch {
	case row.Comps == 0 && comps != result, row.Comps != 0 && row.Comps != op.VarComps && comps != int(row.Comps):
		v.complain(i, 0, "%s has %d components", operandName(k), comps)
	}
	switch {
	case row.Bits == op.VarBits:
	case row.Bits != 0:
		if bits != int(row.Bits) {
			v.complain(i, 0, "%s has %d bits, not %d", operandName(k), bits, row.Bits)
		}
	case *shared == 0:
		*shared = bits
	case bits != *shared:
		v.complain(i, 0, "%s has %d bits, where the others have %d", operandName(k), bits, *shared)
	}
}

// operandName describes source k, or the result with -1.
func operandName(k int) string {
	if k < 0 {
		return "the result"
	}
	return fmt.Sprintf("source %d", k)
}

// useLists walks the lists of uses and compares their lengths with what
// instructions and conditions hold.
func (v *verifier) useLists() {
	f := v.f
	for i := range f.instrs {
		var prev UseID
		n := uint32(0)
		for u := f.instrs[i].uses; u != 0; u = f.srcs[u].next {
			if n++; f.srcs[u].value != Value(i) || f.srcs[u].prev != prev || n > uint32(len(f.srcs)) {
				v.complain(InstrID(i), 0, "the list of uses is broken")
				break
			}
			prev = u
		}
		if n != v.uses[i] && f.instrs[i].block != 0 && v.seen[f.instrs[i].block] {
			v.complain(InstrID(i), 0, "%d uses are listed, %d are there", n, v.uses[i])
		}
	}
}
