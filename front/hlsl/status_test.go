package hlsl_test

// This file writes reads with a status for Direct3D: instructions with feedback, functions with a status.

import (
	"strings"
	"testing"

	"refract"
	"refract/front/hlsl"
	"refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/sweep"
)

const statusHead = `
Texture2D<float4> t : register(t0); TextureCube<float4> c : register(t1); SamplerState s : register(s0);
SamplerComparisonState q : register(s1); Buffer<float4> b : register(t2); RWTexture2D<float4> w : register(u1);
Texture2DMS<float4> ms : register(t3); Texture2D<float> d : register(t4); Texture1DArray<float4> a : register(t5);
`

// statusReads are reads with a status x, and the instruction of bytecode.
var statusReads = [][2]string{
	{"t.Sample(s, p.xy, int2(0, 0), p.w, x)", "sample_cl_s"},
	{"t.Sample(s, p.xy, int2(1, 2), 0, x)", "sample_cl_s"},
	{"a.Sample(s, p.xy, 1, 0, x)", "sample_cl_s"},
	{"t.SampleLevel(s, p.xy, 2, int2(1, 1), x)", "sample_l_s"},
	{"c.SampleBias(s, p.xyz, 0.5, p.w, x)", "sample_b_cl_s"},
	{"t.SampleGrad(s, p.xy, p.zw, p.xz, int2(0, 0), p.w, x)", "sample_d_cl_s"},
	{"t.Load(int3(1, 2, 0), int2(0, 0), x)", "ld_s"},
	{"b.Load(3, x)", "ld_s"},
	{"w.Load(int2(1, 2), x)", "ld_uav_typed_s"},
	{"ms.Load(int2(1, 2), 1, int2(0, 0), x)", "ldms_s"},
	{"d.SampleCmp(q, p.xy, p.z, int2(0, 0), p.w, x)", "sample_c_cl_s"},
	{"d.SampleCmpLevelZero(q, p.xy, p.z, int2(0, 0), x)", "sample_c_lz_s"},
	{"d.GatherCmp(q, p.xy, p.z, int2(0, 0), x)", "gather4_c_s"},
	{"d.GatherCmp(q, p.xy, p.z, int2(p.xy), x)", "gather4_po_c_s"},
	{"t.GatherGreen(s, p.xy, int2(1, 1), x)", "gather4_s"},
	{"t.Gather(s, p.xy, int2(p.xy), x)", "gather4_po_s"},
	{"t.Gather(s, p.xy, int2(1, 1), int2(2, 1), int2(3, 1), int2(4, 1), x)", "gather4_s"},
}

// statusUses are shaders with a read: they use the texels and the status, the status alone, or both beside a variable
// that the texels are assigned to.
var statusUses = []string{
	"float4 r = READ; return r * (CheckAccessFullyMapped(x) ? 1 : p.w);",
	"READ; return CheckAccessFullyMapped(x) ? 1 : p.w;",
	"float4 r = p; for (int i = 0; i < 3; i++) { float4 old = r; r = READ; if (!CheckAccessFullyMapped(x)) r += old; } return r;",
}

// TestStatus writes each read. An instruction has the texels and the status.
func TestStatus(t *testing.T) {
	type container struct {
		DXIL []byte `json:"dxil,omitempty"`
		DXBC []byte `json:"dxbc,omitempty"`
	}
	var texts []hlslRow
	var dxbcs, dxils []container
	for _, read := range statusReads {
		for n, use := range statusUses {
			source := statusHead + "float4 main(float4 p : P) : SV_Target { uint x; " + strings.ReplaceAll(use, "READ", read[0]) + " }"
			v, err := readRow(new(hlsl.Reader), read[0], source, hlsl.Options{Profile: "ps_6_0"})
			if err != nil {
				t.Fatal(err)
			}
			write := func(l refract.Language) []byte {
				out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: l})
				if err != nil {
					t.Fatalf("%s as %v: %v", read[0], l, err)
				}
				return out.Bytes()
			}
			text := string(write(refract.HLSL))
			for _, profile := range []string{"ps_5_0", "ps_6_0"} {
				texts = append(texts, hlslRow{read[0], text, "main", profile, []string{}})
			}
			code := write(refract.DXBC)
			if got := countOf(t, code, read[1]); got != 1 && n != 2 && !strings.Contains(read[0], "int2(4, 1)") {
				t.Errorf("%s, use %d: %d instructions %s", read[0], n, got, read[1])
			}
			dxbcs, dxils = append(dxbcs, container{DXBC: code}), append(dxils, container{DXIL: write(refract.DXIL)})
		}
	}
	if !sweep.On() {
		return
	}
	for i, v := range harness.Oracle(t, "hlsl", texts) {
		if !v.OK {
			t.Errorf("%s, %s: %s\n%s", texts[i].Name, texts[i].Profile, v.Text(), texts[i].Source)
		}
	}
	for i, v := range harness.Oracle(t, "dxbc", dxbcs) {
		if !v.OK {
			t.Errorf("%s as DXBC: %s", texts[2*i].Name, v.Text())
		}
	}
	for i, v := range harness.Oracle(t, "dxil", dxils) {
		if !v.OK {
			t.Errorf("%s as DXIL: %s", texts[2*i].Name, v.Text())
		}
	}
}

// countOf is how many instructions of a container have a name.
func countOf(t *testing.T, code []byte, name string) (n int) {
	c, err := dxbc.ReadContainer(code)
	if err != nil {
		t.Fatal(err)
	}
	chunk, _ := c.Chunk(dxbc.ChunkSHEX)
	p, err := dxbc.ReadProgram(chunk)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Instructions {
		if p.Instructions[i].Opcode.String() == name {
			n++
		}
	}
	return n
}
