package stages_test

// This file proves, by HLSL of a few lines that FXC compiles, the faults of dxil-spirv with hull and
// domain shaders that this package works around or excuses. If a test fails, dxil-spirv has been
// mended, and its excuse can go.

import (
	"encoding/binary"
	"testing"

	"refract/internal/sweep"
	"refract/spirv"
)

const patchConstants = `struct V { float4 p : SV_Position; float4 a : A; float4 b : B; };
struct P { float o[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 c : C; };
P pc(const OutputPatch<V, 4> v) { P p; p.o[0] = p.o[1] = p.o[2] = v[3].p.x; p.i = 1; p.c = v[3].a; return p; }
`

const patchHull = patchConstants + `[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(4)] [patchconstantfunc("pc")]
V main(InputPatch<V, 2> v, uint i : SV_OutputControlPointID) { V o = v[0]; o.p += i; return o; }
`

const patchDomain = patchConstants + `[domain("tri")]
float4 main(P p, float3 at : SV_DomainLocation, const OutputPatch<V, 4> v) : SV_Position { return v[0].p + p.c; }
`

// plainDXBC is SPIR-V of what FXC makes of texts, as dxil-spirv writes it.
func plainDXBC(t *testing.T, rows ...hlslRow) (list [][]uint32) {
	t.Helper()
	for _, code := range spirvOf(t, compiled(t, rows)) {
		words := make([]uint32, len(code)/4)
		for k := range words {
			words[k] = binary.LittleEndian.Uint32(code[4*k:])
		}
		list = append(list, words)
	}
	return list
}

// decorations calls do for each decoration with a number.
func decorations(t *testing.T, words []uint32, do func(id uint32, d spirv.Decoration, n uint32)) {
	t.Helper()
	r, err := spirv.NewReader(words)
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		if i := r.Inst(); i.Op() == spirv.OpDecorate {
			n := uint32(0)
			if len(i) > 3 {
				n = i[3]
			}
			do(i[1], spirv.Decoration(i[2]), n)
		}
	}
}

// TestDXILSPIRVPatches has dxil-spirv give a constant of a patch two locations: in the domain shader it
// counts from the last value of control points that the shader reads.
func TestDXILSPIRVPatches(t *testing.T) {
	sweep.Only(t)
	var found [2]uint32
	for k, words := range plainDXBC(t, hlslRow{"hull", patchHull, "main", "hs_5_0", []string{}}, hlslRow{"domain", patchDomain, "main", "ds_5_0", []string{}}) {
		patches, locations := map[uint32]bool{}, map[uint32]uint32{}
		decorations(t, words, func(id uint32, d spirv.Decoration, n uint32) {
			switch d {
			case spirv.DecorationPatch:
				patches[id] = true
			case spirv.DecorationLocation:
				locations[id] = n
			}
		})
		for id, n := range locations {
			if patches[id] {
				found[k] = n
			}
		}
	}
	if found[0] == found[1] {
		t.Errorf("both stages have the constant at location %d", found[0])
	}
}

// TestDXILSPIRVControlPoints has dxil-spirv compare the number of a control point that the hull
// shader makes with the number of those that it takes: it asks for the latter.
func TestDXILSPIRVControlPoints(t *testing.T) {
	sweep.Only(t)
	asks := false
	decorations(t, plainDXBC(t, hlslRow{"hull", patchHull, "main", "hs_5_0", []string{}})[0], func(_ uint32, d spirv.Decoration, n uint32) {
		asks = asks || d == spirv.DecorationBuiltIn && spirv.BuiltIn(n) == spirv.BuiltInPatchVertices
	})
	if !asks {
		t.Error("nothing asks for the number of control points")
	}
}
