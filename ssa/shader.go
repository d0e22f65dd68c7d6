package ssa

// This file holds the parts of a shader above the instructions: variables with their modes,
// functions, and the module-level declarations.

import (
	"unsafe"

	"slices"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// Handles. Zero is "none" in each.
type (
	InstrID uint32 // an instruction of a function
	Value   = InstrID
	UseID   uint32 // a source slot of a function
	NodeID  uint32 // a node of the control-flow tree
	ListID  uint32 // a list of nodes
	VarID   uint32 // a variable: of the shader, or with LocalVar set of the function
	RegID   uint32 // a register of the function
	FuncID  = ir.FuncID
)

// LocalVar marks handles of a function's own variables.
const LocalVar VarID = 1 << 31

// IsLocal reports whether the variable is the function's own.
func (v VarID) IsLocal() bool { return v&LocalVar != 0 }

// Mode is the kind of memory of a variable. Modes are bits, so that a set of them is a Mode
// too.
type Mode uint32

const (
	ModeFunctionTemp         Mode = 1 << iota // a local variable of one call
	ModeShaderTemp                            // private to an invocation
	ModeShaderIn                              // an input of the stage
	ModeShaderOut                             // an output of the stage
	ModeSystemValue                           // an input that the pipeline computes
	ModeUniform                               // a uniform outside any block
	ModeUBO                                   // a read-only buffer
	ModeSSBO                                  // a storage buffer
	ModePushConstant                          // immediate data
	ModeShared                                // a workgroup's memory
	ModeTaskPayload                           // handed from task to mesh stage
	ModeResource                              // sampled images, samplers, acceleration structures
	ModeImage                                 // storage images
	ModeConstant                              // the shader's own data, which are their initial values
	ModeStageIn                               // an input that is a variable of the module: of each vertex, or of a stage that has no other form
	ModeStageOut                              // an output, likewise: emitted, or shared by the invocations of a group
	ModeRayPayload                            // handed to the shaders that a trace calls
	ModeIncomingRayPayload                    // the caller's
	ModeHitAttribute                          // of an intersection
	ModeCallableData                          // handed to a callable shader
	ModeIncomingCallableData                  // the caller's
	ModeShaderRecord                          // the read-only data of the shader's record
	ModeHitObjectAttribute                    // attributes that a hit object is given, or that are read of it
	numModes                 = iota
)

// ModesReadOnly are the modes that no store may name.
const ModesReadOnly = ModeShaderIn | ModeSystemValue | ModeUniform | ModeUBO | ModePushConstant | ModeResource | ModeConstant |
	ModeStageIn | ModeShaderRecord

// ModesPrivate are the modes that no other invocation can reach.
const ModesPrivate = ModeFunctionTemp | ModeShaderTemp | ModeShaderIn | ModeShaderOut | ModeSystemValue

var modeNames = [numModes]string{"function_temp", "shader_temp", "shader_in", "shader_out", "system_value", "uniform",
	"ubo", "ssbo", "push_constant", "shared", "task_payload", "resource", "image", "constant",
	"stage_in", "stage_out", "ray_payload", "incoming_ray_payload", "hit_attribute", "callable_data", "incoming_callable_data",
	"shader_record", "hit_object_attribute"}

// pipelineModes are the modes of the spaces from SpaceInput on.
var pipelineModes = [...]Mode{ModeStageIn, ModeStageOut, ModeRayPayload, ModeIncomingRayPayload, ModeHitAttribute, ModeCallableData,
	ModeIncomingCallableData, ModeShaderRecord, ModeHitObjectAttribute}

// String is the mode's name; of a set, the names joined by "|".
func (m Mode) String() string {
	s := ""
	for i, name := range modeNames {
		if m>>i&1 != 0 {
			if s != "" {
				s += "|"
			}
			s += name
		}
	}
	return s
}

// ModeNames are the names of the modes, from bit 0 on.
func ModeNames() []string { return modeNames[:] }

// ModeByName finds a single mode, or returns 0.
func ModeByName(name string) Mode {
	for i, n := range modeNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// ModeOf is the mode of a variable of the module IR with an address space and a type.
func ModeOf(types *ir.Types, space ir.AddressSpace, t ir.TypeID) Mode {
	switch space {
	case ir.SpaceFunction:
		return ModeFunctionTemp
	case ir.SpacePrivate:
		return ModeShaderTemp
	case ir.SpaceWorkgroup:
		return ModeShared
	case ir.SpaceUniform:
		return ModeUBO
	case ir.SpaceStorage, ir.SpacePhysical: // the memory of buffers either way
		return ModeSSBO
	case ir.SpaceImmediate:
		return ModePushConstant
	case ir.SpaceTaskPayload:
		return ModeTaskPayload
	case ir.SpaceHandle:
		ty := types.At(t)
		for ty.Kind == ir.TypeBindingArray {
			ty = types.At(ty.Base)
		}
		if ty.Kind == ir.TypeImage && ty.Class == ir.ImageStorage {
			return ModeImage
		}
		return ModeResource
	}
	if i := int(space) - int(ir.SpaceInput); i >= 0 && i < len(pipelineModes) {
		return pipelineModes[i]
	}
	return 0
}

// Space is the address space of the module IR for variables of a single mode; inputs,
// outputs and system values have none there.
func (m Mode) Space() ir.AddressSpace {
	switch m {
	case ModeFunctionTemp:
		return ir.SpaceFunction
	case ModeShaderTemp:
		return ir.SpacePrivate
	case ModeUniform, ModeUBO:
		return ir.SpaceUniform
	case ModeSSBO:
		return ir.SpaceStorage
	case ModePushConstant:
		return ir.SpaceImmediate
	case ModeShared:
		return ir.SpaceWorkgroup
	case ModeTaskPayload:
		return ir.SpaceTaskPayload
	case ModeResource, ModeImage:
		return ir.SpaceHandle
	}
	if i := slices.Index(pipelineModes[:], m); i >= 0 {
		return ir.SpaceInput + ir.AddressSpace(i)
	}
	return 0
}

// Variable is a variable of a shader or function.
type Variable struct {
	Name       string
	Mode       Mode // exactly one
	Type       ir.TypeID
	Access     ir.AccessMode
	Layout     ir.LayoutID
	HasBinding bool
	Binding    ir.ResourceBinding
	Register   ir.Register
	Attachment uint32 // ModeResource: the number of an input attachment
	// At is the variable's place in explicit-address form, if HasAt is set: its first byte
	// in the workgroup's memory, the function's or the constant data; of inputs and outputs
	// the first slot of four components; of textures, samplers and storage images the first unit.
	HasAt bool
	At    uint32

	IO     ir.Binding   // ModeShaderIn, ModeShaderOut, ModeSystemValue, ModeStageIn, ModeStageOut; in others IO.Relaxed alone
	Block  ir.BlockForm // buffers
	Memory ir.MemoryDecoration
	Init   ir.ConstID // shader variables: the initial value; 0: zero, where the mode has one
	Span   diag.Span
	Doc    string
}

// Global is the variable as a global of a module.
func (v *Variable) Global() ir.Global {
	g := ir.Global{Name: v.Name, Space: v.Mode.Space(), Access: v.Access, Type: v.Type, Layout: v.Layout, HasBinding: v.HasBinding, Binding: v.Binding,
		Register: v.Register, Attachment: v.Attachment, Init: v.Init, Memory: v.Memory, Default: v.Mode == ModeUniform, Block: v.Block, Span: v.Span, Doc: v.Doc}
	if v.Mode&(ModeStageIn|ModeStageOut) != 0 && v.IO != (ir.Binding{}) {
		at := v.IO
		g.IO = &at
	} else {
		g.Relaxed = v.IO.Relaxed
	}
	return g
}

// Register is storage without an address, for code that has left SSA.
type Register struct {
	Name   string
	Type   ir.TypeID
	Length uint32 // elements; 0: not an array
}

// Shader is a module in SSA form.
type Shader struct {
	// Module holds types, structs, layouts, constants, constant expressions,
	// overrides, module-wide diagnostic filters, sources and documentation. Its
	// globals, functions and entry points are empty: they are here instead.
	Module      *ir.Module
	Vars        []Variable  // [0] is unused
	Funcs       []*Function // [0] is nil
	EntryPoints []ir.EntryPoint

	spare []*Function // of before a Reset
}

// NewShader returns a shader without anything, over module-level declarations.
func NewShader(m *ir.Module) *Shader {
	return &Shader{Module: m, Vars: make([]Variable, 1), Funcs: make([]*Function, 1)}
}

// Reset makes the shader equal to a result of NewShader, and keeps the memory of it and of
// its functions, which nothing may use any more.
func (s *Shader) Reset(m *ir.Module) {
	s.Module = m
	s.Vars = append(s.Vars[:0], Variable{})
	for k := len(s.Funcs) - 1; k > 0; k-- {
		s.spare = append(s.spare, s.Funcs[k]) // the first function is taken first, as the first
	}
	s.Funcs = append(s.Funcs[:0], nil)
	s.EntryPoints = s.EntryPoints[:0]
}

// AddVar adds a shader variable.
func (s *Shader) AddVar(v Variable) VarID {
	s.Vars = append(s.Vars, v)
	return VarID(len(s.Vars) - 1)
}

// ReserveVars makes room for further shader variables.
func (s *Shader) ReserveVars(n int) { s.Vars = slices.Grow(s.Vars, n) }

// NewFunction adds a function whose body is one empty block.
func (s *Shader) NewFunction(name string) (FuncID, *Function) {
	var f *Function
	if n := len(s.spare) - 1; n >= 0 {
		f = s.spare[n]
		s.spare = s.spare[:n]
		f.reset()
	} else {
		f = newFunction()
	}
	f.Name, f.Shader = name, s
	s.Funcs = append(s.Funcs, f)
	return FuncID(len(s.Funcs) - 1), f
}

// Var is a variable by handle.
func (f *Function) Var(v VarID) *Variable {
	if v.IsLocal() {
		return &f.Vars[v&^LocalVar]
	}
	return &f.Shader.Vars[v]
}

// KeepFuncs removes the functions whose live is false, which neither the others nor entry
// points name, and numbers the others anew. It reports whether there were any.
func (s *Shader) KeepFuncs(live []bool) bool {
	number := make([]FuncID, len(s.Funcs))
	kept := s.Funcs[:1]
	for id, f := range s.Funcs {
		if id > 0 && live[id] {
			number[id] = FuncID(len(kept))
			kept = append(kept, f)
		}
	}
	if len(kept) == len(number) {
		return false
	}
	clear(s.Funcs[len(kept):])
	s.Funcs = kept
	for _, f := range kept[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Call {
					f.SetWords(i, [2]uint32{uint32(number[f.Word(i, 0)])})
				}
			}
		}
	}
	for k := range s.EntryPoints {
		s.EntryPoints[k].Function = number[s.EntryPoints[k].Function]
	}
	return true
}

