package spirvtest

// This file fills graphs with values and writes them as assembly: phis of several
// types, arithmetic, memory of each kind, calls.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The types of values.
const (
	tU32 = iota
	tBool
	tF32
	tVec
	tStruct
	types
)

var typeNames = [...]string{"%u32", "%bool", "%f32", "%v2u", "%pair"}

// Inputs is how many words of the buffer a random module reads. It writes those
// behind: Words in all.
const (
	Inputs = 3
	Words  = 16
)

// RandomModule is the assembly of a shader with random control flow: functions of a kind of
// graph; the first is the entry point "main" or called by it. Storage buffer (0, 0) has
// [Words] words. If kill is set it is a fragment shader.
func RandomModule(seed uint64, kind Flow, size int, kill bool) string {
	g := &maker{r: rand.New(rand.NewPCG(seed, uint64(kind)*2+truth(kill))), kind: kind, kill: kill}
	return g.module(size)
}

type maker struct {
	r     *rand.Rand
	w     strings.Builder
	kind  Flow
	kill  bool
	funcs int
	ids   int
}

func (g *maker) line(format string, args ...any) { fmt.Fprintf(&g.w, format+"\n", args...) }

func (g *maker) id() string {
	g.ids++
	return fmt.Sprintf("%%x%d", g.ids)
}

func (g *maker) module(size int) string {
	model, mode := "GLCompute", "LocalSize 1 1 1"
	if g.kill {
		model, mode = "Fragment", "OriginUpperLeft"
	}
	g.line(`OpCapability Shader
OpCapability Int16
OpCapability Int64
OpExtension "SPV_KHR_storage_buffer_storage_class"
%%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint %s %%main "main" %%buffer %%pacc %%pfour
OpExecutionMode %%main %s
OpName %%main "main"
OpName %%acc "acc"
OpName %%state "state"
OpDecorate %%array ArrayStride 4
OpMemberDecorate %%block 0 Offset 0
OpDecorate %%block Block
OpDecorate %%buffer DescriptorSet 0
OpDecorate %%buffer Binding 0
%%void = OpTypeVoid
%%bool = OpTypeBool
%%u32 = OpTypeInt 32 0
%%i32 = OpTypeInt 32 1
%%u16 = OpTypeInt 16 0
%%i16 = OpTypeInt 16 1
%%u64 = OpTypeInt 64 0
%%i64 = OpTypeInt 64 1
%%f32 = OpTypeFloat 32
%%v2u = OpTypeVector %%u32 2
%%pair = OpTypeStruct %%u32 %%v2u`, model, mode)
	for k := range Words + 1 {
		g.line("%%k%d = OpConstant %%u32 %d", k, k)
	}
	g.line(`%%k31 = OpConstant %%u32 31
%%klow = OpConstant %%u32 65535
%%khigh = OpConstant %%u32 458752
%%kmul = OpConstant %%u32 1664525
%%kadd = OpConstant %%u32 1013904223
%%kmix = OpConstant %%u32 65537
%%kgold = OpConstant %%u32 2654435769
%%true = OpConstantTrue %%bool
%%false = OpConstantFalse %%bool
%%f0 = OpConstant %%f32 0
%%f1 = OpConstant %%f32 1.5
%%f2 = OpConstant %%f32 -0.25
%%vec = OpConstantComposite %%v2u %%k3 %%kgold
%%zero = OpConstantNull %%v2u
%%pair0 = OpConstantComposite %%pair %%k5 %%vec
%%u0 = OpUndef %%u32
%%array = OpTypeArray %%u32 %%k16
%%block = OpTypeStruct %%array
%%four = OpTypeArray %%u32 %%k4
%%toblock = OpTypePointer StorageBuffer %%block
%%tobuf = OpTypePointer StorageBuffer %%u32
%%tolocal = OpTypePointer Function %%u32
%%topair = OpTypePointer Function %%pair
%%tofour = OpTypePointer Function %%four
%%toprivate = OpTypePointer Private %%u32
%%topfour = OpTypePointer Private %%four
%%buffer = OpVariable %%toblock StorageBuffer
%%pacc = OpVariable %%toprivate Private %%k1
%%pfour = OpVariable %%topfour Private
%%pz = OpConstantNull %%four
%%sigmain = OpTypeFunction %%void
%%sig = OpTypeFunction %%u32 %%u32 %%u32 %%tolocal`)
	for _, t := range wholes {
		for _, k := range []int{0, 3, 13} {
			g.line("%%c%s%d = OpConstant %%%s %d", t, k, t, k)
		}
	}
	g.funcs = 1 + g.r.IntN(3)
	inMain := g.r.IntN(2) == 0
	if inMain {
		g.function(0, size, true)
	} else {
		g.line("%%main = OpFunction %%void None %%sigmain\n%%entry = OpLabel\n%%own = OpVariable %%tolocal Function\nOpStore %%pfour %%pz")
		for k := range Inputs {
			g.line("%%at%d = OpAccessChain %%tobuf %%buffer %%k0 %%k%d\n%%in%d = OpLoad %%u32 %%at%d", k, k, k, k)
		}
		g.line("OpStore %%own %%in2\n%%result = OpFunctionCall %%u32 %%f0_ %%in0 %%in1 %%own\n%%at3 = OpAccessChain %%tobuf %%buffer %%k0 %%k3\nOpStore %%at3 %%result")
		g.line("%%after = OpLoad %%u32 %%own\n%%at4 = OpAccessChain %%tobuf %%buffer %%k0 %%k4\nOpStore %%at4 %%after\nOpReturn\nOpFunctionEnd")
		g.function(0, size, false)
	}
	for k := 1; k < g.funcs; k++ {
		g.function(k, 2+size/3, false)
	}
	return g.w.String()
}

