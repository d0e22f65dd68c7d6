//go:build unix

package conformance

// How fast SPIR-V is read, in processor time, and beside SPIRV-Cross.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"refract"
	"refract/diag"
	front "refract/front/spirv"
	"refract/spirv"
	"refract/ssa"
)

// processorTime is what this process, or those that it waited for, took of processors.
func processorTime(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestSPIRVSpeed measures where REFRACT_SPEED is 1: words as instructions, to the flat
// SSA form, to a validated module, to GLSL; and SPIRV-Cross to GLSL, less what it takes to
// start it, which is measured with its help.
func TestSPIRVSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED is not 1")
	}
	var rows []spirvRow
	size := 0
	dir := t.TempDir()
	for _, r := range assembly(t) {
		if _, err := refract.Check(context.Background(), r.name, spirv.AppendBytes(nil, r.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}}); err == nil {
			rows = append(rows, r)
			size += 4 * len(r.words)
		}
	}
	const rounds = 20
	per := func(what string, do func(spirvRow)) time.Duration {
		for _, r := range rows {
			do(r)
		}
		from := processorTime(syscall.RUSAGE_SELF)
		for range rounds {
			for _, r := range rows {
				do(r)
			}
		}
		took := (processorTime(syscall.RUSAGE_SELF) - from) / rounds
		t.Logf("%s: %v for %d modules, %.1f MB/s", what, took, len(rows), float64(size)/1e6/took.Seconds())
		return took
	}
	per("words as instructions", func(r spirvRow) {
		in, err := spirv.NewReader(r.words)
		if err != nil {
			t.Fatal(err)
		}
		for in.Next() {
		}
	})
	per("to an SSA form in new memory", func(r spirvRow) { front.Shader(r.words, front.Options{}, new(diag.Sources), new(diag.List)) })
	var shader ssa.Shader
	per("to the SSA form", func(r spirvRow) {
		front.ShaderInto(&shader, r.words, front.Options{}, new(diag.Sources), new(diag.List))
	})
	per("to a validated module", func(r spirvRow) {
		refract.Check(context.Background(), r.name, spirv.AppendBytes(nil, r.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
	})
	ours := per("to GLSL", func(r spirvRow) {
		refract.Translate(context.Background(), r.name+".spv", spirv.AppendBytes(nil, r.words), refract.TranslateOptions{To: refract.GLSL})
	})
	tool, err := exec.LookPath("spirv-cross")
	if err != nil {
		t.Log(err)
		return
	}
	start := processorTime(syscall.RUSAGE_CHILDREN)
	for range rows {
		exec.Command(tool, "--help").Run()
	}
	from := processorTime(syscall.RUSAGE_CHILDREN)
	for i, r := range rows {
		in := filepath.Join(dir, strconv.Itoa(i)+".spv")
		if err := os.WriteFile(in, spirv.AppendBytes(nil, r.words), 0o666); err != nil {
			t.Fatal(err)
		}
		exec.Command(tool, in, "-V", "--output", os.DevNull).Run()
	}
	theirs := processorTime(syscall.RUSAGE_CHILDREN) - from - (from - start)
	t.Logf("SPIRV-Cross to GLSL: %v, its start left out; ours takes %.2f of it", theirs, ours.Seconds()/theirs.Seconds())
}