// IsEntry reports whether a function is that of an entry point.
func (s *Shader) IsEntry(f *Function) bool {
	for k := range s.EntryPoints {
		if s.Funcs[s.EntryPoints[k].Function] == f {
			return true
		}
	}
	return false
}

// Reached are the functions that entry points reach by calls; of a shader without
// entry points, all.
func (s *Shader) Reached() []bool {
	roots := make([]FuncID, len(s.EntryPoints))
	for k := range s.EntryPoints {
		roots[k] = s.EntryPoints[k].Function
	}
	live := s.ReachedFrom(roots...)
	if len(s.EntryPoints) == 0 {
		for id := 1; id < len(s.Funcs); id++ {
			live[id] = true
		}
	}
	return live
}

// ReachedFrom are some functions, and the functions that these reach by calls.
func (s *Shader) ReachedFrom(roots ...FuncID) []bool {
	live := make([]bool, len(s.Funcs))
	var work []FuncID
	need := func(id FuncID) {
		if !live[id] {
			live[id] = true
			work = append(work, id)
		}
	}
	for _, id := range roots {
		need(id)
	}
	for len(work) > 0 {
		f := s.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		if !f.MayHave(op.Call) {
			continue
		}
		for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
			for i := f.First(b); i != 0; i = f.Next(i) {
				if f.Op(i) == op.Call {
					need(FuncID(f.Word(i, 0)))
				}
			}
		}
	}
	return live
}

