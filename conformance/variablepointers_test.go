package conformance

// This file runs random modules in SPIR-V with variable pointers: chosen by conditions and by
// control flow, in loops, kept in variables, given to functions and returned, into several
// buffers, elements of an array of buffers, and workgroup memory; in the interpreter, as each
// target, and on a Vulkan driver.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// pointerHead declares buffers A and B, an array C of buffers and workgroup variables. A row is
// three numbers, a pair a number and a vector.
const pointerHead = `OpCapability Shader
OpCapability VariablePointers
OpCapability VariablePointersStorageBuffer
OpExtension "SPV_KHR_variable_pointers"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %A %B %C %W1 %W2 %W3 %kept
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %row ArrayStride 4
OpDecorate %rows ArrayStride 12
OpDecorate %many ArrayStride 4
OpDecorate %pairs ArrayStride 16
OpDecorate %pu ArrayStride 4
OpDecorate %buffer Block
OpMemberDecorate %buffer 0 Offset 0
OpMemberDecorate %buffer 1 Offset 16
OpMemberDecorate %buffer 2 Offset 64
OpMemberDecorate %buffer 3 Offset 96
OpMemberDecorate %pair 0 Offset 0
OpMemberDecorate %pair 1 Offset 8
OpDecorate %A DescriptorSet 0
OpDecorate %A Binding 0
OpDecorate %B DescriptorSet 0
OpDecorate %B Binding 1
OpDecorate %C DescriptorSet 0
OpDecorate %C Binding 2
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%bool = OpTypeBool
%v2 = OpTypeVector %uint 2
%0 = OpConstant %uint 0
%1 = OpConstant %uint 1
%2 = OpConstant %uint 2
%3 = OpConstant %uint 3
%4 = OpConstant %uint 4
%8 = OpConstant %uint 8
%i1 = OpConstant %int 1
%prime = OpConstant %uint 16777619
%row = OpTypeArray %uint %3
%rows = OpTypeArray %row %4
%pair = OpTypeStruct %uint %v2
%pairs = OpTypeArray %pair %2
%many = OpTypeArray %uint %8
%buffer = OpTypeStruct %uint %rows %pairs %many
%buffers = OpTypeArray %buffer %2
%pbuffer = OpTypePointer StorageBuffer %buffer
%pbuffers = OpTypePointer StorageBuffer %buffers
%pu = OpTypePointer StorageBuffer %uint
%prow = OpTypePointer StorageBuffer %row
%ppair = OpTypePointer StorageBuffer %pair
%A = OpVariable %pbuffer StorageBuffer
%B = OpVariable %pbuffer StorageBuffer
%C = OpVariable %pbuffers StorageBuffer
%wrow = OpTypeArray %uint %4
%wbox = OpTypeStruct %uint %wrow
%wu = OpTypePointer Workgroup %uint
%pwrow = OpTypePointer Workgroup %wrow
%pwbox = OpTypePointer Workgroup %wbox
%W1 = OpVariable %wu Workgroup
%W2 = OpVariable %pwrow Workgroup
%W3 = OpVariable %pwbox Workgroup
%vpu = OpTypePointer Function %pu
%ppu = OpTypePointer Private %pu
%vu = OpTypePointer Function %uint
%kept = OpVariable %ppu Private
%fread = OpTypeFunction %uint %pu
%fpick = OpTypeFunction %pu %pu %pu %uint
%fwrite = OpTypeFunction %void %wu %uint
%read = OpFunction %uint None %fread
%ra = OpFunctionParameter %pu
%rb = OpLabel
%rc = OpLoad %uint %ra
OpReturnValue %rc
OpFunctionEnd
%pick = OpFunction %pu None %fpick
%ka = OpFunctionParameter %pu
%kb = OpFunctionParameter %pu
%kc = OpFunctionParameter %uint
%kd = OpLabel
%ke = OpIEqual %bool %kc %0
OpSelectionMerge %kf None
OpBranchConditional %ke %kg %kf
%kg = OpLabel
OpReturnValue %ka
%kf = OpLabel
OpReturnValue %kb
OpFunctionEnd
%write = OpFunction %void None %fwrite
%xa = OpFunctionParameter %wu
%xb = OpFunctionParameter %uint
%xc = OpLabel
OpStore %xa %xb
OpReturn
OpFunctionEnd
%main = OpFunction %void None %fn
%entry = OpLabel
%held = OpVariable %vpu Function
%acc = OpVariable %vu Function
OpStore %acc %prime
OpStore %W1 %3
`

// pointers makes a module.
type pointers struct {
	*rand.Rand
	text   strings.Builder
	n      int
	block  string
	arrays bool                // of buffers, which Metal lacks
	values map[string][]string // names of pointers, by type; "pu1" may be stepped by one, "pu4" by up to four
}

