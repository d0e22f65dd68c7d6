package lsp

// This file is about documents of programs in other languages, whose shaders are string
// literals (package embedded). Each shader is a document of its own with the literal's value as
// its text and with positions of the program, so that every feature works in it. Requests
// with a position are about the shader there; answers about whole documents are joined.

import (
	"fmt"
	"slices"

	"refract"
	"refract/diag"
	"refract/internal/embedded"
	"refract/ir"
)

// literal is the name of the constant that holds a shader.
func (d *document) literal() string {
	if d.shader == nil {
		return ""
	}
	return d.shader.Name
}

// readProgram reads the shaders in a program.
func (d *document) readProgram(w *workspace, o *Options) {
	var rule embedded.Rule
	if o.Literals != nil {
		if named := o.Literals(d.path); named != nil {
			rule = func(name string) (bool, []embedded.Substitution) {
				is, values := named(name)
				var list []embedded.Substitution
				for _, placeholder := range sortedKeys(values) {
					list = append(list, embedded.Substitution{Placeholder: placeholder, Value: values[placeholder]})
				}
				return is, list
			}
		}
	}
	p := embedded.Read(d.host, d.text.s, rule)
	keep := func(list *diag.Diagnostics) {
		for _, item := range list.Items {
			d.found = append(d.found, finding{Diagnostic: item, from: list})
		}
	}
	if len(p.Problems) > 0 {
		keep(embedded.Misplaced(p.Problems, d.path, d.text.s))
	}
	seen := map[string]bool{}
	for i := range p.Shaders {
		s := &p.Shaders[i]
		if len(s.Holes) > 0 {
			keep(s.Unknown(d.path, diag.Warning))
			continue
		}
		part := &document{uri: d.uri, path: d.path, shader: s, dialect: d.dialectOf(o, s)}
		part.text = newText(s.Text)
		part.text.program, part.text.shader = d.text, s
		part.read(w, o)
		part.found = slices.DeleteFunc(part.found, func(f finding) bool { // of a literal that is in several shaders
			at, _ := part.spanIn(f.from, f.Span)
			source := s.Source(at.start, at.end)
			key := fmt.Sprint(f.Code, source.Start, f.Message)
			again := seen[key] && f.Span != (diag.Span{})
			seen[key] = true
			return again
		})
		for name := range part.reads {
			d.reads[name] = true
		}
		d.shaders = append(d.shaders, part)
	}
}

// dialectOf is the language of a shader: that of its tag, or of the project's rule.
func (d *document) dialectOf(o *Options, s *embedded.Shader) dialect {
	l := refract.WGSL
	if s.Tag.Language != nil {
		l = refract.Language(s.Tag.Language.Name)
	} else if o.Readings != nil {
		if list, err := o.Readings(d.path, s.Name); err == nil && len(list) > 0 && list[0].Language != "" {
			l = list[0].Language
		}
	}
	return dialect{glsl: l == refract.GLSL || l == refract.ESSL, hlsl: l == refract.HLSL, kage: l == refract.Kage}
}

// tagged puts the settings of a shader's tag on top of a reading.
func (d *document) tagged(r *reading) {
	if d.shader == nil {
		return
	}
	r.wgsl.WESL = r.wgsl.WESL || d.shader.Tag.WESL
	if stage := d.shader.Stage(); stage != ir.NoStage && (d.shader.Tag.Stage != ir.NoStage || r.glsl.Stage == ir.NoStage) {
		r.glsl.Stage, r.hlsl.Stage = stage, stage
	}
	if entry := d.shader.Tag.Entry; entry != "" {
		r.hlsl.EntryPoint = entry
	}
}

// shaderAt is the document of the shader at a position of a program; nil: there is none.
func (d *document) shaderAt(w *workspace, o *Options, p position) *document {
	d.read(w, o)
	offset := d.text.offset(p)
	for _, part := range d.shaders {
		if _, ok := part.shader.Value(offset); ok {
			return part
		}
	}
	return nil
}

// parts are the documents of the shaders in a program; none, of another document.
func (d *document) parts(s *server) []*document {
	if d.host != embedded.NoHost {
		d.read(&s.workspace, &s.options)
	}
	return d.shaders
}

// overlaps reports whether a range has text of the document, of the shader in a program.
func (d *document) overlaps(r textRange) bool {
	if d.text.program == nil {
		return true
	}
	at := d.text.program.spanOf(r)
	return at.start <= d.shader.At.End && at.end >= d.shader.At.Start
}

// whole makes a method of a function that appends the items about a document to a list. For a
// program it is called for each shader.
func whole[T any](f func(d *document, x *index, p *at, list []T) []T) method {
	return onDocument(func(s *server, d *document, p *at) (any, error) {
		list := []T{}
		if d.host == embedded.NoHost {
			return f(d, s.indexOf(d), p, list), nil
		}
		for _, part := range d.parts(s) {
			list = f(part, part.index, p, list)
		}
		return list, nil
	})
}
