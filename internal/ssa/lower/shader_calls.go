package lower

// This file divides shaders of ray tracing at the calls of other shaders, for machines on which a
// shader ends at a call and is resumed in another function.
//
//	before                            after
//	func @main() {                    func @main() {
//	  %1 = ...                          store @resume, 1
//	  pipeline ..., op=trace_ray        loop {
//	  use %1                              %1 = load @resume
//	}                                     if %1 is 1 { call @main_0 }
//	                                      if %1 is 2 { call @main_1 }
//	                                      if @resume is 0 { break }
//	                                    }
//	                                  }
//	                                  func @main_0() {
//	                                    store @resume, 0
//	                                    %1 = ...
//	                                    store @stack[0], %1
//	                                    pipeline ..., op=trace_ray
//	                                    store @resume, 2
//	                                    return
//	                                  }
//	                                  func @main_1() {
//	                                    store @resume, 0
//	                                    %1 = load @stack[0]
//	                                    use %1
//	                                  }
//
// Values that are live at a call go to a stack of words, each call's from its beginning on. Cheap
// values are computed again: constants, parameters, addresses, and arithmetic and loads of read-only
// memory of these. The entry point calls the function that is next until there is none, as a machine
// does with the functions themselves.
//
// The function after a call is a copy of the shader without the code before the call. An if around
// the call becomes the list with the call. A loop around it has the rest of its body in the first
// iteration, and the whole body in the others.

import (
	"fmt"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// CallOptions is the way in which values outlive calls.
type CallOptions struct {
	Rematerialize bool `doc:"cheap values are computed again after calls"`
}

// ShaderCalls divides shaders at calls of other shaders.
var ShaderCalls = &pass.Pass{
	Name:      "shader-calls",
	Doc:       "shaders of ray tracing are divided into functions at calls of other shaders; live values are on a stack",
	Replaces:  []string{"lower_shader_calls"},
	Requires:  pass.NoCalls | pass.NoSwitch | pass.NoContinue,
	Destroys:  pass.NoCalls | pass.OneReturn | pass.NoPhis | pass.LoopClosed | pass.NoVars | pass.ExplicitTemps,
	Preserves: ssa.NoAnalyses,
	Shader:    func(s *ssa.Shader) bool { return shaderCalls(s, CallOptions{true}) },
}

// ShaderCallsOf is the pass with options.
func ShaderCallsOf(o CallOptions) *pass.Pass {
	p := *ShaderCalls
	p.Shader = func(s *ssa.Shader) bool { return shaderCalls(s, o) }
	return &p
}

func shaderCalls(s *ssa.Shader, o CallOptions) bool {
	changed := false
	for k := range s.EntryPoints {
		f := s.Funcs[s.EntryPoints[k].Function]
		if f.IsFlat() || f.Result != 0 {
			continue
		}
		x := &dividing{f: f, CallOptions: o}
		if x.find() {
			x.divide()
			changed = true
		}
	}
	return changed
}

// A dividing is the function of an entry point that is divided.
type dividing struct {
	f *ssa.Function
	CallOptions
	calls   []ssa.InstrID
	markers []ssa.InstrID // stores of the next function, behind the calls
	live    [][]ssa.Value // at each call
	cheap   []bool        // by value

	resume, stack ssa.VarID
	size          uint32 // of the stack, in words
	anchor        ssa.InstrID
	demoted       *phiDemotion
	own           []ssa.VarID // local variables of the function itself that it uses
	vars          map[ssa.Value]ssa.VarID
	saved         [][]ssa.VarID // variables on the stack, by call
}

// find finds the calls; it reports whether the function can be divided at them.
func (x *dividing) find() bool {
	f := x.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if isShaderCall(f, i) {
				x.calls = append(x.calls, i)
			}
		}
	}
	if len(x.calls) == 0 || len(x.calls) > maxShaderCalls {
		return false
	}
	for k := 1; k < len(f.Vars); k++ {
		if x.words(f.Vars[k].Type) < 0 {
			return false
		}
	}
	return true
}

// maxShaderCalls bounds the copies of a function.
const maxShaderCalls = 64

// isShaderCall reports whether an instruction calls other shaders.
func isShaderCall(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.Pipeline {
		return false
	}
	o := ir.PipelineOp(f.Field(i, "op"))
	return o == ir.TraceRay || o == ir.ExecuteCallable || o == ir.TraceHit || o == ir.ExecuteHit
}

// words is how many words of the stack a value takes; -1: it can't be there.
func (x *dividing) words(t ir.TypeID) int {
	m := x.f.Shader.Module
	if n := m.Types.ComponentCount(t); n > 0 {
		return n * max(1, m.Types.ScalarOf(t).Bits()/32)
	}
	switch ty := m.Types.At(t); {
	case ty.Kind == ir.TypeStruct, ty.Kind == ir.TypeMatrix, ty.Kind == ir.TypeArray && !ty.IsRuntimeSized():
		n := 0
		for k := range memberCount(m, t) {
			part := x.words(m.ElementType(t, uint32(k)))
			if part < 0 || n+part > maxStackWords {
				return -1
			}
			n += part
		}
		return n
	}
	return -1
}