// AddVar adds a local variable.
func (f *Function) AddVar(v Variable) VarID {
	f.Vars = append(f.Vars, v)
	return VarID(len(f.Vars)-1) | LocalVar
}

// AddReg adds a register.
func (f *Function) AddReg(r Register) RegID {
	f.Regs = append(f.Regs, r)
	return RegID(len(f.Regs) - 1)
}

// VarPointer is the type of a deref_var of the variable.
func (f *Function) VarPointer(v VarID) ir.TypeID {
	x := f.Var(v)
	if x.Mode&(ModeResource|ModeImage) != 0 {
		return x.Type
	}
	// Inputs and outputs have no address space of their own in the module IR:
	// they are addressed as private memory, which has one access mode.
	space, access := x.Mode.Space(), x.Access
	if space == 0 {
		space, access = ir.SpacePrivate, ir.AccessReadWrite
	}
	return f.Shader.Module.Types.Pointer(x.Type, space, access, x.Layout)
}

// Function is a function: a signature, variables, registers and a body.
type Function struct {
	Shader        *Shader
	Name          string
	Params        []ir.Argument
	Result        ir.TypeID // 0: none
	ResultBinding ir.Binding
	MustUse       bool
	Diagnostics   []ir.DiagnosticFilter
	Span          diag.Span
	Doc           string
	Vars          []Variable // [0] is unused
	Regs          []Register // [0] is unused

	ops    [(op.Count + 63) / 64]uint64 // see MayHave
	instrs []instr
	spans  []diag.Span
	names  []uint32 // of values: into strings; shorter than instrs where the rest has none
	text   []string // [0] is ""
	srcs   []source // [0] is unused
	consts []uint64
	nodes  []node
	lists  []list // [1] is the body
	cases  []Case
	values []uint64 // of cases
	preds  []NodeID
	words  []uint32  // registers of parallel copies; predecessors of phis of the flat form
	flat   *flatForm // nil: the body is a tree
	swept  bool      // see Swept

	flatMemory *flatForm        // what flat was, or is
	spare      [numAnalyses]any // see Spare
	dropped    [numAnalyses]any // likewise, when the function is made anew

	analyses [numAnalyses]any
}

