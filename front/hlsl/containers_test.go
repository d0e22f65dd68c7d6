package hlsl_test

// This file reads the bytecode that buffers of HLSL become.

import (
	"strings"
	"testing"

	"refract"
	back "refract/back/dxbc"
	"refract/internal/dxbc"
	"refract/internal/dxil"
)

// TestBuffersAsBytecode has structured buffers, counters, addresses and heaps keep their form.
func TestBuffersAsBytecode(t *testing.T) {
	const structured = `struct P { float3 at; float w; float2 uv[3]; uint id; };
StructuredBuffer<P> items : register(t3);
RWStructuredBuffer<P> changed : register(u1);
AppendStructuredBuffer<uint2> more : register(u4);
ConsumeStructuredBuffer<uint2> fewer : register(u5);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
	changed[id.x].at = items[id.x + 1].at;
	changed[id.x].uv[id.y] = items[2].uv[1];
	uint n, stride;
	items.GetDimensions(n, stride);
	InterlockedAdd(changed[id.z].id, n);
	changed[id.z].id = changed.IncrementCounter();
	more.Append(fewer.Consume());
}`
	const addresses = `ByteAddressBuffer b : register(t0);
RWByteAddressBuffer o : register(u0);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
	o.Store4(id.x * 16, b.Load4(id.x * 48 + 12));
	o.Store3(id.y, b.Load3(id.z));
}`
	const heaps = `struct P { float4 a; uint b; };
float4 main(nointerpolation uint i : I) : SV_Target {
	Texture2D<float3> t = ResourceDescriptorHeap[NonUniformResourceIndex(i)];
	SamplerState s = SamplerDescriptorHeap[1];
	RWStructuredBuffer<P> b = ResourceDescriptorHeap[2];
	b[b.IncrementCounter()].b = 1;
	return float4(t.Sample(s, 0.5), 1);
}`
	const heapBuffer = `struct P { float4 a; uint b; };
RWStructuredBuffer<uint> o : register(u0);
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
	StructuredBuffer<P> b = ResourceDescriptorHeap[id.y];
	o[id.x] = b[id.x].b;
}`
	const heapCounter = `RWStructuredBuffer<uint> o : register(u0);
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
	RWStructuredBuffer<uint2> b = ResourceDescriptorHeap[id.y];
	o[id.x] = b.IncrementCounter();
}`
	const both = `RWStructuredBuffer<uint> b;
[numthreads(1, 1, 1)] void main() { b[b.IncrementCounter()] = b.DecrementCounter(); }`
	for _, x := range []struct {
		name, file, source string
		to                 refract.Language
		has, lacks         []string
		err                string
	}{
		{"structured", "a.hlsl", structured, refract.DXBC, []string{"dcl_resource_structured t3, 44", "dcl_uav_structured_opc u1, 44", "dcl_uav_structured u4, 8", "imm_atomic_alloc r",
			"imm_atomic_consume r", "bufinfo_indexable(structured_buffer, stride=44)", "consume", "append", "$Element"}, []string{"raw", "udiv", "imul"}, ""},
		{"structured", "a.hlsl", structured, refract.DXIL, []string{"r/w+cnt", "bufferUpdateCounter(i32 70, %dx.types.Handle %4, i8 1)", "i8 -1)"}, []string{"udiv", "byte"}, ""},
		{"addresses", "a.hlsl", addresses, refract.DXBC, []string{"t0.xyzw", "t0.xyzz", "store_raw u0.xyzw", "store_raw u0.xyz,"}, nil, ""},
		{"heaps", "a.frag.hlsl", heaps, refract.DXIL, []string{"createHandleFromHeap(i32 218, i32 %", "createHandleFromHeap(i32 218, i32 1, i1 true, i1 false)", "bufferUpdateCounter"}, []string{"createHandleFromBinding"}, ""},
		{"heap buffer", "a.hlsl", heapBuffer, refract.DXIL, []string{"createHandleFromHeap", "RWStructuredBuffer"}, nil, ""},
		{"heap buffer", "a.hlsl", heapBuffer, refract.DXBC, []string{"dcl_resource_structured T0[0:*], 20", "ld_structured"}, []string{"raw"}, ""},
		{"heap counter", "a.hlsl", heapCounter, refract.DXIL, []string{"bufferUpdateCounter", "createHandleFromHeap"}, nil, ""},
		{"heap counter", "a.hlsl", heapCounter, refract.DXBC, nil, nil, "counters of buffers in descriptor heaps"},
		{"both", "a.hlsl", both, refract.DXIL, nil, nil, "incremented and decremented"},
		{"both", "a.hlsl", both, refract.DXBC, nil, nil, "incremented and decremented"},
	} {
		t.Run(x.name+" "+string(x.to), func(t *testing.T) {
			options := back.NewOptions()
			if strings.HasPrefix(x.name, "heap") { // model 5.1 alone has arrays without a length
				options.Profile = back.Profile51
			}
			out, err := refract.Translate(t.Context(), x.file, []byte(x.source), refract.TranslateOptions{To: x.to, Optimize: refract.OptimizeOptions{Level: 1},
				Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.DXBC: &options}}})
			if x.err != "" {
				if err == nil || !strings.Contains(err.Error(), x.err) {
					t.Fatalf("the error is %v, want one about %s", err, x.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			c, err := dxbc.ReadContainer(out.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			if dxil.IsText(c) {
				text, err = dxil.Text(c)
			} else {
				text, err = c.Text()
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range x.has {
				if !strings.Contains(text, s) {
					t.Errorf("%q is missing:\n%s", s, text)
				}
			}
			for _, s := range x.lacks {
				if strings.Contains(text, s) {
					t.Errorf("%q is there:\n%s", s, text)
				}
			}
		})
	}
}
