package glsl

// This file reads files that hold several stages: one stage by request, or all of them as a
// program.

import (
	"errors"
	"slices"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/sections"
	"refract/ir"
)

// readFile reads a file that holds several stages, which sources has at offset base.
func (r *Reader) readFile(m *ir.Module, file *sections.File, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	programs := []string{opts.Program}
	if opts.AllPrograms && opts.Program == "" {
		programs = file.Programs()
	}
	result := m
	for i := range programs { // the first last, since the Reader's memory is of the last one
		o, to := opts, ir.NewModule()
		o.Program = programs[len(programs)-1-i]
		if i == len(programs)-1 {
			to = m
		}
		var found diag.List
		if r.readProgramOf(to, file, base, o, sources, &found) == nil {
			result = nil
		}
		diags.Join(&found)
	}
	return result
}

// readProgramOf reads a program of a file, or one requested stage of it.
func (r *Reader) readProgramOf(m *ir.Module, file *sections.File, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	list, err := file.Stages(opts.Program)
	if err != nil {
		splitError(err, base, diags)
		return nil
	}
	return r.readSections(m, file, list, base, opts, sources, diags)
}

// readSections reads stages of a file.
func (r *Reader) readSections(m *ir.Module, file *sections.File, list []ir.Stage, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	if opts.Stage != ir.NoStage {
		if !slices.Contains(list, opts.Stage) {
			diags.Errorf(codeStage, diag.Span{Start: base, End: base}, "the file has no %s stage", opts.Stage)
			return nil
		}
		list = []ir.Stage{opts.Stage}
	}
	o := opts
	o.Link = nil
	if file.IsVulkan() {
		o.Preprocessor.Vulkan = true
		o.Preprocessor.Version = max(o.Preprocessor.Version, 450)
	}
	texts := make([]string, len(list))
	for i, stage := range list {
		text, err := file.Text(opts.Program, stage)
		if err != nil {
			splitError(err, base, diags)
			return nil
		}
		texts[i] = text
	}
	for i, stage := range list[1:] {
		x := Linked{Stage: stage, Text: texts[i+1], within: true}
		x.includer = sectionIncluder{file, opts.Preprocessor.Includer, stage}
		o.Link = append(o.Link, x)
	}
	o.Stage = list[0]
	o.Preprocessor.Includer = sectionIncluder{file, opts.Preprocessor.Includer, list[0]}
	if len(list) > 1 {
		return r.readProgram(m, texts[0], base, o, sources, diags)
	}
	return r.read(m, texts[0], base, o, sources, diags, nil)
}

// splitError reports an error of splitting a file.
func splitError(err error, base uint32, diags *diag.List) {
	at := base
	if e := (*sections.Error)(nil); errors.As(err, &e) {
		at += uint32(e.At)
	}
	diags.Errorf(codeStage, diag.Span{Start: at, End: at}, "%v", err)
}

// errNoIncluder is the error of an include without an Includer.
var errNoIncluder = errors.New("there is nothing to look for files in")

// A sectionIncluder finds blocks of the file, and other files as a stage sees them.
type sectionIncluder struct {
	file  *sections.File
	other pp.Includer // nil: none
	stage ir.Stage
}

// Include implements pp.Includer.
func (x sectionIncluder) Include(name, from string, system bool) (string, string, error) {
	if text, ok := x.file.Block(name); ok {
		return from, text, nil
	}
	if x.other == nil {
		return "", "", errNoIncluder
	}
	path, text, err := x.other.Include(name, from, system)
	if err != nil {
		return path, text, err
	}
	if part, e := sections.Of(text); e == nil && part != nil {
		text, err = part.Text("", x.stage)
	}
	return path, text, err
}
