package main

// Two shaders compared by meaning: names, layout of text and code that the optimizer
// removes don't count.

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/reflection"
)

const diffLong = `Diff reports the differences in meaning of two shaders in any languages: first their
interfaces (entry points, bindings, layouts, overrides), then their code, optimized, as
WGSL, or as GLSL or module IR if WGSL doesn't show the difference. Names of functions, variables and types, comments, formatting, and code that the
optimizer makes equal are no differences.

A report of equality is certain. Shaders that differ after the optimizer may still be
equivalent: it may keep an order of declarations or operations that doesn't matter.

Exit status, as diff(1) has it: 0 the same; 1 different; 2 a shader has errors or can't be
read, or the command line is wrong.`

const diffExample = `  refract diff old.wgsl new.wgsl
  refract diff water.frag water.wgsl --entry main`

type differing struct {
	shaderReading
	quiet bool
}

// errDifferent is the error of shaders that differ, which has been reported.
var errDifferent error = differentError{}

type differentError struct{}

func (differentError) Error() string { return "different: " + errReported.Error() }
func (differentError) Unwrap() error { return errReported }

func newDiff(s streams, report *reportFlags) *cobra.Command {
	v := &differing{shaderReading: shaderReading{streams: s, report: report}}
	c := &cobra.Command{
		Use: "diff A B", Short: "Compare two shaders by their meaning", Long: diffLong, Example: diffExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("two shaders are expected, %d given", len(args))
			}
			return nil
		},
		ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error {
			err := v.run(args[0], args[1])
			if err != nil && err != errDifferent {
				return &troubleError{err}
			}
			return err
		},
	}
	v.register(c)
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print nothing, only set the exit status")
	return c
}

// A meaning is the compared form of a shader.
type meaning struct {
	host    string                                 // what it asks of its host
	code    string                                 // minified: names don't count
	precise string                                 // the same, optimized as freely as the shader allows
	relaxed string                                 // operations with less precision
	text    func(refract.Language) (string, error) // for people
}

func (v *differing) run(a, b string) error {
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	var both [2]*meaning
	for i, name := range []string{a, b} {
		j := job{name: displayName(name)}
		m, err := v.meaningOf(&j, name)
		j.fail(err)
		if j.err != nil {
			return j.err
		}
		// Warnings about both are not reported here.
		if j.found.Count(diag.Error) > 0 {
			if err := r.add(j.name, j.found); err != nil {
				return err
			}
		}
		both[i] = m
	}
	if err := r.close(); err != nil {
		return err
	}
	if both[0] == nil || both[1] == nil {
		return errReported
	}
	host := unifiedDiff(displayName(a), displayName(b), both[0].host, both[1].host)
	code, language := "", refract.WGSL
	switch x, y := both[0], both[1]; {
	case x.code != y.code:
		var before, after string
		if language, before, after, err = textsOf(x, y); err != nil {
			return err
		}
		if code = unifiedDiff(displayName(a), displayName(b), before, after); code == "" {
			code = "the shaders differ in names that the host sees\n"
		}
	case x.precise != y.precise:
		code = "the shaders differ in their precise operations\n"
	case x.relaxed != y.relaxed:
		code = "the shaders differ in their operations of reduced precision\n"
	}
	if host == "" && code == "" {
		return nil
	}
	if !v.quiet {
		var out strings.Builder
		if host != "" {
			out.WriteString("interface:\n" + host)
		}
		if code != "" {
			if host != "" {
				out.WriteString("\n")
			}
			out.WriteString("code, as optimized " + language.Title() + ":\n" + code)
		}
		if _, err := fmt.Fprint(v.out, out.String()); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
	}
	return errDifferent
}

// textsOf writes two shaders for people, in the first of the languages that shows a difference.
func textsOf(a, b *meaning) (language refract.Language, before, after string, err error) {
	for _, language = range []refract.Language{refract.WGSL, refract.GLSL, refract.IR} {
		if before, err = a.text(language); err != nil {
			continue
		}
		if after, err = b.text(language); err == nil && before != after {
			break
		}
	}
	return language, before, after, err
}

