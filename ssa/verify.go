package ssa

// This file checks shaders: it collects complaints about variables, the tree
// (verify_tree.go), lists of uses and instructions (verify_types.go), and writes
// them under the lines of the text that they are about.

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"refract/diag"
	"refract/internal/graph"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa/op"
)

// VerifyError is everything that Verify found.
type VerifyError struct {
	Complaints []string
	Span       diag.Span // of what the first complaint about an instruction or node is about, if known
	text       string
}

// Error is the shader's text with the complaints under the lines that they are
// about.
func (e *VerifyError) Error() string {
	return fmt.Sprintf("ssa: %d complaints: %s\n%s", len(e.Complaints), strings.Join(e.Complaints, "; "), e.text)
}

// Verify checks the invariants in the package's documentation: the shape of the tree,
// predecessors, phis, lists of uses, jumps, continue lists, conditions and selectors; that
// definitions dominate the uses that control can come to; and of each instruction the
// number of its sources, their components, sizes and types, and its fields. It takes time
// linear in the shader, but for the logarithm of how deep its dominator tree is. It changes
// nothing. Its error is a *VerifyError with all complaints; if a tree can't be walked, its
// contents aren't checked.
func Verify(s *Shader) error { return verifyAs(s, false) }

// VerifyBuilt is Verify of a shader that only builders and editors of this package have
// made, so that instructions, blocks and uses are linked correctly: it checks the
// invariants that builders leave to their callers.
func VerifyBuilt(s *Shader) error { return verifyAs(s, true) }

func verifyAs(s *Shader, built bool) error {
	v := verifiers.Get().(*verifier)
	defer v.release()
	v.s, v.built, v.rows = s, built, rows.Get()
	v.shader()
	for id, f := range s.Funcs {
		if f == nil {
			if id > 0 {
				v.all = append(v.all, fmt.Sprintf("function %d isn't there", id))
			}
			continue
		}
		v.function(f)
	}
	if len(v.all) == 0 {
		return nil
	}
	e := &VerifyError{Complaints: v.all, Span: v.span}
	e.text = string(AppendText(nil, s, PrintOptions{careful: true, Notes: func(f *Function, i InstrID, n NodeID) []string {
		return v.at[place{f, i, n}]
	}}))
	return e
}

// verifiers keep the memory of finished verifiers.
var verifiers = sync.Pool{New: func() any { return new(verifier) }}

// maxVerified bounds the values of functions whose memory is kept.
const maxVerified = 1 << 18

// release gives a verifier back, if it isn't too large.
func (v *verifier) release() {
	if cap(v.order) <= maxVerified {
		*v = verifier{seen: v.seen, blocks: v.blocks, order: v.order, uses: v.uses, number: v.number, dom: v.dom,
			caseValues: v.caseValues, far: v.far, regs: v.regs, graph: v.graph}
		verifiers.Put(v)
	}
}

type place struct {
	f *Function
	i InstrID
	n NodeID
}

type verifier struct {
	s     *Shader
	f     *Function
	types *ir.Types
	all   []string
	span  diag.Span
	at    map[place][]string // made by the first complaint

	built      bool // links hold: see VerifyBuilt
	rows       *[op.Count]rowFacts
	broken     bool // the tree can't be walked
	seen       []bool
	blocks     []NodeID // in program order
	order      []uint32 // by instruction: number in program order, from 1; 0: in no block
	count      uint32
	uses       []uint32  // by value
	far        []InstrID // phis, and what uses values of blocks other than its own and the first
	edgesGood  bool
	number     []int32 // by block: number in program order, from 0
	dom        []blockInfo
	caseValues []uint64
	regs       []uint32 // by register: the last parallel copy that sets it
	graph      graph.Memory
}

// complain records a complaint about an instruction, or (0) a node.
func (v *verifier) complain(i InstrID, n NodeID, format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	v.all = append(v.all, s)
	if v.at == nil {
		v.at = map[place][]string{}
	}
	if i == 0 && n == 0 {
		n = v.f.lists[Body].first
	}
	if v.span == (diag.Span{}) {
		if i != 0 && int(i) < len(v.f.spans) {
			v.span = v.f.spans[i]
		} else if i == 0 {
			v.span = cmp.Or(v.f.nodes[n].span, v.f.Span)
		}
	}
	p := place{v.f, i, n}
	v.at[p] = append(v.at[p], s)
}

// breaks records a complaint after which the tree can't be walked.
func (v *verifier) breaks(n NodeID, format string, args ...any) {
	v.broken = true
	v.complain(0, n, format, args...)
}

