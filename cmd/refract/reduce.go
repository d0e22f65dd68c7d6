package main

// Shrink a shader that makes something fail.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"refract"
	"refract/internal/reduce"
)

const reduceLong = `Reduce makes a shader in WGSL as small as it can while a command still finds in it what
is looked for: the command is run by the shell, with the name of a candidate in $1 and
in $FILE, and exits with 0 where the candidate still shows it. What is left is printed,
or written to -o.

  refract reduce crash.wgsl --test 'my-compiler "$1" 2>&1 | grep -q "assertion failed"'

Candidates may be invalid: a command that must not be fooled by that checks them first,
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
		Use: "reduce IN --test COMMAND", Short: "Shrink a shader that makes something fail", Long: reduceLong, Args: oneInput, ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args[0]) },
	}
	c.Flags().StringVar(&v.test, "test", "", "the `command` that finds it")
	c.Flags().StringVarP(&v.output, "output", "o", stdName, "write to `file`, '-' for standard output")
	c.Flags().DurationVar(&v.limit, "limit", 10*time.Minute, "stop after this `time` with what there is")
	return c
}

func (v *reducing) run(name string) error {
	if v.test == "" {
		return usagef("say what finds it: --test COMMAND")
	}
	if runtime.GOOS == "windows" {
		return usagef("reduce needs a shell: sh")
	}
	if l, _ := refract.LanguageOfFile(name); l != refract.WGSL && name != stdName {
		return usagef("%s: only WGSL can be reduced", name)
	}
	src, err := readInput(v.streams, name)
	if err != nil {
		return fmt.Errorf("%s cannot be read", displayName(name))
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
		if fault = os.WriteFile(file, []byte(text), 0o666); fault != nil {
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
		return fmt.Errorf("%s: the command doesn't find it in the whole shader", displayName(name))
	}
	text := reduce.Source(string(src), fails, v.limit)
	if fault != nil {
		return fault
	}
	fmt.Fprintf(v.err, "%d bytes of %d are left after %s\n", len(text), len(src), count(tries, "try"))
	if v.output != stdName {
		return writeFile(v.output, []byte(text))
	}
	if _, err := fmt.Fprint(v.out, text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}
