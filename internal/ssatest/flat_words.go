package ssatest

// This file writes functions in flat form as SPIR-V.

import (
	"fmt"
	"strings"

	"refract/ssa"
	"refract/ssa/op"
)

// FlatAssembly is a compute shader in SPIR-V's assembly that calls a function which
// [RandomFlat] made: "main" takes three integers from a storage buffer, group 0
// binding 0, and puts the result behind them. A halt returns 7.
func FlatAssembly(f *ssa.Function) string {
	var w strings.Builder
	w.WriteString(`OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 1 1 1
OpName %main "main"
OpName %f "f"
OpDecorate %array ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%four = OpConstant %u32 4
%array = OpTypeArray %u32 %four
%block = OpTypeStruct %array
%toblock = OpTypePointer StorageBuffer %block
%tou32 = OpTypePointer StorageBuffer %u32
%tolocal = OpTypePointer Function %u32
%buffer = OpVariable %toblock StorageBuffer
%signature = OpTypeFunction %u32 %u32 %u32 %u32
%mainsignature = OpTypeFunction %void
`)
	seen := map[uint64]bool{}
	constant := func(v uint64) string { return fmt.Sprintf("%%k%d", v) }
	declare := func(v uint64) {
		if !seen[v] {
			seen[v] = true
			fmt.Fprintf(&w, "%s = OpConstant %%u32 %d\n", constant(v), v)
		}
	}
	for v := range uint64(8) {
		declare(v)
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Const {
				declare(f.ConstBits(i, 0))
			}
		}
	}
	w.WriteString("%main = OpFunction %void None %mainsignature\n%entry = OpLabel\n")
	for k := range 3 {
		fmt.Fprintf(&w, "%%at%d = OpAccessChain %%tou32 %%buffer %%k0 %%k%d\n%%in%d = OpLoad %%u32 %%at%d\n", k, k, k, k)
	}
	w.WriteString(`%result = OpFunctionCall %u32 %f %in0 %in1 %in2
%at3 = OpAccessChain %tou32 %buffer %k0 %k3
OpStore %at3 %result
OpReturn
OpFunctionEnd
%f = OpFunction %u32 None %signature
%p0 = OpFunctionParameter %u32
%p1 = OpFunctionParameter %u32
%p2 = OpFunctionParameter %u32
`)
	a := assembly{w: &w, f: f, constant: constant}
	// Blocks stand behind their dominators.
	dom := f.Graph(nil).Dominators(int32(f.FirstBlock()))
	for _, b := range dom.Walk.Pre {
		a.block(ssa.NodeID(b))
	}
	for b := range f.Blocks() {
		if !dom.Reached(int32(b)) {
			a.block(b)
		}
	}
	w.WriteString("OpFunctionEnd\n")
	return w.String()
}

type assembly struct {
	w        *strings.Builder
	f        *ssa.Function
	constant func(uint64) string
}

// name is the name of a value.
func (a *assembly) name(v ssa.Value) string {
	switch f := a.f; f.Op(v) {
	case op.Const:
		return a.constant(f.ConstBits(v, 0))
	case op.Param:
		return fmt.Sprintf("%%p%d", f.IndexOf(v))
	case op.DerefVar:
		return fmt.Sprintf("%%v%d", f.VarOf(v)&^ssa.LocalVar)
	}
	return fmt.Sprintf("%%i%d", v)
}

var opcodes = map[op.Op]string{op.IAdd: "OpIAdd", op.ISub: "OpISub", op.IMul: "OpIMul", op.IXor: "OpBitwiseXor", op.IAnd: "OpBitwiseAnd",
	op.UShr: "OpShiftRightLogical", op.IEq: "OpIEqual", op.INe: "OpINotEqual", op.ULt: "OpULessThan"}

func (a *assembly) line(format string, args ...any) { fmt.Fprintf(a.w, format+"\n", args...) }

func (a *assembly) block(b ssa.NodeID) {
	f := a.f
	a.line("%%b%d = OpLabel", b)
	if b == f.FirstBlock() {
		for k := 1; k < len(f.Vars); k++ {
			a.line("%%v%d = OpVariable %%tolocal Function", k)
		}
	}
	for i := range f.Instrs(b) {
		switch o := f.Op(i); o {
		case op.Const, op.Param, op.DerefVar, op.Return, op.Halt:
		case op.Phi:
			fmt.Fprintf(a.w, "%s = OpPhi %%u32", a.name(i))
			for k := range f.NumSrcs(i) {
				fmt.Fprintf(a.w, " %s %%b%d", a.name(f.Arg(i, k)), f.PhiPred(i, k))
			}
			a.line("")
		case op.Declare:
			a.line("OpStore %%v%d %s", f.VarOf(i)&^ssa.LocalVar, a.name(f.Arg(i, 0)))
		case op.Load:
			a.line("%s = OpLoad %%u32 %s", a.name(i), a.name(f.Arg(i, 0)))
		case op.Store:
			a.line("OpStore %s %s", a.name(f.Arg(i, 0)), a.name(f.Arg(i, 1)))
		case op.UMin:
			x, y := a.name(f.Arg(i, 0)), a.name(f.Arg(i, 1))
			a.line("%%c%d = OpULessThan %%bool %s %s", i, x, y)
			a.line("%s = OpSelect %%u32 %%c%d %s %s", a.name(i), i, x, y)
		default:
			t := "%u32"
			if f.Bits(i) == 1 {
				t = "%bool"
			}
			a.line("%s = %s %s %s %s", a.name(i), opcodes[o], t, a.name(f.Arg(i, 0)), a.name(f.Arg(i, 1)))
		}
	}
	to := f.Targets(b, nil)
	how := f.Ending(b)
	if how == ssa.EndBranch && to[0] == to[1] {
		how, to = ssa.EndGoto, to[:1] // SPIR-V wants two targets
	}
	merge, cont := f.Merge(b)
	if f.Ending(b) == ssa.EndSwitch || merge == cont { // SPIR-V's readers refuse merges that are none
		merge, cont = 0, 0
	}
	switch {
	case merge != 0 && cont != 0 && len(to) > 0:
		a.line("OpLoopMerge %%b%d %%b%d None", merge, cont)
	case merge != 0 && len(to) > 1:
		a.line("OpSelectionMerge %%b%d None", merge)
	}
	switch how {
	case ssa.EndGoto:
		a.line("OpBranch %%b%d", to[0])
	case ssa.EndBranch:
		a.line("OpBranchConditional %s %%b%d %%b%d", a.name(f.Cond(b).Value), to[0], to[1])
	case ssa.EndSwitch:
		fmt.Fprintf(a.w, "OpSwitch %s %%b%d", a.name(f.Cond(b).Value), to[len(to)-1])
		for _, c := range f.FlatCases(b) {
			fmt.Fprintf(a.w, " %d %%b%d", c.Value, c.Target)
		}
		a.line("")
	case ssa.EndReturn:
		a.line("OpReturnValue %s", a.name(f.Arg(f.Jump(b), 0)))
	case ssa.EndHalt:
		a.line("OpReturnValue %%k7")
	default:
		a.line("OpUnreachable")
	}
}
