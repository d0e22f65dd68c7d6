package differential

// This file works around faults of glslang, which isn't one of Direct3D's compilers, in
// reading HLSL: in the text that it is given and in the SPIR-V that it makes. Texts beyond
// repair are rejected. TestGlslangFaults of back/hlsl shows the faults.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"refract/spirv"
)

// ErrGlslang is the error of a job that glslang reads otherwise than Direct3D's compilers
// do, and that isn't put right: it takes minima and maxima of signed integers in a buffer
// for unsigned ones; functions that differ in whether they write to the buffer that they
// take are one to it.
var ErrGlslang = errors.New("glslang reads it otherwise")

var (
	dimensions  = regexp.MustCompile(`\.GetDimensions\((\w+)\);`)
	constants   = regexp.MustCompile(`(?m)(^|[;}])static const `)
	matrixZero  = regexp.MustCompile(`\((float\dx\d)\)0`)
	arrayZero   = regexp.MustCompile(`\((\w+)((?:\[\d+\])+)\)0`)
	arrayLength = regexp.MustCompile(`\[(\d+)\]`)
	atomics     = regexp.MustCompile(`OpAtomic`) // about operands of atomic operations, whose types don't matter to drivers
	number      = regexp.MustCompile(`^(?:bool|u?int|float)`)
)

// forGlslang spells a text as glslang understands it: it counts buffers in words, not
// bytes; it takes the dot product of constant integers to be of floats, so constants at
// module scope are variables; it gives zeros that are cast to matrices wrong elements if it
// knows them, so the zero is a variable; it can't cast zeros to arrays, which become
// variables too.
func forGlslang(text []byte) []byte {
	text = dimensions.ReplaceAll(text, []byte(".GetDimensions($1); $1 *= 4u;"))
	text = constants.ReplaceAll(text, []byte("${1}static "))
	text = matrixZero.ReplaceAll(text, []byte("($1)not_folded"))
	return append([]byte("static float not_folded = 0.0;\n"), nameArrayZeros(text)...)
}

// nameArrayZeros makes zeros that are cast to arrays variables, declared ahead of the
// declaration that uses them.
func nameArrayZeros(text []byte) []byte {
	var out, declaration []byte // written, and what came after the last whole declaration
	depth, names := 0, 0
	for i := 0; i < len(text); {
		if cast := arrayZero.FindSubmatch(text[i:]); text[i] == '(' && cast != nil && bytes.HasPrefix(text[i:], cast[0]) {
			names++
			out = fmt.Appendf(out, "static %s array_zero_%d%s = %s;\n", cast[1], names, cast[2], spelledZeros(cast))
			declaration = fmt.Appendf(declaration, "array_zero_%d", names)
			i += len(cast[0])
			continue
		}
		declaration = append(declaration, text[i])
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth == 0 && (text[i] == '}' || text[i] == ';') {
			out, declaration = append(out, declaration...), declaration[:0]
		}
		i++
	}
	return append(out, declaration...)
}

// spelledZeros is the initializer of an array of zeros.
func spelledZeros(cast [][]byte) string {
	zero := fmt.Sprintf("(%s)0", cast[1])
	if number.Match(cast[1]) {
		zero = fmt.Sprintf("(%s)not_folded", cast[1])
	}
	lengths := arrayLength.FindAllSubmatch(cast[2], -1)
	for i := range lengths {
		k, _ := strconv.Atoi(string(lengths[len(lengths)-1-i][1]))
		zero = "{ " + strings.Repeat(zero+", ", max(0, k-1)) + zero + " }"
	}
	return zero
}

// logical are the operations of bools that stand for operations of bits.
var logical = map[spirv.Op]spirv.Op{
	spirv.OpBitwiseAnd: spirv.OpLogicalAnd,
	spirv.OpBitwiseOr:  spirv.OpLogicalOr,
	spirv.OpBitwiseXor: spirv.OpLogicalNotEqual,
}

// readGlslang reads a module that glslang has made, and puts it right: remainders of signed
// integers have the dividend's sign, not the divisor's; `b &= c` of bools is an operation
// of bools; constant buffers are packed as Direct3D does. Ahead of packing, which follows
// rules of its own, spirv-val must accept it if it is present: modules that aren't valid
// take the driver down.
func readGlslang(path string) ([]byte, error) {
	code, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	words, err := spirv.FromBytes(code)
	if err != nil {
		return nil, err
	}
	if err := mendOperations(words); err != nil {
		return nil, err
	}
	if validator, err := exec.LookPath("spirv-val"); err == nil {
		if err := os.WriteFile(path, spirv.AppendBytes(nil, words), 0o644); err != nil {
			return nil, err
		}
		if log, err := exec.Command(validator, "--target-env", "vulkan1.1", path).CombinedOutput(); err != nil && !atomics.Match(log) {
			return nil, fmt.Errorf("glslang's output: %w: %s", err, log)
		}
	}
	err = pack(words)
	return spirv.AppendBytes(nil, words), err
}

// mendOperations puts operations right.
func mendOperations(words []uint32) error {
	bools := map[uint32]bool{} // types
	r, err := spirv.NewReader(words)
	for r.Next() {
		i := r.Inst()
		switch op := i.Op(); op {
		case spirv.OpTypeBool:
			bools[i[1]] = true
		case spirv.OpTypeVector:
			bools[i[1]] = bools[i[2]]
		case spirv.OpSMod:
			i[0] += uint32(spirv.OpSRem) - uint32(op)
		case spirv.OpBitwiseAnd, spirv.OpBitwiseOr, spirv.OpBitwiseXor:
			if bools[i[1]] {
				i[0] += uint32(logical[op]) - uint32(op)
			}
		}
	}
	return errors.Join(err, r.Err())
}