// body is the state while a function is made.
type body struct {
	end    []plan
	dom    *dominance
	n      int
	main   bool
	made   [][types][]string // by block: values that come about there
	phis   [][types][]string
	memory bool // what is accumulated lies in a variable; else in a storage buffer
	calls  int
}

// pick is a value of a type that is known at the end of a block.
func (g *maker) pick(f *body, b, t int) string {
	for tries := 0; tries < 8 && b >= 0; tries++ {
		if l := f.made[b][t]; len(l) > 0 && g.r.IntN(3) > 0 {
			return l[g.r.IntN(len(l))]
		}
		if f.dom.up[b] >= 0 && g.r.IntN(4) > 0 {
			b = f.dom.up[b]
		}
	}
	return g.constant(t)
}

func (g *maker) constant(t int) string {
	switch t {
	case tBool:
		return one(g.r, "%true", "%false")
	case tF32:
		return one(g.r, "%f0", "%f1", "%f2")
	case tVec:
		return one(g.r, "%vec", "%zero")
	case tStruct:
		return "%pair0"
	}
	return one(g.r, "%k0", "%k1", "%k7", "%k31", "%kgold")
}

func (g *maker) function(n, size int, main bool) {
	f := &body{n: n, main: main, memory: g.r.IntN(4) > 0}
	f.end = newFlow(g.r, g.kind, max(size, 3), g.kill)
	f.dom = dominators(f.end)
	f.made = make([][types][]string, len(f.end))
	f.phis = make([][types][]string, len(f.end))
	if main {
		g.line("%%main = OpFunction %%void None %%sigmain")
	} else {
		g.line("%%f%d_ = OpFunction %%u32 None %%sig", n)
		for k, t := range []string{"%u32", "%u32", "%tolocal"} {
			g.line("%%p%d_%d = OpFunctionParameter %s", n, k, t)
		}
		f.made[0][tU32] = []string{fmt.Sprintf("%%p%d_0", n), fmt.Sprintf("%%p%d_1", n)}
	}
	// Phis come first, so that other blocks can use them.
	for _, b := range f.dom.order {
		if b == 0 || len(f.dom.preds[b]) == 0 {
			continue
		}
		for range g.r.IntN(4) {
			t := one(g.r, tU32, tU32, tU32, tBool, tF32, tVec, tStruct)
			id := g.id()
			f.phis[b][t] = append(f.phis[b][t], id)
			f.made[b][t] = append(f.made[b][t], id)
		}
	}
	// Bodies are written apart, since phis name later values.
	text := make([]string, len(f.end))
	whole := g.w.String()
	for _, b := range f.dom.order {
		g.w.Reset()
		g.block(f, b)
		text[b] = g.w.String()
	}
	g.w.Reset()
	g.w.WriteString(whole)
	for _, b := range f.dom.order {
		g.label(f, b)
		g.sources(f, b)
		g.w.WriteString(text[b])
	}
	for b := range f.end {
		if !f.dom.seen[b] {
			g.label(f, b)
			g.sources(f, b)
			g.finish(f, b)
		}
	}
	g.line("OpFunctionEnd")
}

