package hlsl_test

// This file shows where glslang, which stands in for Direct3D's compilers where
// programs are run, reads HLSL otherwise than they do: what package differential puts
// right or leaves out.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/internal/vkrun"
	"refract/spirv"
)

// glslangFaults are HLSL texts that store to the buffer of words r, which holds 7, -7
// and zeros; b holds the numbers from 1 on. In HLSL a text stores want at byte 8; by
// glslang it stores got, or garbage if that is 0. Of others the SPIR-V has the operation
// op, or a message says that the text doesn't compile or that the SPIR-V isn't valid. One
// fault has no text that always shows it: of zeros that are cast to matrices, elements
// may be what lay in glslang's memory.
var glslangFaults = []struct {
	name, global, body string
	want, got          int32
	op                 spirv.Op
	message            string
}{
	{name: "remainders have the divisor's sign",
		body: "r.Store(8, asuint(asint(r.Load(4)) % 3));", op: spirv.OpSMod},
	{name: "buffers are counted in words",
		body: "uint n; r.GetDimensions(n); r.Store(8, n);", want: 32, got: 8},
	{name: "zeros aren't cast to arrays",
		body: "int a[2] = (int[2])0; r.Store(8, a[r.Load(12)]);", message: "array constructor needs one argument per array element"},
	{name: "the dot product of constant integers is one of floats",
		body: "r.Store(8, uint(dot(int2(3, 4), int2(1, 2))));", want: 11},
	{name: "bools have operations of bits", global: "static bool x;",
		body: "x = r.Load(8) > 0; x &= r.Load(12) > 0; r.Store(8, x ? 1 : 0);", message: "BitwiseAnd"},
	{name: "structs take whole rows of constant buffers", global: "struct S { uint x; }; cbuffer b : register(b1) { S s; uint y; }",
		body: "r.Store(8, y);", want: 2, got: 5},
	{name: "elements take whole rows of constant buffers", global: "cbuffer b : register(b1) { uint x[2]; uint y; }",
		body: "r.Store(8, y);", want: 6, got: 9},
	{name: "the least of signed integers is that of unsigned ones",
		body: "int old; r.InterlockedMin(4, asint(r.Load(0)), old); r.Store(8, r.Load(4));", op: spirv.OpAtomicUMin},
	{name: "buffers that are written are no other type",
		global: "uint n(ByteAddressBuffer b) { return b.Load(0); } uint n(RWByteAddressBuffer b) { return b.Load(0); }",
		body:   "r.Store(8, n(r));", message: "function already has a body"},
	{name: "operands of atomic operations keep their type",
		body:    "int old; r.InterlockedCompareExchange(0, 7, asint(r.Load(4)), old); r.Store(8, asuint(old));",
		message: "expected Pointer to point to a value of type Result Type"},
}

// TestGlslangFaults shows that the faults are there.
func TestGlslangFaults(t *testing.T) {
	d := vkrun.OpenTest(t)
	if version, err := exec.Command("glslangValidator", "--version").Output(); err != nil || !bytes.Contains(version, []byte("Glslang Version: 11:12.0.0")) {
		t.Skipf("these are the faults of glslang 12.0.0: %s%v", version, err)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.hlsl"), filepath.Join(dir, "a.spv")
	for _, c := range glslangFaults {
		text := "RWByteAddressBuffer r : register(u0);\n" + c.global + "\n[numthreads(1, 1, 1)]\nvoid main() { " + c.body + " }\n"
		if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		log, err := exec.Command("glslangValidator", "-D", "-V", "-S", "comp", "-e", "main", "--hlsl-offsets", "--target-env", "vulkan1.1", in, "-o", out).CombinedOutput()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip(err)
		}
		var code []byte
		if err == nil {
			code, err = os.ReadFile(out)
		}
		switch {
		case c.message != "":
			if err == nil {
				log, _ = exec.Command("spirv-val", "--target-env", "vulkan1.1", out).CombinedOutput()
			}
			if !bytes.Contains(log, []byte(c.message)) {
				t.Errorf("%s: %s", c.name, log)
			}
		case err != nil:
			t.Errorf("%s: %v: %s", c.name, err, log)
		case c.op != 0:
			if !hasOperation(t, code, c.op) {
				t.Errorf("%s: there is no %v", c.name, c.op)
			}
		default:
			if got := stored(t, d, code); got == c.want || c.got != 0 && got != c.got {
				t.Errorf("%s: %d", c.name, got)
			}
		}
	}
}

// hasOperation reports whether a module has an instruction with an opcode.
func hasOperation(t *testing.T, code []byte, op spirv.Op) bool {
	words, err := spirv.FromBytes(code)
	if err != nil {
		t.Fatal(err)
	}
	r, err := spirv.NewReader(words)
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		if r.Inst().Op() == op {
			return true
		}
	}
	return false
}

// stored is what a module stores at byte 8 of r.
func stored(t *testing.T, d *vkrun.Device, code []byte) int32 {
	data := binary.LittleEndian.AppendUint32(nil, 7)
	data = append(binary.LittleEndian.AppendUint32(data, 0xfffffff9), make([]byte, 24)...)
	constants := vkrun.Binding{Binding: 1}
	for i := range 16 {
		constants.Data = binary.LittleEndian.AppendUint32(constants.Data, uint32(i+1))
	}
	if err := d.Compute(vkrun.Shader{SPIRV: code}, []vkrun.Binding{{Data: data}, constants}, nil, [3]uint32{1, 1, 1}); err != nil {
		t.Error(err)
	}
	return int32(binary.LittleEndian.Uint32(data[8:]))
}