// Relax adds diagnostic filters of a part of the function, or of code merged into it. They
// hold for the whole then; the least severe of several for a rule counts.
func (f *Function) Relax(list []ir.DiagnosticFilter) {
	for _, x := range list {
		k := slices.IndexFunc(f.Diagnostics, func(y ir.DiagnosticFilter) bool { return y.Rule == x.Rule })
		switch {
		case k >= 0:
			f.Diagnostics[k].Severity = max(f.Diagnostics[k].Severity, x.Severity)
		case x.Severity != diag.Error:
			f.Diagnostics = append(f.Diagnostics, x)
		}
	}
}

func newFunction() *Function {
	x := new(struct { // what is empty is made at once
		f      Function
		vars   [1]Variable
		regs   [1]Register
		instrs [1]instr
		spans  [1]diag.Span
		text   [1]string
		srcs   [1]source
		nodes  [2]node
		lists  [2]list
	})
	f := &x.f
	f.Vars, f.Regs, f.instrs, f.spans, f.text, f.srcs = x.vars[:], x.regs[:], x.instrs[:], x.spans[:], x.text[:], x.srcs[:]
	f.nodes, f.lists = x.nodes[:1], x.lists[:1]
	f.newList(0)
	return f
}

// reset makes the function equal to a result of newFunction, in its memory.
func (f *Function) reset() {
	spare := f.spare
	for a := range spare {
		if f.outdate(Analysis(a)); f.dropped[a] != nil {
			spare[a] = f.dropped[a]
		}
	}
	*f = Function{
		Params: f.Params[:0], Vars: append(f.Vars[:0], Variable{}), Regs: append(f.Regs[:0], Register{}),
		instrs: append(f.instrs[:0], instr{}), spans: append(f.spans[:0], diag.Span{}), text: append(f.text[:0], ""),
		srcs: append(f.srcs[:0], source{}), nodes: append(f.nodes[:0], node{}), lists: append(f.lists[:0], list{}),
		names: f.names[:0], consts: f.consts[:0], cases: f.cases[:0], values: f.values[:0], preds: f.preds[:0], words: f.words[:0],
		flatMemory: f.flatMemory, spare: spare,
	}
	f.newList(0)
}

