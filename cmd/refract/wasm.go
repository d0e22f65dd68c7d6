package main

// Write a compute shader as WebAssembly: -o NAME.wasm.

import (
	"fmt"
	"path/filepath"
	"strings"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/wasm"
)

// isModule reports whether an output is WebAssembly, by its extension.
func isModule(name string) bool { return strings.EqualFold(filepath.Ext(name), ".wasm") }

// writeModule writes a compute entry point as a module, and beside it the script that
// runs it.
func (t *translation) writeModule(name string, from refract.Language, to string) error {
	if len(t.outputs) != 1 || len(t.to) != 0 || t.reflect != "" {
		return usagef("%s is written alone, without --to and --reflect", to)
	}
	r, err := t.report.reporter(t.err)
	if err != nil {
		return err
	}
	o, err := t.steps.options(t.from)
	if err != nil {
		return err
	}
	overrides, err := parseOverrides(t.steps.overrides)
	if err != nil {
		return err
	}
	src, err := readInput(t.streams, name)
	if err != nil {
		return err
	}
	j := job{name: displayName(name)}
	o.Parse.Language = from
	err = func() error {
		m, err := readShader(j.name, src, o.Parse, refract.OptimizeOptions{}, j.warn)
		if err != nil {
			return err
		}
		entry, err := onlyEntry(m, t.steps.entry)
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		out, err := wasm.Export(m, entry, exec.LoadOptions{Overrides: overrides})
		if err != nil {
			return inSource(m, err)
		}
		if err := writeFile(to, out.Wasm); err != nil {
			return err
		}
		return writeFile(strings.TrimSuffix(to, filepath.Ext(to))+".js", out.Script)
	}()
	j.fail(err)
	if j.err != nil {
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
