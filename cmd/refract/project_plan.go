package main

// The jobs of a project: its sources, and the shaders of programs among them, each in all
// permutations, with their outputs.

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"refract"
	"refract/internal/embedded"
	"refract/ir"
)

// A projectJob is one source, built one way.
type projectJob struct {
	source   string // with the folder of the project
	label    string // for people: the source and the permutation
	key      string // the same, wherever the build is started
	permuted string // the permutation's name, or ""
	from     refract.Language
	settings string // all that decides the outputs but files, as text
	flags    *stepFlags
	word     string // of --from
	item     buildItem
	alone    *projectFile // a project of this job only, in the same folder; nil: it can't be one

	// Of a program: the key of a shader in it, the shader and the text of the program when the
	// jobs were planned; or mistakes in it.
	shader   string
	embedded *embedded.Shader
	program  string
	rule     embedded.Rule
	problems []embedded.Problem
}

// A planned source is a file, or a shader in a program.
type plannedSource struct {
	source string // relative to the project's folder
	tag    embedded.Tag
	job    projectJob // with the fields about programs
}

// planned are the sources of a project, the shaders of programs in their places. Files that
// programs embed follow, unless they are sources themselves.
func (p *projectFile) planned(dir string) (list []plannedSource, err error) {
	sources, err := p.find(dir)
	if err != nil {
		return nil, err
	}
	for i := range p.Files {
		if m := p.Files[i].Match; !slices.ContainsFunc(sources, func(source string) bool { return globs(m, source) }) {
			return nil, usagef("%s: no source matches %q of a [[file]]", p.name, m)
		}
	}
	known := map[string]bool{}
	for _, source := range sources {
		known[source] = true
	}
	for _, source := range sources {
		name := filepath.Join(dir, filepath.FromSlash(source))
		if !isProgram(name) {
			list = append(list, plannedSource{source: source})
			continue
		}
		src, err := readFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", name, cause(err))
		}
		p.programs = append(p.programs, name)
		text, rule := string(src), p.rule(source)
		found := readProgram(name, text, rule)
		files, problems := embeddedFiles(name, &found)
		if found.Problems = append(found.Problems, problems...); len(found.Problems) > 0 {
			list = append(list, plannedSource{source: source, job: projectJob{program: text, problems: found.Problems}})
		}
		for i, key := range shaderKeys(found.Shaders) {
			s := &found.Shaders[i]
			list = append(list, plannedSource{source, s.Tag, projectJob{shader: key, embedded: s, program: text, rule: rule}})
		}
		for _, f := range files {
			relative, err := filepath.Rel(dir, f.name)
			if relative = filepath.ToSlash(relative); err == nil && !known[relative] {
				known[relative] = true
				list = append(list, plannedSource{source: relative, tag: f.tag})
			}
		}
	}
	return list, nil
}

// A planner makes the jobs of a project.
type planner struct {
	*projectFile
	dir      string
	isSource map[string]bool
	makers   map[string]string // of outputs
	jobs     []projectJob
}

// plan makes the jobs of a project.
func (p *projectFile) plan(dir string) ([]projectJob, error) {
	sources, err := p.planned(dir)
	if err != nil {
		return nil, err
	}
	x := planner{projectFile: p, dir: dir, isSource: map[string]bool{}, makers: map[string]string{}}
	for i := range sources {
		x.isSource[filepath.Join(dir, filepath.FromSlash(sources[i].source))] = true
	}
	for i := range sources {
		if err := x.source(&sources[i]); err != nil {
			return nil, err
		}
	}
	return x.jobs, nil
}

// source makes the jobs of a source.
func (x *planner) source(in *plannedSource) error {
	name := filepath.Join(x.dir, filepath.FromSlash(in.source))
	j := in.job
	j.source, j.label, j.key = name, name, in.source
	if j.problems != nil {
		j.key += "#"
		x.jobs = append(x.jobs, j)
		return nil
	}
	constant := ""
	if j.shader != "" {
		constant = j.embedded.Name
		j.label += " (" + j.shader + ")"
		j.key += "#" + j.shader
	}
	s := x.settingsOf(in.source, constant)
	if len(s.Targets) == 0 {
		return usagef("%s: there are no targets for %s", x.name, in.source)
	}
	from, err := x.language(in, name, &s)
	if err != nil {
		return err
	}
	for _, q := range s.permutations() {
		if err := x.permutation(in, j, from, &s, &q); err != nil {
			return err
		}
	}
	return nil
}