func (g *maker) label(f *body, b int) { g.line("%%b%d_%d = OpLabel", f.n, b) }

// sources writes the phis of a block.
func (g *maker) sources(f *body, b int) {
	for t := range types {
		for k, id := range f.phis[b][t] {
			fmt.Fprintf(&g.w, "%s = OpPhi %s", id, typeNames[t])
			for _, p := range f.dom.preds[b] {
				v := g.constant(t)
				own := f.phis[b][t]
				switch {
				case !f.dom.seen[p]:
				case g.r.IntN(2) == 0 && g.under(f, p, b) && len(own) > 1:
					v = own[(k+1+g.r.IntN(len(own)-1))%len(own)] // phis that change places
				case g.r.IntN(30) == 0 && t == tU32:
					v = "%u0"
				default:
					v = g.pick(f, p, t)
				}
				fmt.Fprintf(&g.w, " %s %%b%d_%d", v, f.n, p)
			}
			g.line("")
		}
	}
}

// under reports whether a block is dominated by another.
func (g *maker) under(f *body, b, by int) bool {
	for ; b >= 0; b = f.dom.up[b] {
		if b == by {
			return true
		}
	}
	return false
}

// op writes an instruction with a result.
func (g *maker) op(t, o string, args ...string) string {
	id := g.id()
	g.line("%s = %s %s %s", id, o, t, strings.Join(args, " "))
	return id
}

// acc is a pointer to the accumulator.
func (g *maker) acc(f *body) string {
	switch {
	case f.memory && f.n == 0:
		return "%acc"
	case f.memory:
		return fmt.Sprintf("%%acc%d", f.n)
	}
	return g.op("%tobuf", "OpAccessChain", "%buffer", "%k0", fmt.Sprintf("%%k%d", 5+f.n))
}

func (g *maker) state(f *body) string {
	if f.n == 0 {
		return "%state"
	}
	return fmt.Sprintf("%%state%d", f.n)
}