// Analysis names a result that is kept with a function until something makes it
// stale.
type Analysis uint8

const (
	BlockOrder Analysis = iota // numbers of blocks in program order
	Dominance                  // dominator tree and frontiers
	Liveness                   // values live into and out of blocks
	InstrOrder                 // numbers of instructions in program order
	LoopInfo                   // loops, their induction variables and trip counts
	Divergence                 // which values differ among the invocations of a subgroup
	SharedVars                 // workgroup variables that are named
	numAnalyses
)

// AnalysisSet is a set of analyses.
type AnalysisSet uint8

// Set makes a set.
func Set(list ...Analysis) (s AnalysisSet) {
	for _, a := range list {
		s |= 1 << a
	}
	return s
}

const (
	NoAnalyses  AnalysisSet = 0
	AllAnalyses AnalysisSet = 1<<numAnalyses - 1
	// ControlFlow is the set of analyses that stay valid as long as no block and no edge
	// changes.
	ControlFlow AnalysisSet = 1<<BlockOrder | 1<<Dominance
)

// Cached is the kept result of an analysis, or nil.
func (f *Function) Cached(a Analysis) any { return f.analyses[a] }

// Spare is an outdated result of an analysis, from before the function was made anew, for
// its memory, or nil.
func (f *Function) Spare(a Analysis) any {
	s := f.spare[a]
	f.spare[a] = nil
	return s
}

// Keep stores the result of an analysis until it is dropped.
func (f *Function) Keep(a Analysis, result any) { f.analyses[a] = result }

// Preserve drops the results that aren't in the set. Editing control flow drops all by
// itself; passes call Preserve with the analyses that they left valid.
func (f *Function) Preserve(s AnalysisSet) {
	for a := range f.analyses {
		if s>>a&1 == 0 {
			f.outdate(Analysis(a))
		}
	}
}

// outdate drops one result. Existing references to the result stay readable.
func (f *Function) outdate(a Analysis) {
	if result := f.analyses[a]; result != nil {
		f.dropped[a], f.analyses[a] = result, nil
	}
}

// Reserve makes room for more instructions and sources.
func (f *Function) Reserve(instrs, srcs int) {
	f.instrs = slices.Grow(f.instrs, instrs)
	f.spans = slices.Grow(f.spans, instrs)
	f.srcs = slices.Grow(f.srcs, srcs)
}

// MemorySize is the number of bytes of the function's arenas, spare room
// included.
func (f *Function) MemorySize() int {
	n := int(unsafe.Sizeof(*f))
	n += cap(f.instrs)*int(unsafe.Sizeof(instr{})) + cap(f.spans)*int(unsafe.Sizeof(diag.Span{}))
	n += cap(f.srcs)*int(unsafe.Sizeof(source{})) + cap(f.nodes)*int(unsafe.Sizeof(node{})) + cap(f.lists)*int(unsafe.Sizeof(list{}))
	n += 4*(cap(f.names)+cap(f.preds)+cap(f.words)) + 8*(cap(f.consts)+cap(f.values)) + cap(f.cases)*int(unsafe.Sizeof(Case{}))
	for _, s := range f.text {
		n += len(s) + int(unsafe.Sizeof(s))
	}
	if f.flat != nil {
		n += cap(f.flat.blocks)*int(unsafe.Sizeof(flatBlock{})) + cap(f.flat.cases)*int(unsafe.Sizeof(FlatCase{}))
	}
	return n + cap(f.Vars)*int(unsafe.Sizeof(Variable{})) + cap(f.Regs)*int(unsafe.Sizeof(Register{}))
}