func (g *pointers) line(format string, args ...any) { fmt.Fprintf(&g.text, format+"\n", args...) }

// value writes an instruction with a result.
func (g *pointers) value(format string, args ...any) string {
	g.n++
	name := fmt.Sprintf("%%t%d", g.n)
	g.line("%s = "+format, append([]any{name}, args...)...)
	return name
}

func (g *pointers) number(n int) string { return fmt.Sprintf("%%%d", g.IntN(n)) }

// upTo is a number below 4 or 2, which only a run knows, or a constant.
func (g *pointers) upTo(n int) string {
	if g.IntN(2) == 0 {
		return g.number(n)
	}
	return g.value("OpBitwiseAnd %%uint %s %s", g.value("OpLoad %%uint %%acc"), fmt.Sprintf("%%%d", n-1))
}

// note mixes a number into the result.
func (g *pointers) note(v string) {
	x := g.value("OpBitwiseXor %%uint %s %s", g.value("OpLoad %%uint %%acc"), v)
	g.line("OpStore %%acc %s", g.value("OpIMul %%uint %s %%prime", x))
}

// condition depends on the numbers so far.
func (g *pointers) condition() string {
	return g.value("OpIEqual %%bool %s %%0", g.value("OpBitwiseAnd %%uint %s %%%d", g.value("OpLoad %%uint %%acc"), 1+g.IntN(2)))
}

// known is a new pointer whose way is known.
func (g *pointers) known(t string) string {
	root := []string{"%A", "%B"}[g.IntN(2)]
	if g.arrays && g.IntN(3) == 0 {
		root = "%C " + g.upTo(2)
	}
	switch t {
	case "prow":
		return g.value("OpAccessChain %%prow %s %%1 %s", root, g.upTo(4))
	case "ppair":
		return g.value("OpAccessChain %%ppair %s %%2 %s", root, g.upTo(2))
	case "pbuffer":
		if root[1] == 'C' {
			return g.value("OpAccessChain %%pbuffer %s", root)
		}
		return root
	case "pwrow":
		if g.IntN(2) == 0 {
			return "%W2"
		}
		return g.value("OpAccessChain %%pwrow %%W3 %%1")
	case "wu":
		return []func() string{func() string { return "%W1" }, func() string { return g.value("OpAccessChain %%wu %%W2 %s", g.upTo(4)) },
			func() string { return g.value("OpAccessChain %%wu %%W3 %%0") }, func() string { return g.value("OpAccessChain %%wu %%W3 %%1 %s", g.upTo(4)) }}[g.IntN(4)]()
	case "pu4":
		return g.value("OpAccessChain %%pu %s %%3 %s", root, g.upTo(4))
	}
	switch g.IntN(4) {
	case 0:
		return g.value("OpAccessChain %%pu %s %%0", root)
	case 1:
		return g.value("OpAccessChain %%pu %s %%1 %s %s", root, g.upTo(4), g.number(3))
	case 2:
		return g.value("OpAccessChain %%pu %s %%2 %s %%0", root, g.upTo(2))
	}
	return g.value("OpAccessChain %%pu %s %%2 %s %%1 %s", root, g.upTo(2), g.upTo(2))
}

// pointer is a pointer of a type, mostly one that there is.
func (g *pointers) pointer(t string) string {
	if list := g.values[t]; len(list) > 0 && g.IntN(3) > 0 {
		return list[g.IntN(len(list))]
	}
	p := g.known(t)
	g.values[t] = append(g.values[t], p)
	return p
}

func spelled(t string) string { return "%" + strings.TrimRight(t, "14") }

var pointerTypes = []string{"pu", "pu4", "prow", "ppair", "pbuffer", "wu", "pwrow"}

