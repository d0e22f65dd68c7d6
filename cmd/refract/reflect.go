package main

// Print the interface of a shader.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"refract"
	"refract/reflection"
)

const reflectLong = `Reflect prints the interface of a shader for its host: entry points with their inputs,
outputs and workgroups, the resources that each uses, the memory layout of every struct
in them (offsets, sizes, alignments, strides and padding, in bytes), overrides, and the
limits and features that a device needs, as WebGPU names them.

With --json it is one JSON object with a "version" of its form: 'go doc
refract/reflection' describes it. Sizes that depend on overrides follow their defaults,
or the values of --override.

The names and places that a translation chooses are in the --reflect file of 'refract'
and 'refract build'.`

const reflectExample = `  refract reflect blur.wgsl
  refract reflect blur.wgsl --entry main --json > blur.json
  refract reflect matmul.wgsl --override tile=32`

// A reflecting is one run of the subcommand.
type reflecting struct {
	streams
	report *reportFlags
	steps  stepFlags
	from   string
	entry  string
	json   bool
}

func newReflect(s streams, report *reportFlags) *cobra.Command {
	v := &reflecting{streams: s, report: report}
	c := &cobra.Command{
		Use: "reflect IN", Short: "Print the interface of a shader", Long: reflectLong, Example: reflectExample,
		Args: oneInput, ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args[0]) },
	}
	c.Flags().StringVar(&v.from, "from", "", "`language` of the input")
	c.Flags().StringVar(&v.entry, "entry", "", "only the entry point of this `name`, and the resources that it uses")
	c.Flags().BoolVar(&v.json, "json", false, "print JSON")
	v.steps.registerCapabilities(c)
	v.steps.registerOverride(c)
	registerCompletion(c, "from", names(refract.CanRead))
	return c
}

func (v *reflecting) run(name string) error {
	from, err := inputLanguage(name, v.from)
	if err != nil {
		return err
	}
	if !refract.CanRead(from) {
		return usagef("%s: %w", displayName(name), &refract.LanguageError{Language: from})
	}
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	v.steps.entry = v.entry
	o, err := v.steps.options(v.from)
	if err != nil {
		return err
	}
	j := job{name: displayName(name)}
	text, err := v.reflect(&j, from, name, o)
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
	if text == nil {
		return errReported
	}
	if _, err := v.out.Write(text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}

// reflect returns the text to print; nil: the input has errors.
func (v *reflecting) reflect(j *job, from refract.Language, name string, o refract.TranslateOptions) ([]byte, error) {
	src, err := readInput(v.streams, name)
	if err != nil {
		return nil, err
	}
	o.Parse.Language, o.Parse.Warn, o.Validate.Warn, o.Validate.Overrides = from, j.warn, j.warn, o.Overrides
	valid, err := refract.Check(context.Background(), j.name, src, refract.CheckOptions{Parse: o.Parse, Validate: o.Validate})
	if err != nil {
		return nil, err
	}
	found, err := refract.Reflect(context.Background(), valid, reflection.Options{EntryPoint: v.entry, Overrides: o.Overrides})
	if err != nil {
		return nil, err
	}
	if v.json {
		return indented(found)
	}
	return found.AppendTable([]byte{}), nil
}

// indented is JSON for people and programs both, with a newline at its end.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}