// maxStackWords bounds the words of a value.
const maxStackWords = 1 << 14

func (x *dividing) divide() {
	f := x.f
	s := f.Shader
	x.own = x.locals()
	x.demoted = newPhiDemotion(f)
	for b := range f.Blocks() {
		x.demoted.clear(b, 0)
	}
	x.undeclare()
	x.addressesAtUses()
	private := func(name string, t ir.TypeID) ssa.VarID {
		return s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeShaderTemp, Type: t, Access: ir.AccessReadWrite})
	}
	x.resume = private(f.Name+"_resume", ir.TypeU32)
	x.findCheap()
	x.findLive()
	x.hoist()
	x.demote()
	x.stack = private(f.Name+"_stack", s.Module.Types.Array(ir.TypeU32, max(x.size, 1)))
	x.spill()

	pieces := make([]ssa.FuncID, len(x.calls)+1)
	for k := range pieces {
		id, p := s.CloneFunction(f, fmt.Sprintf("%s_%d", f.Name, k))
		for j := range p.Params {
			p.Params[j].Binding = ir.Binding{}
		}
		pieces[k] = id
		y := &piece{dividing: x, f: p}
		if k > 0 {
			y.cut(x.markers[k-1])
			y.restore(x.saved[k-1])
		}
		y.end()
		(&phiDemotion{p, x.demoted.first}).finish()
	}
	x.dispatch(pieces)
}

// locals are the local variables whose address has a use.
func (x *dividing) locals() (list []ssa.VarID) {
	f := x.f
	used := make([]bool, len(f.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar && f.VarOf(i).IsLocal() && f.HasUses(i) {
				used[f.VarOf(i)&^ssa.LocalVar] = true
			}
		}
	}
	for k, is := range used {
		if is {
			list = append(list, ssa.VarID(k)|ssa.LocalVar)
		}
	}
	return list
}

// undeclare makes declarations of local variables stores of their values: the stack has the variables
// before they are declared, too.
func (x *dividing) undeclare() {
	f := x.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Declare {
				continue
			}
			if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
				at := f.BuildBefore(i)
				at.Store(at.DerefVar(f.VarOf(i)), f.Arg(i, 0))
			}
			f.Remove(i)
		}
	}
}

// addressesAtUses computes addresses by indices that aren't constant in front of each use, since a
// stack holds none.
func (x *dividing) addressesAtUses() {
	f := x.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			for k := range f.NumSrcs(i) {
				if s := f.Src(i, k); s.Value != 0 && f.Op(s.Value).Class() == op.ClassDeref && f.Op(s.Value) != op.DerefVar && f.Op(i).Class() != op.ClassDeref {
					at := f.BuildBefore(i)
					s.Value = x.address(&at, s.Value)
					f.SetSrc(i, k, s)
				}
			}
		}
	}
	// The originals have no uses but each other.
	unusedAddresses(f)
}

// address inserts a copy of an address.
func (x *dividing) address(b *ssa.Builder, p ssa.Value) ssa.Value {
	f := x.f
	if f.Op(p).Class() != op.ClassDeref || f.Op(p) == op.DerefVar {
		return p
	}
	var srcs []ssa.Src
	for k := range f.NumSrcs(p) {
		s := f.Src(p, k)
		if k == 0 {
			s.Value = x.address(b, s.Value)
		}
		srcs = append(srcs, s)
	}
	c := b.Instr(f.Op(p), f.Type(p), srcs...)
	f.SetWords(c, f.Words(p))
	f.SetFlags(c, f.Flags(p))
	return c
}

// findCheap finds the values that are computed again.
func (x *dividing) findCheap() {
	f := x.f
	x.cheap = make([]bool, f.InstrCount())
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			x.cheap[i] = f.Type(i) != 0 && x.isCheap(i)
		}
	}
}

func (x *dividing) isCheap(i ssa.InstrID) bool {
	f := x.f
	switch o := f.Op(i); {
	case isFree(o):
		return true
	case !x.Rematerialize:
		return false
	case o == op.LoadSystemValue:
		return true
	case o == op.Load:
		if v := rootVar(f, f.Arg(i, 0)); v == 0 || f.Var(v).Mode&ssa.ModesReadOnly == 0 || f.Var(v).Memory&ir.Volatile != 0 {
			return false
		}
	case o.Class() != op.ClassALU && o.Class() != op.ClassDeref:
		return false
	}
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v != 0 && !x.cheap[v] {
			return false
		}
	}
	return true
}

// isFree reports whether every function has the values of an operation at its start, needed or not.
func isFree(o op.Op) bool {
	return o == op.Const || o == op.Undef || o == op.Zero || o == op.Override || o == op.Param || o == op.DerefVar
}