// statement writes one of the things that are done with pointers.
func (g *pointers) statement() {
	t := pointerTypes[g.IntN(len(pointerTypes))]
	add := func(t, p string) { g.values[t] = append(g.values[t], p) }
	switch g.IntN(14) {
	case 0, 1:
		add(t, g.value("OpSelect %s %s %s %s", spelled(t), g.condition(), g.pointer(t), g.pointer(t)))
	case 2:
		g.joined(t)
	case 3:
		g.loop()
	case 4:
		add("pu", g.value("OpFunctionCall %%pu %%pick %s %s %s", g.pointer("pu"), g.pointer("pu"), g.upTo(2)))
	case 5:
		to := []string{"%held", "%kept"}[g.IntN(2)]
		g.line("OpStore %s %s", to, g.pointer("pu"))
		add("pu", g.value("OpLoad %%pu %s", to))
	case 6:
		switch g.IntN(4) {
		case 0:
			add("pu", g.value("OpAccessChain %%pu %s %s", g.pointer("prow"), g.number(3)))
		case 1:
			add("pu", g.value("OpAccessChain %%pu %s %%1 %s", g.pointer("ppair"), g.upTo(2)))
		case 2:
			add("wu", g.value("OpAccessChain %%wu %s %s", g.pointer("pwrow"), g.upTo(4)))
		case 3:
			add("prow", g.value("OpInBoundsAccessChain %%prow %s %%1 %s", g.pointer("pbuffer"), g.upTo(4)))
		}
	case 7:
		g.note(g.value("OpFunctionCall %%uint %%read %s", g.pointer("pu")))
		g.value("OpFunctionCall %%void %%write %s %s", g.pointer("wu"), g.value("OpLoad %%uint %%acc"))
	case 8:
		g.line("OpStore %s %s", g.pointer([]string{"pu", "pu4", "wu"}[g.IntN(3)]), g.value("OpLoad %%uint %%acc"))
	case 9:
		g.note(g.value("OpAtomicIAdd %%uint %s %%1 %%0 %s", g.pointer("wu"), g.value("OpLoad %%uint %%acc")))
	case 10:
		if t == "pbuffer" || t == "ppair" {
			t = "pu"
		}
		is := g.value("%s %%bool %s %s", []string{"OpPtrEqual", "OpPtrNotEqual"}[g.IntN(2)], g.pointer(t), g.pointer(t))
		g.note(g.value("OpSelect %%uint %s %%1 %%2", is))
	case 11:
		base := g.pointer("pu4")
		p := g.value("OpPtrAccessChain %%pu %s %s", base, g.number(5))
		add("pu", p)
		g.note(g.value("OpBitcast %%uint %s", g.value("OpPtrDiff %%int %s %s", p, base)))
	case 12:
		v := g.value("OpLoad %%row %s", g.pointer("prow"))
		g.note(g.value("OpCompositeExtract %%uint %s %d", v, g.IntN(3)))
		if g.IntN(2) == 0 {
			g.line("OpCopyMemory %s %s", g.pointer("prow"), g.pointer("prow"))
		}
	default:
		g.note(g.value("OpLoad %%uint %s", g.pointer([]string{"pu", "pu4", "wu"}[g.IntN(3)])))
	}
}

// joined makes a pointer by a phi of two branches. One branch may have more statements.
func (g *pointers) joined(t string) {
	a, b, c := g.pointer(t), g.pointer(t), g.condition()
	g.n++
	n := g.n
	g.line("OpSelectionMerge %%m%d None\nOpBranchConditional %s %%y%d %%z%d\n%%y%d = OpLabel", n, c, n, n, n)
	before := map[string][]string{}
	for t, list := range g.values {
		before[t] = list[:len(list):len(list)]
	}
	yes := fmt.Sprintf("%%y%d", n)
	g.block = yes
	if g.IntN(2) == 0 {
		g.note(g.value("OpLoad %%uint %s", g.pointer("pu")))
		a = g.known(t)
	}
	g.values = before
	yes = g.block
	g.line("OpBranch %%m%d\n%%z%d = OpLabel\nOpBranch %%m%d\n%%m%d = OpLabel", n, n, n, n)
	g.block = fmt.Sprintf("%%m%d", n)
	g.values[t] = append(g.values[t], g.value("OpPhi %s %s %s %s %%z%d", spelled(t), a, yes, b, n))
}

// loop steps over numbers.
func (g *pointers) loop() {
	start, n, from := g.pointer("pu4"), g.n+1, g.block
	g.n++
	times := 1 + g.IntN(3)
	g.line("OpBranch %%h%d\n%%h%d = OpLabel", n, n)
	g.line("%%p%d = OpPhi %%pu %s %s %%q%d %%c%d\n%%k%d = OpPhi %%uint %%0 %s %%l%d %%c%d", n, start, from, n, n, n, from, n, n)
	g.line("OpLoopMerge %%e%d %%c%d None\nOpBranch %%o%d\n%%o%d = OpLabel", n, n, n, n)
	g.line("%%r%d = OpULessThan %%bool %%k%d %%%d\nOpBranchConditional %%r%d %%b%d %%e%d\n%%b%d = OpLabel", n, n, times, n, n, n, n)
	g.note(g.value("OpLoad %%uint %%p%d", n))
	g.line("OpBranch %%c%d\n%%c%d = OpLabel\n%%q%d = OpPtrAccessChain %%pu %%p%d %%1\n%%l%d = OpIAdd %%uint %%k%d %%1\nOpBranch %%h%d\n%%e%d = OpLabel", n, n, n, n, n, n, n, n)
	g.block = fmt.Sprintf("%%e%d", n)
	g.values["pu"] = append(g.values["pu"], fmt.Sprintf("%%p%d", n))
}

