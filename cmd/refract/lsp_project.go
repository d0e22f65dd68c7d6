package main

// How projects read the files that editors open: as 'refract check --config' does.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"refract"
	"refract/front/glsl"
	"refract/lsp"
)

// projects are the refract.toml files that have been read.
type projects struct {
	mu   sync.Mutex
	read map[string]readProjectFile // by full name
}

type readProjectFile struct {
	stamp os.FileInfo
	file  *projectFile
	err   error
}

// at reads a project's file, unless it is as it was; nil: there is none.
func (p *projects) at(name string) (*projectFile, error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if r, known := p.read[name]; known && r.stamp.ModTime().Equal(info.ModTime()) && r.stamp.Size() == info.Size() {
		return r.file, r.err
	}
	r := readProjectFile{stamp: info}
	r.file, r.err = readProject(name)
	if p.read == nil {
		p.read = map[string]readProjectFile{}
	}
	p.read[name] = r
	return r.file, r.err
}

// above is the project of a file, the nearest above it, its folder, and the file's name there;
// nil: there is none.
func (p *projects) above(name string) (file *projectFile, dir, source string, err error) {
	if !filepath.IsAbs(name) {
		return nil, "", "", nil
	}
	for dir = filepath.Dir(name); ; dir = filepath.Dir(dir) {
		file, err := p.at(filepath.Join(dir, projectName))
		if err != nil {
			return nil, "", "", err
		}
		if file != nil {
			relative, err := filepath.Rel(dir, name)
			if err != nil {
				return nil, "", "", nil
			}
			return file, dir, filepath.ToSlash(relative), nil
		}
		if dir == filepath.Dir(dir) {
			return nil, "", "", nil
		}
	}
}

// readings are the ways in which the project of a file reads it, or the literal of a name in
// it. A file that is no source of it, such as an included one, has the project's macros,
// folders and capabilities, and the source that it is linked with.
func (p *projects) readings(name, literal string) ([]lsp.Reading, error) {
	file, dir, source, err := p.above(name)
	if file == nil {
		return nil, err
	}
	return file.readings(dir, source, literal)
}

// literals is the rule about the literals of a program that is a source of its project.
func (p *projects) literals(name string) func(literal string) (bool, map[string]string) {
	file, _, source, err := p.above(name)
	if err != nil || file == nil || !file.isSource(source) {
		return nil
	}
	rule := file.rule(source)
	return func(literal string) (bool, map[string]string) {
		is, list := rule(literal)
		values := make(map[string]string, len(list))
		for _, s := range list {
			values[s.Placeholder] = s.Value
		}
		return is, values
	}
}

// rootOf is the folder of the project that a file belongs to: the nearest above with a
// refract.toml, a wesl.toml or a repository.
func rootOf(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		for _, name := range []string{projectName, weslFile, ".git"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return dir
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

func (p *projectFile) readings(dir, source, literal string) ([]lsp.Reading, error) {
	s, part := p.settingsOf(source, literal), !p.isSource(source)
	if part {
		s.Permutations, s.Overrides, s.Options, s.Link = nil, nil, nil, nil
		if with := p.linkedWith(source); len(with) > 0 {
			s.Link = with
		}
	}
	var list []lsp.Reading
	for _, q := range s.permutations() {
		one := s.permuted(&q)
		o, err := one.flags(dir).options(s.From)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, projectName), err)
		}
		if g, ok := o.Parse.Options[refract.GLSL].(*glsl.Options); ok && part {
			g.Standalone = true
		}
		language := refract.Auto
		if s.From != "" {
			if language, err = inputLanguage(source, s.From); err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(dir, projectName), err)
			}
		}
		list = append(list, lsp.Reading{Name: q.Name, Language: language, Options: o.Parse.Options, Capabilities: o.Validate.Capabilities, Overrides: o.Overrides})
	}
	return list, nil
}

// linkedWith are the other files of the program that a file is of, if the project names it.
func (p *projectFile) linkedWith(name string) []any {
	var named []string
	named = append(named, p.Sources...)
	for i := range p.Files {
		named = append(named, p.Files[i].Match)
	}
	for _, source := range named {
		if source = filepath.ToSlash(filepath.Clean(source)); strings.ContainsAny(source, "*?[") || !p.isSource(source) {
			continue
		}
		s := p.settingsOf(source, "")
		links, _ := s.links()
		list, found := []any{source}, false
		for _, other := range links {
			if filepath.ToSlash(filepath.Clean(other)) == name {
				found = true
			} else {
				list = append(list, other)
			}
		}
		if found {
			return list
		}
	}
	return nil
}
