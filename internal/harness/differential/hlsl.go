package differential

// This file runs jobs as HLSL: written by back/hlsl for shader model 5.1,
// compiled to SPIR-V by glslangValidator, which reads that much of HLSL, and run
// on a device. Floats must not round, as in glsl.go. Where glslang isn't one of
// Direct3D's compilers, its input and output are put right: it takes the remainder
// of signed integers with the sign of the divisor, not the dividend's; it can't
// cast a zero to an array; it counts a buffer's words, not bytes; it doesn't
// convert the operands of atomic operations. ErrGlslang is for what can't be.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/transform"
)

// ErrGlslang is the error of a job that glslang reads otherwise than Direct3D's
// compilers do: the parts of a constant buffer that end within a row take the whole
// row; the least and greatest of signed integers in a buffer are those of unsigned
// ones; constants that are zero matrices get wrong elements. Nor does it tell the driver
// to keep the signs of zeros.
var ErrGlslang = errors.New("glslang reads it otherwise")

// HLSL runs jobs as HLSL on a device, with options that change may change. Where
// glslangValidator is absent the test is skipped, or fails if
// REFRACT_REQUIRE_TOOLS is 1.
func HLSL(t testing.TB, d *vkrun.Device, change func(*hlsl.Options)) Engine {
	t.Helper()
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var w hlsl.Writer
	return Engine{"hlsl", func(j *Job) (Result, error) {
		o := hlsl.NewOptions()
		o.ShaderModel = hlsl.ShaderModel51
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		o.SpecialConstants = &hlsl.Register{Space: countsSpace}
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		change(&o)
		minify := o.Minify
		o.Minify = false // names tell what is padding
		text, _, err := w.Write(j.Module, j.info, o)
		if err == nil && otherwise.Match(text) {
			return nil, ErrGlslang
		}
		o.Minify = minify
		text, r, err := w.Write(j.Module, j.info, o)
		if err != nil {
			return nil, err
		}
		in, out := filepath.Join(dir, "a.hlsl"), filepath.Join(dir, "a.spv")
		if err := os.WriteFile(in, forGlslang(text), 0o644); err != nil {
			return nil, err
		}
		log, err := exec.Command(compiler, "-D", "-V", "-S", "comp", "-e", r.EntryPoints[0].Text, "--source-entrypoint", r.EntryPoints[0].Text,
			"--hlsl-offsets", "--target-env", "vulkan1.1", in, "-o", out).CombinedOutput()
		if bytes.Contains(log, []byte("function already has a body")) {
			return nil, ErrGlslang // one for buffers that are written, one for those that aren't
		} else if err != nil {
			return nil, fmt.Errorf("%w: %s", err, log)
		}
		words, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		truncateRemainders(words)
		if validator, err := exec.LookPath("spirv-val"); err == nil { // invalid modules take the driver down
			if log, err := exec.Command(validator, "--target-env", "vulkan1.1", out).CombinedOutput(); err != nil && !bytes.Contains(log, []byte("Value to be of type Result Type")) {
				return nil, fmt.Errorf("glslang's output: %w: %s", err, log)
			}
		}
		counts := vkrun.Binding{Set: countsSpace}
		for _, n := range j.Workgroups {
			counts.Data = binary.LittleEndian.AppendUint32(counts.Data, n)
		}
		return j.onDevice(d, vkrun.Shader{SPIRV: words}, counts)
	}}
}

// countsSpace is the descriptor set with the numbers of workgroups, which no job
// uses.
const countsSpace = 3

var (
	dimensions  = regexp.MustCompile(`buffer\.GetDimensions\((\w+)\);`)
	otherwise   = regexp.MustCompile(`\bint padding|\.InterlockedM(?:in|ax)\(|\(float\dx\d(?:\[\d+\])*\)0|-(?:0?\.0\b|0\.\D)`)
	arrayZero   = regexp.MustCompile(`\((\w+)((?:\[\d+\])+)\)0`)
	number      = regexp.MustCompile(`^(?:bool|u?int|float)`)
	arrayLength = regexp.MustCompile(`\[(\d+)\]`)
	declaration = regexp.MustCompile(`^\s*(?:(?:static|const|groupshared) )*\w+ \w+(?:\[\d+\])* = `)
)

// forGlslang spells a text as glslang understands it.
func forGlslang(text []byte) []byte {
	text = dimensions.ReplaceAll(text, []byte("buffer.GetDimensions($1); $1 *= 4u;"))
	return append([]byte("static float not_folded = 0.0;\n"), spellArrayZeros(text)...)
}

// spellArrayZeros writes out zeros that are cast to arrays: in place where an
// initializer may stand, else as a variable on the line before.
func spellArrayZeros(text []byte) []byte {
	var out []byte
	n := 0
	for line := range bytes.Lines(text) {
		var ahead []byte
		inPlace := declaration.Match(line)
		line = arrayZero.ReplaceAllFunc(line, func(cast []byte) []byte {
			part := arrayZero.FindSubmatch(cast)
			zero := fmt.Sprintf("(%s)0", part[1])
			if number.Match(part[1]) && !bytes.Contains(line, []byte("static")) {
				zero = fmt.Sprintf("(%s)not_folded", part[1])
			}
			lengths := arrayLength.FindAllSubmatch(part[2], -1)
			for i := range lengths {
				k, _ := strconv.Atoi(string(lengths[len(lengths)-1-i][1]))
				zero = "{ " + strings.Repeat(zero+", ", max(0, k-1)) + zero + " }"
			}
			if inPlace {
				return []byte(zero)
			}
			n++
			ahead = fmt.Appendf(ahead, "%s array_zero_%d%s = %s;\n", part[1], n, part[2], zero)
			return fmt.Appendf(nil, "array_zero_%d", n)
		})
		out = append(append(out, ahead...), line...)
	}
	return out
}

// truncateRemainders makes every OpSMod an OpSRem.
func truncateRemainders(words []byte) {
	const header, sRem, sMod = 20, 138, 139
	for at := header; at+4 <= len(words); {
		count := int(binary.LittleEndian.Uint16(words[at+2:]))
		if binary.LittleEndian.Uint16(words[at:]) == sMod {
			binary.LittleEndian.PutUint16(words[at:], sRem)
		}
		at += 4 * max(1, count)
	}
}