// numerals are the names of constants, which aren't ids.
var numerals = regexp.MustCompile(`%([0-9]+)\b`)

// pointerModule is the module of a seed.
func pointerModule(seed uint64) string {
	g := &pointers{Rand: rand.New(rand.NewPCG(seed, 3)), block: "%entry", arrays: seed%2 == 1, values: map[string][]string{}}
	for _, c := range []string{"%W2", "%W3 %1"} {
		for k := range 4 {
			g.line("OpStore %s %%%d", g.value("OpAccessChain %%wu %s %%%d", c, k), 1+k%3)
		}
	}
	g.line("OpStore %s %%2", g.value("OpAccessChain %%wu %%W3 %%0"))
	for range 4 + g.IntN(24) {
		g.statement()
	}
	for k := range 4 {
		g.note(g.value("OpLoad %%uint %s", g.value("OpAccessChain %%wu %%W2 %%%d", k)))
	}
	g.line("OpStore %s %s\nOpReturn\nOpFunctionEnd", g.value("OpAccessChain %%pu %%A %%0"), g.value("OpLoad %%uint %%acc"))
	return numerals.ReplaceAllString(pointerHead+g.text.String(), "%n$1")
}

// TestVariablePointers runs modules with variable pointers: a few, or as many as
// $REFRACT_PROGRAMS gives, from $REFRACT_SEED on.
func TestVariablePointers(t *testing.T) {
	var d *vkrun.Device
	if sweep.On() {
		d = vkrun.OpenTest(t)
	}
	first, wrong, faults := number("REFRACT_SEED", 0), 0, 0
	var modules [][]byte
	for seed := first; seed < first+sweep.Count(240) && wrong < 10; seed++ {
		text := pointerModule(uint64(seed))
		var list diag.List
		words, ok := spirv.Assemble(text, 0, spirv.AssembleOptions{Version: spirv.V(1, 4)}, &list)
		if !ok {
			t.Fatalf("seed %d: %s\n%s", seed, list.Sorted()[0].Message, text)
		}
		modules = append(modules, spirv.AppendBytes(nil, words))
		if s := pointed(fmt.Sprint("seed ", seed), words, d); strings.HasPrefix(s, lost) {
			faults++
			t.Logf("seed %d: %s", seed, s)
		} else if s != "" {
			wrong++
			t.Errorf("seed %d: %s", seed, s)
		}
	}
	if faults > 1+len(modules)/20 {
		t.Errorf("the driver disagrees about %d of %d modules", faults, len(modules))
	}
	if sweep.On() {
		for n, message := range harness.NewSPIRVVal(t, modules) {
			if message != "" {
				t.Errorf("seed %d isn't valid: %s", first+n, message)
			}
		}
	}
}

// lost begins the message about a driver that disagrees about the module, and agrees about its
// form without variable pointers: stores by them are lost now and then. Each of the lavapipes
// of Mesa 22.3 and 25 does so, in other modules.
const lost = "the driver disagrees: "

// pointed runs a module by each way and describes the first difference, or returns "".
func pointed(name string, words []uint32, d *vkrun.Device) string {
	m, err := refract.Parse(context.Background(), "a.spv", spirv.AppendBytes(nil, words), refract.ParseOptions{})
	if err != nil {
		return err.Error()
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return err.Error()
	}
	j, err := differential.NewDeviceModuleJob(name, m, info, ir.StageCompute, "main", 5)
	if err != nil {
		return err.Error()
	}
	j.Workgroups = [3]uint32{1, 1, 1}
	engines := []differential.Engine{differential.Interpreter(), differential.Optimized(1), differential.Of(wasm.Auto{})}
	if d != nil {
		engines = append(engines, differential.Vulkan(d, differential.SPIRVOptions(), false))
	}
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return err.Error()
	}
	for _, to := range []refract.Language{refract.GLSL, refract.HLSL, refract.MSL, refract.DXBC, refract.DXIL} {
		_, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: to})
		if err != nil && !strings.Contains(err.Error(), "binding array") && !strings.Contains(err.Error(), "arrays of resources") {
			return fmt.Sprintf("as %v: %v", to, err)
		}
	}
	if s := differ(j, engines); s != "" || d == nil {
		return s
	}
	if s := differ(j, []differential.Engine{engines[0], differential.VulkanWords(d, words)}); s != "" {
		return lost + s
	}
	return ""
}