// meaningOf reads a shader; nil: it has errors.
func (v *differing) meaningOf(j *job, name string) (*meaning, error) {
	valid, o, err := v.read(j, name)
	if err != nil {
		return nil, err
	}
	found, err := refract.Reflect(context.Background(), valid, reflection.Options{EntryPoint: v.steps.entry, Overrides: o.Overrides})
	if err != nil {
		return nil, err
	}
	better, err := refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: 1, Strict: true})
	if err != nil {
		return nil, err
	}
	text := func(language refract.Language) (string, error) {
		w := o.Write
		w.Language, w.EntryPoint = language, v.steps.entry
		out, err := refract.Write(context.Background(), better, w)
		if err != nil {
			return "", err
		}
		return out.Text, nil
	}
	code, err := v.wordsOf(j, o, true)
	if err != nil {
		return nil, err
	}
	precise, err := v.wordsOf(j, o, false)
	if err != nil {
		return nil, err
	}
	return &meaning{
		host: hostOf(found) + attributesOf(better.Module, v.steps.entry), text: text,
		code: code, precise: precise, relaxed: relaxedOf(valid.Module),
	}, nil
}

// wordsOf is the optimized shader as SPIR-V, which comes straight from SSA form, with neither names
// nor statements. strict: all operations are precise. A shader that SPIR-V can't express is module
// IR instead.
func (v *differing) wordsOf(j *job, o refract.TranslateOptions, strict bool) (string, error) {
	o.To, o.Warn, o.Optimize = refract.SPIRV, nil, refract.OptimizeOptions{Level: 1, Strict: strict}
	o.Write.EntryPoint = v.steps.entry
	if err := o.Write.Set("spv.names", "false"); err != nil {
		return "", err
	}
	words, err := refract.Translate(context.Background(), j.name, v.src, o)
	if err != nil {
		o.To = refract.IR
		var other error
		if words, other = refract.Translate(context.Background(), j.name, v.src, o); other != nil {
			return "", err
		}
	}
	return string(words.Bytes()), nil
}

// hostOf is a reflection as lines, without places in the source and names of types.
func hostOf(r *reflection.Reflection) string {
	var b strings.Builder
	for i := range r.EntryPoints {
		e := &r.EntryPoints[i]
		fmt.Fprintf(&b, "entry point %s: %s", e.Name, e.Stage)
		if e.Workgroup != nil {
			fmt.Fprintf(&b, ", workgroup %v", e.Workgroup.Size)
		}
		b.WriteByte('\n')
		for k := range e.VertexInputs {
			fmt.Fprintf(&b, "  vertex input %s\n", placeOf(&e.VertexInputs[k]))
		}
		for k := range e.Inputs {
			fmt.Fprintf(&b, "  input %s\n", placeOf(&e.Inputs[k]))
		}
		for k := range e.Outputs {
			fmt.Fprintf(&b, "  output %s\n", placeOf(&e.Outputs[k]))
		}
	}
	for i := range r.Bindings {
		x := &r.Bindings[i]
		fmt.Fprintf(&b, "binding %v %v: %s", x.Group, x.Binding, x.Kind)
		for _, word := range []string{x.Access, x.Dimension, x.SampleType, x.Format} {
			if word != "" {
				b.WriteString(" " + word)
			}
		}
		if x.MinBindingSize > 0 {
			fmt.Fprintf(&b, ", %d bytes", x.MinBindingSize)
		}
		b.WriteByte('\n')
	}
	for i := range r.Overrides {
		x := &r.Overrides[i]
		fmt.Fprintf(&b, "override %s: %s\n", x.Key, x.Type)
	}
	for i := range r.Structs {
		x := &r.Structs[i]
		fmt.Fprintf(&b, "struct of %d bytes, align %d:", x.Size, x.Align)
		for k := range x.Members {
			fmt.Fprintf(&b, " %d+%d", x.Members[k].Offset, x.Members[k].Size)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func placeOf(l *reflection.Varying) string {
	if l.BuiltIn != "" {
		return "builtin " + l.BuiltIn
	}
	if l.Location.Is() {
		return fmt.Sprintf("location %d: %s", l.Location.Value(), l.Type)
	}
	return l.Type
}
