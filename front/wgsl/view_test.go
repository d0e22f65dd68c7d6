package wgsl

import (
	"testing"

	"refract/diag"
)

// TestBuffers reads declarations and views of buffers, which Tint takes and refuses alike.
func TestBuffers(t *testing.T) {
	const (
		bytes8 = "@group(0) @binding(0) var<storage> b: buffer<8>; fn f(i: i32) { _ = "
		any    = "@group(0) @binding(0) var<storage, read_write> b: buffer; struct S { a: vec4u, l: array<vec2u> } fn f(i: i32) { _ = "
		passed = "fn f(p: ptr<storage, buffer<16>>) -> u32 { return bufferLength(p); } @group(0) @binding(0) "
	)
	for _, c := range []struct {
		source string
		code   diag.Code
	}{
		{"@group(0) @binding(0) var<storage> b: buffer; @group(0) @binding(1) var<storage, read_write> c: buffer<12>;", ""},
		{"@group(0) @binding(0) var<uniform> b: buffer<20>; var<workgroup> w: buffer<64>;", ""},
		{"override n: u32; var<workgroup> w: buffer<n * 4>; fn f() -> u32 { return bufferLength(&w); }", ""},
		{"enable f16; @group(0) @binding(0) var<storage> b: buffer<6>;", ""},
		{"alias B = buffer; @group(0) @binding(0) var<storage> b: B; fn f(p: ptr<storage, B>) {}", ""},
		{"struct buffer { a: u32 } fn bufferView(b: buffer) -> u32 { return b.a; }", ""},
		{"@group(0) @binding(0) var<storage> b: buffer<6>;", codeTypeRule},
		{"@group(0) @binding(0) var<storage> b: buffer<0>;", codeTypeRule},
		{"@group(0) @binding(0) var<storage> b: buffer<1.5>;", codeType},
		{"@group(0) @binding(0) var<uniform> b: buffer;", codeTypeRule},
		{"override n: u32; @group(0) @binding(0) var<storage> b: buffer<n>;", codeTypeRule},
		{"override n: u32; @group(0) @binding(0) var<uniform> b: buffer<n>;", codeTypeRule},
		{"var<private> b: buffer<4>;", codeTypeRule},
		{"var<workgroup> b: buffer;", codeTypeRule},
		{"struct S { b: buffer<4> }", codeTypeRule},
		{"var<workgroup> b: array<buffer<4>, 3>;", codeTypeRule},
		{"fn f(p: ptr<function, buffer<4>>) {}", codeTypeRule},
		{"fn f(p: buffer<4>) {}", codeTypeRule},

		{bytes8 + "*bufferView<u32>(&b, 4); }", ""},
		{bytes8 + "bufferView<vec2u>(&b, 0).x + arrayLength(bufferView<array<u32>>(&b, i)); }", ""},
		{bytes8 + "*bufferView<u32>(&b, 8); }", codeTypeRule},
		{bytes8 + "*bufferView<u32>(&b, 2); }", codeTypeRule},
		{bytes8 + "*bufferView<u32>(&b, -4); }", codeTypeRule},
		{bytes8 + "*bufferView<vec4u>(&b, i); }", codeTypeRule},
		{bytes8 + "b; }", codeType},
		{bytes8 + "bufferView(&b, 0); }", codeNoMatch},
		{bytes8 + "bufferView<u32>(&b, 1f); }", codeNoMatch},
		{bytes8 + "bufferView<u32>(i, 1); }", codeNoMatch},
		{bytes8 + "bufferLength<u32>(&b); }", codeNoMatch},
		{bytes8 + "&b; bufferLength(&b); }", codeMustUse},
		{bytes8 + "&b; bufferView<u32>(&b, 0); }", codeMustUse},
		{any + "bufferView<bool>(&b, 0); }", codeTypeRule},
		{any + "bufferView<atomic<u32>>(&b, 0); }", codeTypeRule},
		{any + "bufferView<buffer<4>>(&b, 0); }", codeTypeRule},
		{any + "arrayLength(bufferArrayView<array<u32>>(&b, i, 8)) + arrayLength(&bufferArrayView<S>(&b, 16, 32).l); }", ""},
		{any + "bufferArrayView<array<u32, 4>>(&b, i, 8); }", codeTypeRule},
		{any + "bufferArrayView<array<vec2u>>(&b, i, 12); }", codeTypeRule},
		{any + "bufferArrayView<array<vec2u>>(&b, i, 0); }", codeTypeRule},
		{any + "bufferArrayView<S>(&b, 16, 16); }", codeTypeRule},
		{any + "bufferArrayView<S>(&b, 16, 28); }", codeTypeRule},
		{any + "bufferArrayView<S>(&b, 4, 24); }", codeTypeRule},

		{passed + "var<storage> b: buffer<64>; fn g() -> u32 { return f(&b); }", ""},
		{passed + "var<storage> b: buffer; fn g() -> u32 { return f(&b); }", codeType},
		{passed + "var<storage> b: buffer<8>; fn g() -> u32 { return f(&b); }", codeType},
		{passed + "var<storage, read_write> b: buffer<64>; fn g() -> u32 { return f(&b); }", codeType},
		{passed + "var<storage> b: buffer<64>; fn g() { let p: ptr<storage, buffer<16>> = &b; }", codeType},
		{"@group(0) @binding(0) var<storage, read_write> b: buffer<8>; fn f(p: ptr<storage, u32, read_write>, q: ptr<storage, u32, read_write>) { *p = *q; } fn g() { f(bufferView<u32>(&b, 0), bufferView<u32>(&b, 4)); }", codeAlias},
	} {
		read(t, c.source, c.code)
	}
}
