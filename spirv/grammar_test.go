package spirv

import (
	"slices"
	"testing"
	"unsafe"
)

func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(instRow{}); n != 20 {
		t.Errorf("instRow has %d bytes", n)
	}
	if n := unsafe.Sizeof(enumRow{}); n != 20 {
		t.Errorf("enumRow has %d bytes", n)
	}
	if n := unsafe.Sizeof(OperandWords{}); n != 6 {
		t.Errorf("OperandWords has %d bytes", n)
	}
}

// TestEveryOp looks up each opcode by number and by name.
func TestEveryOp(t *testing.T) {
	known := 0
	for i := range 1 << 16 {
		op := Op(i)
		if !op.Known() {
			continue
		}
		known++
		if got, ok := OpNamed(op.String()); !ok || got != op {
			t.Errorf("OpNamed(%s) = %d, not %d", op, got, op)
		}
		for i, o := range op.Operands() {
			if o.Kind == KindNone || o.Kind >= kindCount {
				t.Errorf("%s: operand %d has kind %d", op, i, o.Kind)
			}
		}
		if at := slices.IndexFunc(op.Operands(), func(o Operand) bool { return o.Kind == KindIdResult }); (at >= 0) != op.HasResult() || at > 1 {
			t.Errorf("%s: result at %d", op, at)
		}
	}
	if known != int(extSetRows[0]) {
		t.Errorf("%d opcodes of %d", known, extSetRows[0])
	}
}

// TestEveryEnumerant looks up each enumerant by value and by name.
func TestEveryEnumerant(t *testing.T) {
	for k := Kind(1); k < kindCount; k++ {
		for i := range k.Enumerants() {
			e := k.EnumerantAt(i)
			if k.Enumerant(e.Value()) != e || k.EnumerantNamed(e.Name()) != e {
				t.Errorf("%s %s isn't found", k, e.Name())
			}
		}
		if k.Enumerant(0xfffffffe).Exists() || k.EnumerantNamed("").Exists() {
			t.Errorf("%s has what it can't have", k)
		}
	}
}

func TestEveryExtInst(t *testing.T) {
	for s := ExtSetGLSL; int(s) < len(extSetRows); s++ {
		found := 0
		for n := range uint32(200) {
			if name := s.Name(n); name != "" {
				found++
				if got, ok := s.Number(name); !ok || got != n {
					t.Errorf("%s %s = %d, not %d", s, name, got, n)
				}
			}
		}
		if want := int(extSetRows[s] - extSetRows[s-1]); found != want {
			t.Errorf("%s: %d of %d", s, found, want)
		}
		if ExtSetNamed(s.String()) != s {
			t.Errorf("%s isn't found", s)
		}
	}
}

func TestGrammar(t *testing.T) {
	for _, c := range []struct{ got, want any }{
		{OpTypeVoid.String(), "OpTypeVoid"},
		{Op(60000).String(), "Op(60000)"},
		{OpDecorateStringGOOGLE, OpDecorateString},
		{OpLoad.HasResultType(), true},
		{OpTypeVoid.HasResultType(), false},
		{OpStore.HasResult(), false},
		{OpStore.Operands()[2].Kind, KindMemoryAccess},
		{OpStore.Operands()[2].Quantifier, Optional},
		{OpStore.Operands()[1].Name(), "Object"},
		{OpImageSampleImplicitLod.Capabilities()[0], CapabilityShader},
		{OpGroupNonUniformElect.Version(), V(1, 3)},
		{OpTypeVoid.Class().String(), "Type-Declaration"},
		{OpControlBarrier.Class(), ClassBarrier},
		{V(1, 6).String(), "1.6"},
		{Dim2D.String(), "2D"},
		{ImageOperands(3).String(), "Bias|Lod"},
		{MemoryAccessNone.String(), "None"},
		{FunctionControl(0x80000001).String(), "Inline|0x80000000"},
		{Capability(99999).String(), "Capability(99999)"},
		{KindDecoration.EnumerantNamed("HlslSemanticGOOGLE").Name(), "UserSemantic"},
		{KindDecoration.EnumerantNamed("Offset").Parameters()[0].Kind, KindLiteralInteger},
		{KindCapability.EnumerantNamed("Geometry").Capabilities()[0], CapabilityShader},
		{KindPairIdRefLiteralInteger.String(), "PairIdRefLiteralInteger"},
		{GLSLFAbs.String(), "FAbs"},
		{DebugInfoTypeBasic.String(), "DebugTypeBasic"},
		{ExtSetNamed("NonSemantic.Shader.DebugInfo.101"), ExtSetDebugInfo},
		{ExtSetNamed("OpenCL.DebugInfo.100"), ExtSetCLDebugInfo},
		{CLDebugInfoOp(26).String(), "DebugLocalVariable"},
		{KindCLDebugInfoFlags.EnumerantNamed("FlagIsPublic").Value(), uint32(3)},
		{ExtSetNamed("OpenCL.std"), ExtSetNone},
		{ExtSetNone.Name(1), ""},
	} {
		if c.got != c.want {
			t.Errorf("%v, not %v", c.got, c.want)
		}
	}
}