// language is that of a source. A tag comes before the settings; these name a dialect of the
// language of the tag, as shadertoy is of GLSL.
func (x *planner) language(in *plannedSource, name string, s *projectSettings) (refract.Language, error) {
	if in.job.shader == "" && in.tag.Language == nil {
		return inputLanguage(name, s.From)
	}
	var f stepFlags
	l, err := f.tagged(&in.tag, ir.NoStage, name, s.From)
	if err != nil {
		return l, err
	}
	if s.From != "" && in.tag.Language != nil {
		if given, err := inputLanguage(name, s.From); err != nil || given != l {
			s.From = ""
		}
	}
	return l, nil
}

// permutation makes the job of a source that is built one way.
func (x *planner) permutation(in *plannedSource, j projectJob, from refract.Language, s *projectSettings, q *projectPermutation) error {
	source, one := in.source, s.permuted(q)
	j.permuted, j.from, j.flags, j.word = q.Name, from, one.flags(x.dir), s.From
	// Sources outside of the project's folder become files below the folder of outputs, too.
	stem := source
	if s.Keep == nil || !*s.Keep {
		stem = strings.TrimSuffix(source, path.Ext(source))
	}
	for strings.HasPrefix(stem, "../") {
		stem = stem[len("../"):]
	}
	stage := in.tag.Stage
	if j.shader != "" {
		stage = j.embedded.Stage()
		stem += "." + fileWord(j.shader)
	}
	tagged := j.shader != "" || in.tag.Language != nil
	if tagged {
		if _, err := j.flags.tagged(&in.tag, stage, source, s.From); err != nil {
			return err
		}
	}
	if q.Name != "" {
		j.label += " (" + q.Name + ")"
		j.key += " (" + q.Name + ")"
		stem += "." + fileWord(q.Name)
	}
	if err := x.outputs(&j, source, stem, s); err != nil {
		return err
	}
	if one.Permutations = nil; q.Name != "" {
		one.Permutations = []projectPermutation{{Name: q.Name}}
	}
	if j.shader == "" && in.tag.Language == nil && filepath.IsLocal(filepath.FromSlash(source)) && !strings.ContainsAny(source, "*?[\\") {
		j.alone = &projectFile{Sources: []string{source}, projectSettings: one}
	}
	plain := one.flags("") // the same in every folder
	if tagged {
		_, _ = plain.tagged(&in.tag, stage, source, s.From) // as above
	}
	j.settings = fmt.Sprintf("%+v %v %v %+v %v %v %v %v", from, s.Targets, stem, *plain, one.From, one.Include, x.OutDir, j.item.mapping != "")
	if len(one.Substitute) > 0 {
		j.settings += fmt.Sprint(" ", one.Substitute)
	}
	if _, err := j.flags.options(s.From); err != nil {
		return fmt.Errorf("%s: %s: %w", x.name, source, err)
	}
	x.jobs = append(x.jobs, j)
	return nil
}

// outputs names the outputs of a job.
func (x *planner) outputs(j *projectJob, source, stem string, s *projectSettings) error {
	j.item = buildItem{input: input{name: j.source, relative: source}, from: j.from}
	become := func(extension string) (string, error) {
		out := filepath.Join(x.dir, x.OutDir, filepath.FromSlash(stem)+extension)
		if other, taken := x.makers[out]; taken && other == j.label && j.permuted == "" {
			if len(s.Permutations) > 1 {
				return "", usagef("%s: %s would become %s twice: each permutation needs a name", x.name, other, out)
			}
			return "", usagef("%s: %s would become %s twice: its targets name one language twice, or two of the same extension", x.name, other, out)
		} else if taken {
			return "", bothBecome(other, j.label, out, "keep-extensions = true")
		}
		x.makers[out] = j.label
		return out, nil
	}
	for _, word := range s.Targets {
		l, err := outputLanguage("", word)
		if err != nil {
			return usagef("%s: targets of %s: %s", x.name, source, strings.TrimPrefix(err.Error(), "--to "))
		}
		if err := refract.Supported(j.from, l); err != nil {
			return usagef("%s: %w", j.source, err)
		}
		out, err := become(l.Extensions()[0])
		if err != nil {
			return err
		}
		if x.isSource[out] {
			return usagef("%s would become %s, which is a source", j.source, out)
		}
		j.item.targets = append(j.item.targets, target{name: out, language: l})
	}
	if s.Reflect != nil && *s.Reflect {
		var err error
		j.item.mapping, err = become(".reflect.json")
		return err
	}
	return nil
}