// findLive finds the values that are live at each call.
func (x *dividing) findLive() {
	f := x.f
	f.Preserve(ssa.NoAnalyses)
	live := analysis.Liveness(f)
	x.live = make([][]ssa.Value, len(x.calls))
	for k, call := range x.calls {
		at := f.Block(call)
		later, used := map[ssa.Value]bool{}, map[ssa.Value]bool{} // behind the call in its block
		for i := f.Next(call); i != 0; i = f.Next(i) {
			later[i] = true
			for j := range f.NumSrcs(i) {
				used[f.Arg(i, j)] = true
			}
		}
		if n := f.NextNode(at); n != 0 && f.Kind(n) == ssa.NodeIf {
			used[f.Cond(n).Value] = true
		}
		for b := range f.Blocks() {
			for v := range f.Instrs(b) {
				if f.Type(v) != 0 && !later[v] && v != call && (b == at || live.In(at, v)) && (used[v] || live.Out(at, v)) {
					x.live[k] = append(x.live[k], v)
				}
			}
		}
	}
}

// hoist moves the cheap values that are needed after calls to the start of the function, which each
// function has. They may be computed without need then, so that promises about them go.
func (x *dividing) hoist() {
	f := x.f
	b := f.Build(f.Entry())
	x.anchor = b.Store(b.DerefVar(x.resume), b.U32(0))
	need := make([]bool, f.InstrCount())
	var mark func(v ssa.Value)
	mark = func(v ssa.Value) {
		if int(v) >= len(x.cheap) || need[v] {
			return
		}
		need[v] = true
		for k := range f.NumSrcs(v) {
			if w := f.Arg(v, k); w != 0 {
				mark(w)
			}
		}
	}
	for _, list := range x.live {
		for _, v := range list {
			if x.cheap[v] {
				mark(v)
			}
		}
	}
	for block := range f.Blocks() {
		for i := range f.Instrs(block) {
			if int(i) < len(x.cheap) && x.cheap[i] && (need[i] || isFree(f.Op(i))) {
				f.Move(i, f.BeforeInstr(x.anchor))
				f.SetFlags(i, 0)
			}
		}
	}
}

// demote makes variables of the other values that are live at a call, and of values of a loop
// with a call that are used outside of it: they have several definitions in a divided function.
func (x *dividing) demote() {
	f := x.f
	x.vars = map[ssa.Value]ssa.VarID{}
	x.saved = make([][]ssa.VarID, len(x.calls))
	looped := map[ssa.NodeID]bool{}
	for _, c := range x.calls {
		for n := f.InnermostLoop(f.Block(c)); n != 0; n = f.InnermostLoop(n) {
			looped[n] = true
		}
	}
	var list []ssa.Value
	for k := range x.calls {
		x.saved[k] = append(x.saved[k], x.own...)
		for _, v := range x.live[k] {
			if x.cheap[v] {
				continue
			}
			if x.vars[v] == 0 {
				x.vars[v] = x.demoted.variable(f.NameOf(v), f.Type(v))
				list = append(list, v)
			}
			x.saved[k] = append(x.saved[k], x.vars[v])
		}
		n := uint32(0)
		for _, v := range x.saved[k] {
			n += uint32(x.words(f.Var(v).Type))
		}
		x.size = max(x.size, n)
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Type(i) != 0 && x.vars[i] == 0 && f.Op(i).Class() != op.ClassDeref && x.leavesLoop(looped, i) {
				x.vars[i] = x.demoted.variable(f.NameOf(i), f.Type(i))
				list = append(list, i)
			}
		}
	}
	for _, v := range list {
		x.toVariable(v)
	}
}

// leavesLoop reports whether a value of a loop with a call is used outside of it.
func (x *dividing) leavesLoop(looped map[ssa.NodeID]bool, v ssa.Value) bool {
	f := x.f
	for n := f.InnermostLoop(f.Block(v)); n != 0; n = f.InnermostLoop(n) {
		if !looped[n] {
			continue
		}
		for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
			i, node := f.UserOf(u)
			at := f.Block(i)
			if i == 0 {
				at = f.Before(node)
			}
			for at != 0 && at != n {
				at = f.Parent(at)
			}
			if at == 0 {
				return true
			}
		}
	}
	return false
}

// toVariable stores a value after its computation and loads it at each use.
func (x *dividing) toVariable(v ssa.Value) {
	f := x.f
	var uses []ssa.UseID
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		uses = append(uses, u)
	}
	for _, u := range uses {
		i, node := f.UserOf(u)
		var b ssa.Builder
		if i != 0 {
			b = f.BuildBefore(i)
		} else {
			b = f.Build(f.EndOf(f.Before(node)))
		}
		s := f.SrcAt(u)
		s.Value = b.Load(b.DerefVar(x.vars[v]))
		f.SetSrcAt(u, s)
	}
	b := f.BuildAfter(v)
	b.Store(b.DerefVar(x.vars[v]), v)
}