// shader checks variables and entry points.
func (v *verifier) shader() {
	s := v.s
	v.types = &s.Module.Types
	say := func(format string, args ...any) { v.all = append(v.all, fmt.Sprintf(format, args...)) }
	for k := 1; k < len(s.Vars); k++ {
		x := &s.Vars[k]
		if what := v.variable(x); what != "" {
			say("variable %s %s", x.Name, what)
		} else if x.Mode == ModeFunctionTemp {
			say("variable %s of the shader is a function's", x.Name)
		}
	}
	for k := range s.EntryPoints {
		if id := s.EntryPoints[k].Function; id == 0 || int(id) >= len(s.Funcs) {
			say("entry point %s has no function", s.EntryPoints[k].Name)
		}
	}
}

// variable returns the fault of a variable, or "".
func (v *verifier) variable(x *Variable) string {
	switch {
	case x.Mode == 0 || x.Mode&(x.Mode-1) != 0 || x.Mode>>numModes != 0:
		return "isn't of one mode"
	case x.Type == 0 || int(x.Type) >= v.types.Len():
		return "has no type"
	case x.Mode&ModesReadOnly != 0 && x.Access&ir.AccessWrite != 0:
		return "of mode " + x.Mode.String() + " can be written"
	}
	return ""
}

func (v *verifier) function(f *Function) {
	v.f = f
	v.broken, v.count, v.blocks, v.far = false, 0, v.blocks[:0], v.far[:0]
	if len(f.lists) <= int(Body) || len(f.spans) != len(f.instrs) || len(f.names) > len(f.instrs) || f.Shader != v.s {
		v.all = append(v.all, "function "+f.Name+" isn't whole")
		return
	}
	for k := 1; k < len(f.Vars); k++ {
		if what := v.variable(&f.Vars[k]); what != "" {
			v.complain(0, 0, "variable %s %s", f.Vars[k].Name, what)
		} else if f.Vars[k].Mode != ModeFunctionTemp {
			v.complain(0, 0, "variable %s of a function is of mode %s", f.Vars[k].Name, f.Vars[k].Mode)
		}
	}
	for k := 1; k < len(f.Regs); k++ {
		if t := f.Regs[k].Type; t == 0 || int(t) >= v.types.Len() {
			v.complain(0, 0, "register %d has no type", k)
			return
		}
	}
	for k := range f.Params {
		if t := f.Params[k].Type; t == 0 || int(t) >= v.types.Len() {
			v.complain(0, 0, "parameter %d has no type", k)
			return
		}
	}
	if int(f.Result) >= v.types.Len() {
		v.complain(0, 0, "the result has no type")
		return
	}
	v.seen = reuse.Zeroed(v.seen, len(f.nodes))
	v.order, v.uses = reuse.Zeroed(v.order, len(f.instrs)), reuse.Zeroed(v.uses, len(f.instrs))
	v.regs = reuse.Zeroed(v.regs, len(f.Regs))
	if f.IsFlat() {
		v.flatFunction()
		return
	}
	v.list(Body, 0, jumps{})
	if v.broken {
		return
	}
	v.predecessors()
	before := len(v.all)
	for _, b := range v.blocks {
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
	if v.edgesGood && before == len(v.all) {
		v.dominated()
	}
}

// placed reports whether something is a value of the function.
func (v *verifier) placed(x Value) bool {
	return int(x) < len(v.f.instrs) && v.order[x] != 0 && v.f.instrs[x].ty != 0
}

// use counts a use.
func (v *verifier) use(x Value) {
	if int(x) < len(v.uses) {
		v.uses[x]++
	}
}

// useLists walks the lists of uses and compares their lengths with the sources of
// instructions and conditions.
func (v *verifier) useLists() {
	if v.built {
		return
	}
	f := v.f
	for i := range f.instrs {
		var prev UseID
		n := uint32(0)
		for u := f.instrs[i].uses; u != 0; u = f.srcs[u].next {
			if n++; int(u) >= len(f.srcs) || f.srcs[u].value != Value(i) || f.srcs[u].prev != prev || n > uint32(len(f.srcs)) {
				v.complain(InstrID(i), 0, "the list of uses is broken")
				break
			}
			prev = u
		}
		if n != v.uses[i] && v.order[i] != 0 {
			v.complain(InstrID(i), 0, "%d uses are listed, %d are there", n, v.uses[i])
		}
	}
}