// block writes a block without its phis.
func (g *maker) block(f *body, b int) {
	if b == 0 {
		suffix := ""
		if f.n > 0 {
			suffix = fmt.Sprint(f.n)
		}
		g.line("%%acc%s = OpVariable %%tolocal Function %%k1\n%%state%s = OpVariable %%tolocal Function\n%%pair_%d = OpVariable %%topair Function %%pair0\n%%four_%d = OpVariable %%tofour Function %%pz", suffix, suffix, f.n, f.n)
		seed := "%k7"
		if f.main {
			g.line("OpStore %%pfour %%pz")
			for k := range Inputs {
				at := g.op("%tobuf", "OpAccessChain", "%buffer", "%k0", fmt.Sprintf("%%k%d", k))
				f.made[0][tU32] = append(f.made[0][tU32], g.op("%u32", "OpLoad", at))
			}
			seed = f.made[0][tU32][0]
		} else {
			seed = g.op("%u32", "OpIAdd", fmt.Sprintf("%%p%d_0", f.n), g.op("%u32", "OpLoad", fmt.Sprintf("%%p%d_2", f.n)))
		}
		g.line("OpStore %s %s", g.state(f), seed)
	}
	u := func() string { return g.pick(f, b, tU32) }
	put := func(t int, id string) { f.made[b][t] = append(f.made[b][t], id) }
	for range 1 + g.r.IntN(4) {
		switch g.r.IntN(22) {
		case 0, 1, 2:
			put(tU32, g.op("%u32", one(g.r, "OpIAdd", "OpISub", "OpIMul", "OpBitwiseXor", "OpBitwiseAnd", "OpBitwiseOr"), u(), u()))
		case 3:
			put(tU32, g.op("%u32", one(g.r, "OpShiftRightLogical", "OpShiftLeftLogical", "OpShiftRightArithmetic"), u(), one(g.r, "%k1", "%k7", "%k15")))
		case 4:
			put(tBool, g.op("%bool", one(g.r, "OpIEqual", "OpULessThan", "OpSLessThan", "OpUGreaterThanEqual"), u(), u()))
		case 5:
			put(tBool, g.op("%bool", one(g.r, "OpLogicalAnd", "OpLogicalOr", "OpLogicalNotEqual"), g.pick(f, b, tBool), g.pick(f, b, tBool)))
		case 6:
			t := one(g.r, tU32, tU32, tF32, tBool)
			put(t, g.op(typeNames[t], "OpSelect", g.pick(f, b, tBool), g.pick(f, b, t), g.pick(f, b, t)))
		case 7:
			put(tF32, g.op("%f32", "OpConvertUToF", g.op("%u32", "OpBitwiseAnd", u(), "%klow")))
		case 8:
			put(tF32, g.op("%f32", one(g.r, "OpFAdd", "OpFSub"), g.pick(f, b, tF32), one(g.r, "%f0", "%f1", "%f2")))
		case 9:
			put(tBool, g.op("%bool", one(g.r, "OpFOrdLessThan", "OpFUnordNotEqual"), g.pick(f, b, tF32), g.pick(f, b, tF32)))
		case 10:
			put(tVec, g.op("%v2u", "OpCompositeConstruct", u(), u()))
		case 11:
			put(tU32, g.op("%u32", "OpCompositeExtract", g.pick(f, b, tVec), one(g.r, "0", "1")))
		case 12:
			put(tVec, g.op("%v2u", one(g.r, "OpIAdd", "OpBitwiseXor"), g.pick(f, b, tVec), g.pick(f, b, tVec)))
		case 13:
			put(tStruct, g.op("%pair", "OpCompositeConstruct", u(), g.pick(f, b, tVec)))
		case 14:
			s := g.pick(f, b, tStruct)
			if g.r.IntN(2) == 0 {
				put(tU32, g.op("%u32", "OpCompositeExtract", s, "1", one(g.r, "0", "1")))
			} else {
				put(tStruct, g.op("%pair", "OpCompositeInsert", u(), s, "0"))
			}
		case 15: // a variable of the function
			p := g.op("%tolocal", "OpAccessChain", fmt.Sprintf("%%four_%d", f.n), g.op("%u32", "OpBitwiseAnd", u(), "%k3"))
			if g.r.IntN(2) == 0 {
				g.line("OpStore %s %s", p, u())
			}
			put(tU32, g.op("%u32", "OpLoad", p))
		case 16:
			p := fmt.Sprintf("%%pair_%d", f.n)
			if g.r.IntN(2) == 0 {
				g.line("OpStore %s %s", p, g.pick(f, b, tStruct))
			}
			put(tStruct, g.op("%pair", "OpLoad", p))
		case 17: // private memory
			p := "%pacc"
			if g.r.IntN(2) == 0 {
				p = g.op("%toprivate", "OpAccessChain", "%pfour", g.op("%u32", "OpBitwiseAnd", u(), "%k3"))
			}
			v := g.op("%u32", "OpIAdd", g.op("%u32", "OpLoad", p), u())
			g.line("OpStore %s %s", p, v)
			put(tU32, v)
		case 18: // the buffer
			p := g.op("%tobuf", "OpAccessChain", "%buffer", "%k0", one(g.r, "%k8", "%k9", "%k10"))
			v := g.op("%u32", "OpBitwiseXor", g.op("%u32", "OpLoad", p), u())
			g.line("OpStore %s %s", p, v)
			put(tU32, v)
		case 19:
			if callee := f.n + 1 + g.r.IntN(2); callee < g.funcs && f.calls < 3 {
				f.calls++
				own := fmt.Sprintf("%%p%d_2", f.n)
				if f.main || g.r.IntN(2) == 0 {
					own = g.state(f)
				}
				put(tU32, g.op("%u32", "OpFunctionCall", fmt.Sprintf("%%f%d_", callee), u(), u(), own))
			}
		case 20:
			put(tU32, g.mixed(u(), u()))
		case 21:
			w := 2 * g.r.IntN(3)
			put(tBool, g.op("%bool", one(g.r, "OpSLessThan", "OpULessThan", "OpSGreaterThanEqual", "OpUGreaterThan", "OpIEqual", "OpINotEqual"),
				g.whole(u(), wholes[w+g.r.IntN(2)]), g.whole(u(), wholes[w+g.r.IntN(2)])))
		}
	}
	// Every block shows that control has come through it, and with which values.
	x := u()
	switch g.r.IntN(6) {
	case 0:
		x = g.op("%u32", "OpBitcast", g.pick(f, b, tF32))
	case 1:
		x = g.op("%u32", "OpSelect", g.pick(f, b, tBool), "%k3", u())
	case 2:
		x = g.op("%u32", "OpCompositeExtract", g.pick(f, b, tVec), "1")
	}
	acc := g.acc(f)
	v := g.op("%u32", "OpIMul", g.op("%u32", "OpLoad", acc), "%k31")
	v = g.op("%u32", "OpIAdd", v, g.op("%u32", "OpIAdd", x, fmt.Sprintf("%%k%d", b%Words)))
	g.line("OpStore %s %s", acc, v)
	g.finish(f, b)
}

