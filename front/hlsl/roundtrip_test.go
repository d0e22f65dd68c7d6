package hlsl_test

// This file reads the HLSL that the back end writes for the execution cases of WGSL, and
// compares the results of the interpreter.

import (
	"bytes"
	"context"
	"encoding/hex"
	"os"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

type executionRow struct {
	Test, Code, Input, InputSource string
	InputStride, OutputStride      int
	Cases                          []any
}

// runMain runs the only entry point of a module on buffers.
func runMain(m *ir.Module, in []byte, size int) ([]byte, error) {
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: out})
	r.Bind(0, 1, &exec.Buffer{Data: bytes.Clone(in)})
	_, err = p.Dispatch(context.Background(), m.EntryPoints[0].Name, [3]uint32{1, 1, 1}, &r, exec.RunOptions{})
	return out, err
}

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	for _, model := range []hlslback.ShaderModel{hlslback.ShaderModel66, hlslback.ShaderModel51} {
		n, read, same, total := -1, 0, 0, 0
		shown := 0
		harness.Corpus(t, "cts-execution.jsonl.gz", func(row executionRow) {
			n++
			if !sweep.On() && n%40 != 0 {
				return
			}
			if only := os.Getenv("ONLY"); only != "" && only != row.Test {
				return
			}
			v, err := refract.Check(ctx, "a.wgsl", []byte(row.Code), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
			if err != nil {
				return
			}
			options := hlslback.NewOptions()
			options.ShaderModel = model
			out, err := refract.Write(ctx, v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
			if err != nil {
				return
			}
			total++
			report := func(format string, args ...any) {
				if shown++; shown <= 60 {
					t.Logf(row.Test+": "+format, args...)
				}
			}
			profile := "cs_6_6"
			if model == hlslback.ShaderModel51 {
				profile = "cs_5_1"
			}
			back, err := refract.Check(ctx, "a.hlsl", []byte(out.Text), refract.CheckOptions{
				Parse:    refract.ParseOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &hlsl.Options{Profile: profile, Enable16BitTypes: true}}},
				Validate: refract.ValidateOptions{Capabilities: validate.All}})
			if err != nil {
				report("%v\n%s", err, out.Text)
				return
			}
			read++
			in, _ := hex.DecodeString(row.Input)
			size := max(row.OutputStride*max(len(row.Cases), 1), 4)
			want, err1 := runMain(v.Module, in, size)
			got, err2 := runMain(back.Module, in, size)
			if err1 != nil && err2 != nil {
				same++
				return
			}
			if err1 != nil || err2 != nil || !bytes.Equal(want, got) {
				report("results differ: %v %v\n%x\n%x\n%s", err1, err2, want[:min(len(want), 64)], got[:min(len(got), 64)], out.Text)
				return
			}
			same++
		})
		t.Logf("%v: %d of %d read, %d the same", model, read, total, same)
		if total > 0 && (read*100 < total*99 || same*100 < total*95) {
			t.Errorf("%v: only %d of %d are read, and %d the same", model, read, total, same)
		}
	}
}
