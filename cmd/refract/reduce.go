package main

// Shrink a shader that makes a command fail.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/internal/reduce"
)

const reduceLong = `Reduce makes a shader as small as possible while a command still finds the symptom in
it: the shell runs the command with the name of a candidate in $1 and in $FILE, and the
command exits with 0 if the candidate still shows the symptom. The result is printed, or
written to -o.

  refract reduce crash.wgsl --test 'my-compiler "$1" 2>&1 | grep -q "assertion failed"'

WGSL is reduced along its syntax; GLSL and other text by lines, then by words and by
brackets with their contents. SPIR-V is reduced by instructions, and the command gets a
binary module.

Candidates may be invalid: a command that must not accept invalid ones checks them first,
with 'refract check "$1" && ...'.`

// A reducing is one run of the subcommand.
type reducing struct {
	streams
	test   string
	output string
	limit  time.Duration
}

func newReduce(s streams) *cobra.Command {
	v := &reducing{streams: s}
	c := &cobra.Command{
		Use: "reduce IN --test COMMAND", Short: "Shrink a shader that makes a command fail", Long: reduceLong, Args: oneInput, ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args[0]) },
	}
	c.Flags().StringVar(&v.test, "test", "", "the `command` that finds it")
	c.Flags().StringVarP(&v.output, "output", "o", stdName, "write to `file`, '-' for standard output")
	c.Flags().DurationVar(&v.limit, "limit", 10*time.Minute, "stop after this `time` with the smallest result so far")
	return c
}

func (v *reducing) run(name string) error {
	if v.test == "" {
		return usagef("no test: give --test COMMAND")
	}
	if runtime.GOOS == "windows" {
		return usagef("reduce needs a shell: sh")
	}
	l, err := inputLanguage(name, "")
	if err != nil && name != stdName {
		return err
	}
	if name == stdName && err != nil {
		l = refract.WGSL
	}
	src, err := readInput(v.streams, name)
	if err != nil {
		var found *diag.Diagnostics
		if errors.As(err, &found) && len(found.Items) > 0 {
			return fmt.Errorf("%s: %s", displayName(name), found.Items[0].Message)
		}
		return err
	}
	// The reducer works on text; candidates are files in the language of the input.
	candidate := func(text string) ([]byte, bool) { return []byte(text), true }
	if l == refract.SPIRV {
		text, err := refract.Translate(context.Background(), displayName(name), src, refract.TranslateOptions{From: refract.SPIRV, To: refract.SPIRVAssembly})
		if err != nil {
			return fmt.Errorf("%s is no module that can be taken apart: %w", displayName(name), err)
		}
		src = text.Bytes()
		candidate = func(text string) ([]byte, bool) {
			out, err := refract.Translate(context.Background(), "candidate.spvasm", []byte(text), refract.TranslateOptions{From: refract.SPIRVAssembly, To: refract.SPIRV})
			if err != nil {
				return nil, false
			}
			return out.Bytes(), true
		}
	}
	dir, err := os.MkdirTemp("", "refract-reduce")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	base := filepath.Base(name)
	if name == stdName {
		base = "stdin.wgsl"
	}
	file := filepath.Join(dir, base)
	tries := 0
	var fault error
	fails := func(text string) bool {
		if fault != nil {
			return false
		}
		data, ok := candidate(text)
		if !ok {
			return false
		}
		if fault = os.WriteFile(file, data, 0o666); fault != nil {
			return false
		}
		tries++
		c := exec.Command("sh", "-c", v.test, "sh", file)
		c.Env = append(os.Environ(), "FILE="+file)
		return c.Run() == nil
	}
	if !fails(string(src)) {
		if fault != nil {
			return fault
		}
		if !strings.Contains(v.test, "$1") && !strings.Contains(v.test, "$FILE") && !strings.Contains(v.test, "${") && !strings.Contains(v.test, "$@") {
			return usagef("the command fails on the whole shader, and doesn't name it: write \"$1\" for the file of the shader, as in grep -q sin \"$1\"")
		}
		return fmt.Errorf("%s: the command doesn't find it in the whole shader", displayName(name))
	}
	small := reduce.Text
	if l == refract.WGSL {
		small = reduce.Source
	}
	text := small(string(src), fails, v.limit)
	if fault != nil {
		return fault
	}
	out := []byte(text)
	if v.output != stdName { // standard output gets text
		out, _ = candidate(text)
	}
	what := fmt.Sprintf("%d bytes of %d", len(text), len(src))
	if l == refract.SPIRV {
		what = fmt.Sprintf("%d lines of %d", strings.Count(text, "\n"), strings.Count(string(src), "\n"))
	}
	fmt.Fprintf(v.err, "%s are left after %s\n", what, count(tries, "try"))
	if v.output != stdName {
		return writeFile(v.output, out)
	}
	if _, err := fmt.Fprint(v.out, text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}