// wholes are the types of integers, by width.
var wholes = [...]string{"u16", "i16", "u32", "i32", "u64", "i64"}

// whole is a number as one of another type.
func (g *maker) whole(x, t string) string {
	switch t {
	case "u32":
		return x
	case "i32":
		return g.op("%i32", "OpBitcast", x)
	case "i16", "i64":
		return g.op("%"+t, "OpSConvert", x)
	}
	return g.op("%"+t, one(g.r, "OpUConvert", "OpSConvert"), x)
}

// mixed computes with numbers of one width, whose types differ in sign from each other and
// from the result, and shifts by numbers of any type. It returns 32 bits of it.
func (g *maker) mixed(x, y string) string {
	w := 2 * g.r.IntN(3)
	a, b, t := wholes[w+g.r.IntN(2)], wholes[w+g.r.IntN(2)], wholes[w+g.r.IntN(2)]
	x = g.whole(x, a)
	switch g.r.IntN(6) {
	case 0, 1:
		x = g.op("%"+t, one(g.r, "OpIAdd", "OpISub", "OpIMul", "OpBitwiseXor", "OpBitwiseAnd", "OpBitwiseOr"), x, g.whole(y, b))
	case 2, 3:
		count := wholes[g.r.IntN(len(wholes))]
		by := fmt.Sprintf("%%c%s%d", count, one(g.r, 0, 3, 13))
		if g.r.IntN(2) == 0 { // one that isn't constant
			by = g.op("%"+count, "OpBitwiseAnd", g.whole(y, count), fmt.Sprintf("%%c%s13", count))
		}
		x = g.op("%"+t, one(g.r, "OpShiftRightLogical", "OpShiftLeftLogical", "OpShiftRightArithmetic"), x, by)
	case 4:
		x = g.op("%"+t, one(g.r, "OpSDiv", "OpSRem", "OpSMod"), x, fmt.Sprintf("%%c%s13", b))
	default:
		x = g.op("%"+t, one(g.r, "OpSNegate", "OpNot"), x)
	}
	switch {
	case t == "u32":
		return x
	case t == "i32":
		return g.op("%u32", "OpBitcast", x)
	case w == 4 && g.r.IntN(2) == 0: // the high half
		x = g.op("%"+t, "OpShiftRightLogical", x, "%cu6413")
		x = g.op("%"+t, "OpShiftRightLogical", x, "%cu3213")
	}
	return g.op("%u32", one(g.r, "OpUConvert", "OpSConvert"), x)
}

