package conformance

// This file runs shaders whose buffers have members in another order than that of their offsets, which
// SPIR-V permits, and GLSL in nested structs doesn't.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// shuffledMembers is a compute shader in SPIR-V assembly with a buffer of an array of structs and of
// other members, all in a random order.
func shuffledMembers(r *rand.Rand) string {
	types := []struct {
		name        string
		size, align int
	}{{"float", 4, 4}, {"vec2", 8, 8}, {"vec3", 12, 16}, {"vec4", 16, 16}}
	var inner []int // types
	for range 2 + r.IntN(4) {
		inner = append(inner, r.IntN(len(types)))
	}
	place := func(n int, size func(int) (int, int)) (offsets []int, end int) {
		offsets = make([]int, n)
		for _, i := range r.Perm(n) {
			bytes, align := size(i)
			end = (end + align - 1 + 16*r.IntN(2)) / align * align
			offsets[i] = end
			end += bytes
		}
		return offsets, end
	}
	innerAt, innerEnd := place(len(inner), func(i int) (int, int) { return types[inner[i]].size, types[inner[i]].align })
	stride := (innerEnd + 15) / 16 * 16
	list, extra := r.IntN(3), 2 // the list is among two vectors
	outerAt, end := place(extra+1, func(i int) (int, int) {
		if i == list {
			return 3 * stride, 16
		}
		return 16, 16
	})
	open := r.IntN(2) == 0

	var b strings.Builder
	b.WriteString("OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n")
	b.WriteString("OpDecorate %outer BufferBlock\nOpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\n")
	fmt.Fprintf(&b, "OpDecorate %%list ArrayStride %d\nOpDecorate %%tail ArrayStride 16\n", stride)
	for i, at := range innerAt {
		fmt.Fprintf(&b, "OpMemberDecorate %%inner %d Offset %d\n", i, at)
	}
	for i, at := range outerAt {
		fmt.Fprintf(&b, "OpMemberDecorate %%outer %d Offset %d\n", i, at)
	}
	if open {
		fmt.Fprintf(&b, "OpMemberDecorate %%outer %d Offset %d\n", extra+1, (end+15)/16*16)
	}
	b.WriteString("%void = OpTypeVoid\n%f = OpTypeFunction %void\n%float = OpTypeFloat 32\n%uint = OpTypeInt 32 0\n")
	for n := 2; n <= 4; n++ {
		fmt.Fprintf(&b, "%%vec%d = OpTypeVector %%float %d\n", n, n)
	}
	for i := range 8 {
		fmt.Fprintf(&b, "%%u%d = OpConstant %%uint %d\n", i, i)
	}
	b.WriteString("%inner = OpTypeStruct")
	for _, i := range inner {
		b.WriteString(" %" + types[i].name)
	}
	b.WriteString("\n%list = OpTypeArray %inner %u3\n%tail = OpTypeRuntimeArray %vec4\n%outer = OpTypeStruct")
	for i := range extra + 1 {
		if i == list {
			b.WriteString(" %list")
		} else {
			b.WriteString(" %vec4")
		}
	}
	if open {
		b.WriteString(" %tail")
	}
	b.WriteString("\n%po = OpTypePointer Uniform %outer\n%pi = OpTypePointer Uniform %inner\n%pv = OpTypePointer Uniform %vec4\n%pl = OpTypePointer Function %inner\n%v = OpVariable %po Uniform\n")
	b.WriteString("%main = OpFunction %void None %f\n%entry = OpLabel\n%local = OpVariable %pl Function\n")
	for i := range 3 {
		fmt.Fprintf(&b, "%%e%d = OpAccessChain %%pi %%v %%u%d %%u%d\n", i, list, i)
	}
	b.WriteString("%x = OpLoad %inner %e0\n%y = OpLoad %inner %e1\n")
	sum := "%z = OpCompositeConstruct %inner"
	for i, t := range inner {
		fmt.Fprintf(&b, "%%a%d = OpCompositeExtract %%%s %%x %d\n%%b%d = OpCompositeExtract %%%s %%y %d\n%%c%d = OpFAdd %%%s %%a%d %%b%d\n", i, types[t].name, i, i, types[t].name, i, i, types[t].name, i, i)
		sum += fmt.Sprintf(" %%c%d", i)
	}
	k := r.IntN(len(inner))
	fmt.Fprintf(&b, "%s\nOpStore %%e2 %%z\n%%w = OpCompositeInsert %%inner %%a%d %%z %d\nOpStore %%local %%w\n%%again = OpLoad %%inner %%local\nOpStore %%e%d %%again\n", sum, k, k, r.IntN(2))
	from, to := (list+1)%3, (list+2)%3
	fmt.Fprintf(&b, "%%q0 = OpAccessChain %%pv %%v %%u%d\n%%q1 = OpAccessChain %%pv %%v %%u%d\n%%l0 = OpLoad %%vec4 %%q0\n", from, to)
	if open {
		fmt.Fprintf(&b, "%%q2 = OpAccessChain %%pv %%v %%u%d %%u1\n%%n = OpArrayLength %%uint %%v %d\n%%nf = OpConvertUToF %%float %%n\n%%l1 = OpCompositeInsert %%vec4 %%nf %%l0 2\nOpStore %%q2 %%l1\n", extra+1, extra+1)
	}
	b.WriteString("OpStore %q1 %l0\nOpReturn\nOpFunctionEnd\n")
	return b.String()
}

// TestMemberOrder runs buffers with shuffled members as GLSL.
func TestMemberOrder(t *testing.T) {
	var engines []differential.Engine
	if sweep.On() {
		engines = []differential.Engine{differential.GLSL(t, vkrun.OpenTest(t))}
	}
	decreasing, ran := 0, 0
	for seed := range uint64(sweep.Count(200)) {
		source := shuffledMembers(rand.New(rand.NewPCG(seed, 3)))
		o := hostileOptions()
		o.Parse.Language = refract.SPIRVAssembly
		v, err := refract.Check(t.Context(), "a.spvasm", []byte(source), o)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if _, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL}); err != nil {
			t.Errorf("%d: %v\n%s", seed, err, source)
			continue
		}
		for _, n := range v.Module.Layouts {
			if len(n.Offsets) > 1 && n.Offsets[0] > n.Offsets[1] {
				decreasing++
				break
			}
		}
		j, err := differential.NewModuleJob("members", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, seed)
		if err != nil {
			t.Fatal(err)
		}
		want, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range engines {
			got, err := e.Run(j)
			if err != nil {
				t.Fatalf("%d: %v\n%s", seed, err, source)
			}
			ran++
			if s := j.Compare(want, got); s != "" {
				t.Errorf("%d: %s: %s\n%s", seed, e.Name, s, source)
			}
		}
	}
	t.Logf("%d buffers in another order, %d runs", decreasing, ran)
	if decreasing == 0 {
		t.Error("no buffer has members in another order")
	}
}
