package spirv

import (
	"slices"
	"testing"

	"refract/diag"
)

// checkRoundTrip disassembles any words and assembles the text again.
func checkRoundTrip(t *testing.T, words []uint32) {
	r, err := NewReader(words)
	if err != nil {
		return
	}
	for r.Next() {
	}
	text, _ := Disassemble(words, DisassembleOptions{})
	if r.Err() == nil {
		var diags diag.List
		again, ok := Assemble(text, 1, AssembleOptions{PreserveIDs: true}, &diags)
		if !ok {
			t.Fatalf("%s\n%s", text, diagnostics(&diags))
		}
		want := slices.Clone(r.Words())
		want[3] = max(want[3], again[3]) // an id may be past the bound
		if !slices.Equal(again, want) {
			t.Fatalf("%x\n%x\n%s", want, again, text)
		}
	}
	named, _ := Disassemble(words, DisassembleOptions{Names: true, NoIndent: true, NoHeader: true})
	var diags diag.List
	if _, ok := Assemble(named, 1, AssembleOptions{}, &diags); !ok {
		t.Fatalf("%s\n%s", named, diagnostics(&diags))
	}
}

func FuzzDisassemble(f *testing.F) {
	var b Builder
	f.Add(AppendBytes(nil, sample(f, &b)))
	for _, src := range seeds {
		var diags diag.List
		if words, ok := Assemble(src, 1, AssembleOptions{}, &diags); ok {
			f.Add(AppendBytes(nil, words))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		words, err := FromBytes(b)
		if err != nil {
			// Most inputs lose the header: give them one.
			words = []uint32{Magic, 0x10300, 0, 100, 0}
			for ; len(b) >= 4; b = b[4:] {
				words = append(words, uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)
			}
		}
		checkRoundTrip(t, words)
	})
}

func FuzzAssemble(f *testing.F) {
	for _, src := range seeds {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, preserve := range []bool{false, true} {
			var diags diag.List
			words, ok := Assemble(src, 1, AssembleOptions{PreserveIDs: preserve}, &diags)
			if ok == diags.HasErrors() {
				t.Fatal("errors and words")
			}
			if ok {
				checkRoundTrip(t, words)
			}
		}
	})
}

var seeds = []string{
	sampleText,
	"%a = OpTypeInt 64 1\n%u = OpUndef %a\nOpSwitch %u %d -1 %l 0x7f %m",
	"%f = OpTypeFloat 16 %c = OpConstant %f 0x1.8p+1 %d = OpTypeFloat 8 Float8E4M3EXT %e = OpConstant %d -1.5",
	"%b = OpTypeFloat 16 BFloat16KHR %c = OpConstant %b 3 %i = OpTypeInt 8 1 %n = OpConstant %i -7",
	"%e = OpExtInstImport \"GLSL.std.450\"\n%r = OpExtInst %t %e FAbs %x",
	"%r = OpSpecConstantOp %t IAdd %x %y ; comment",
	"OpName %a \"x\\\"\\\\ y\"\nOpNop !7 \"abc\" %a 5 -1 1.5 0x100000000",
	"OpUnknown(4000, 2) %a\n!0x10000",
	"%r = OpImageSampleImplicitLod %t %s %c Bias|ConstOffset %b %o",
	"OpDecorate %a LinkageAttributes \"f\" Export OpMemberDecorate %a 0 Offset 4",
	"OpLoopMerge %a %b Unroll|DependencyLength 4 OpCopyMemory %a %b Aligned 4 Volatile",
	"; Version: 1.3\n; Generator: Unknown(99); 7\n; Bound: 4000000\nOpSource GLSL 450 %f \"\n\"",
	"%v = OpTypeVector %f 4 %m = OpTypeMatrix %v 4 %p = OpTypePointer Uniform %m OpName %p \"\" OpName %m \"v\" OpName %v \"7\"",
}