// random writes a value that changes each time: below 8.
func (g *maker) random(f *body) string {
	p := g.state(f)
	x := g.op("%u32", "OpIMul", g.op("%u32", "OpLoad", p), "%kmul")
	x = g.op("%u32", "OpIAdd", x, "%kadd")
	g.line("OpStore %s %s", p, x)
	x = g.op("%u32", "OpBitwiseXor", g.op("%u32", "OpIMul", x, "%kmix"), x) // the high bits are the better ones
	return g.op("%u32", "OpShiftRightLogical", g.op("%u32", "OpBitwiseAnd", x, "%khigh"), "%k16")
}

// finish writes a block's ending.
func (g *maker) finish(f *body, b int) {
	p := f.end[b]
	how, to := p.ending, p.to
	if how == endBranch && to[0] == to[1] {
		how, to = endGoto, to[:1]
	}
	cond, cases := "", ""
	seen := f.dom.seen[b]
	switch {
	case how == endBranch && seen && g.r.IntN(4) == 0:
		cond = g.pick(f, b, tBool)
	case how == endBranch && seen:
		cond = g.op("%bool", "OpULessThan", g.random(f), fmt.Sprintf("%%k%d", 3+g.r.IntN(3)))
	case how == endBranch:
		cond = "%true"
	case how == endSwitch:
		cond = "%k2"
		if seen {
			cond = g.random(f)
		}
		// The selector has 16, 32 or 64 bits; the cases aren't always ascending.
		step, off := one(g.r, 1, 1, 3), 0
		switch g.r.IntN(6) {
		case 0:
			cond = g.op("%u16", "OpUConvert", cond)
			step = 1
		case 1:
			cond = g.op("%u64", "OpUConvert", cond)
			step = 1
		case 2:
			cond, off = g.op("%i32", "OpBitcast", g.op("%u32", "OpISub", cond, "%k2")), -2
		}
		values := g.r.Perm(len(to) - 1)
		for k, t := range to[1:] {
			cases += fmt.Sprintf(" %d %%b%d_%d", values[k]*step+off, f.n, t)
		}
		cases = fmt.Sprintf("OpSwitch %s %%b%d_%d%s", cond, f.n, to[0], cases)
	case how == endReturn && f.main:
		if seen && f.memory {
			v := g.op("%u32", "OpLoad", "%acc")
			g.line("OpStore %s %s", g.op("%tobuf", "OpAccessChain", "%buffer", "%k0", "%k3"), v)
		}
		cases = "OpReturn"
	case how == endReturn:
		if seen {
			g.line("OpStore %%p%d_2 %s", f.n, g.pick(f, b, tU32))
			cases = "OpReturnValue " + g.op("%u32", "OpLoad", g.acc(f))
		} else {
			cases = "OpReturnValue %k0"
		}
	}
	switch {
	case p.merge > 0 && p.cont > 0 && len(to) > 0:
		g.line("OpLoopMerge %%b%d_%d %%b%d_%d None", f.n, p.merge, f.n, p.cont)
	case p.merge > 0 && len(to) > 1:
		g.line("OpSelectionMerge %%b%d_%d None", f.n, p.merge)
	}
	switch how {
	case endGoto:
		g.line("OpBranch %%b%d_%d", f.n, to[0])
	case endBranch:
		g.line("OpBranchConditional %s %%b%d_%d %%b%d_%d", cond, f.n, to[0], f.n, to[1])
	case endKill:
		g.line("%s", one(g.r, "OpKill", "OpKill"))
	case endUnreachable:
		g.line("OpUnreachable")
	default:
		g.line("%s", cases)
	}
}
