package main

// The common part of 'run' and 'render': flags about a shader that runs on the CPU, how it
// is read, and how its findings are reported.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
)

// A shaderFlags is the flags about a shader and its resources.
type shaderFlags struct {
	streams
	report *reportFlags

	from      string
	source    sourceFlags
	buffers   []string
	textures  []string
	samplers  []string
	scenes    []string
	overrides []string
	maxSteps  uint64
	timeLimit time.Duration
	optimize  int
	float     string
	engine    string

	included []string // places where the sources' includes and imports were looked for
}

// register adds the flags; the parameter what names the work that --max-steps ends.
func (f *shaderFlags) register(c *cobra.Command, what string) {
	flags := c.Flags()
	flags.StringVar(&f.from, "from", "", "`language` of the input")
	flags.StringArrayVar(&f.buffers, "buffer", nil, "a buffer, `NAME=CONTENT`; may be repeated")
	flags.StringArrayVar(&f.textures, "texture", nil, "a texture, `NAME=CONTENT`; may be repeated")
	flags.StringArrayVar(&f.samplers, "sampler", nil, "a sampler, `NAME=WORDS`; may be repeated")
	flags.StringArrayVar(&f.scenes, "scene", nil, "an acceleration structure, `NAME=FILE`; may be repeated")
	flags.StringSliceVar(&f.overrides, "override", nil, "overrides' values, `NAME=NUMBER`,...; may be repeated")
	flags.Uint64Var(&f.maxSteps, "max-steps", 0, "end a "+what+" after so many `steps`")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "end a "+what+" after a `duration`, as 10s")
	f.source.register(c)
	registerOptimize(c, &f.optimize, &f.float)
	registerCompletion(c, "from", readable())
	flags.StringVar(&f.engine, "engine", "", "`name` of the engine: auto (the default: the fastest that supports the shader), wasm (compiles), interp (the reference)")
	registerCompletion(c, "engine", []string{"auto", "interp", "wasm"})
}

// engineOf is the engine that the flags choose. For auto by name, the reason for a run on
// the reference engine is printed on standard error.
func (f *shaderFlags) engineOf() (exec.Engine, error) {
	keepCode()
	auto := wasm.Auto{}
	switch f.engine {
	case "":
		return auto, nil
	case (interp.Engine{}).Name():
		return interp.Engine{}, nil
	case auto.Name():
		said := map[string]bool{}
		auto.Refused = func(why *exec.UnsupportedError) {
			if text := why.Error(); !said[text] {
				said[text] = true
				fmt.Fprintf(f.err, "refract: note: on the reference engine: %v\n", text)
			}
		}
		return auto, nil
	}
	return exec.EngineByName(f.engine)
}

// keepCode keeps machine code of shaders in the user's cache folder.
func keepCode() {
	if folder, err := os.UserCacheDir(); err == nil {
		wasm.CacheIn(filepath.Join(folder, "refract", "code"))
	}
}

// interruptible is a command's context, which ends on an interrupt.
func interruptible(c *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
}

// one works on the only input and reports findings.
func (f *shaderFlags) one(ctx context.Context, c *cobra.Command, args []string, do func(ctx context.Context, name string, j *job) error) error {
	if err := oneInput(c, args); err != nil {
		return err
	}
	r, err := f.report.reporter(f.err)
	if err != nil {
		return err
	}
	j := job{name: displayName(args[0])}
	if f.timeLimit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, f.timeLimit)
		defer stop()
	}
	j.fail(do(ctx, args[0], &j))
	if j.err != nil {
		if errors.Is(j.err, context.DeadlineExceeded) {
			return fmt.Errorf("no end after %v", f.timeLimit)
		}
		if errors.Is(j.err, context.Canceled) {
			return errors.New("interrupted")
		}
		return j.err
	}
	if err := r.add(j.name, j.found); err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	if j.found.Count(diag.Error) > 0 {
		return errReported
	}
	return nil
}

// read reads an input in a language, with the values of its overrides.
func (f *shaderFlags) read(name string, l refract.Language, j *job) (m *ir.Module, overrides map[string]float64, err error) {
	if overrides, err = parseOverrides(f.overrides); err != nil {
		return nil, nil, err
	}
	optimize, err := optimizeOptions(f.optimize, f.float)
	if err != nil {
		return nil, nil, err
	}
	if !refract.CanRead(l) {
		return nil, nil, usagef("%s: %w", j.name, &refract.LanguageError{Language: l})
	}
	src, err := readInput(f.streams, name)
	if err != nil {
		return nil, nil, err
	}
	parse := refract.ParseOptions{Language: l}
	if err := f.source.apply(&parse, f.from); err != nil {
		return nil, nil, err
	}
	var looked lookups
	looked.note(parse.Options)
	m, err = readShader(j.name, src, parse, optimize, j.warn)
	f.included = looked.places()
	return m, overrides, err
}
