package main

// The site: which documents there are, in which order, and the files that it is.

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// sections are the documents by purpose. A folder stands for its documents.
var sections = []struct {
	title   string
	sources []string
}{
	{"Start", []string{"README.md", "docs/install.md", "docs/commands.md", "docs/library.md"}},
	{"Tutorials", []string{"docs/tutorial-go.md", "docs/tutorial-windows.md", "docs/tutorial-web.md", "docs/tutorial-engine.md", "docs/tutorial-editor.md", "docs/adopt.md", "examples/README.md"}},
	{"Guides", []string{"docs/web.md", "docs/wesl.md", "docs/remote.md", "docs/scenes.md", "docs/kage.md", "docs/msl.md", "docs/dxbc.md", "docs/dxil.md", "docs/conventions.md", "docs/wasm-abi.md", "web/npm/README.md"}},
	{"Figures", []string{"docs/conformance.md", "docs/speed.md", "docs/compare.md", "docs/figures.md"}},
	{"Inside", []string{"ARCHITECTURE.md", "docs/passes.md", "docs/ssa-ops.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"}},
}

// diagnosticsFolder holds a page for each code, which one page lists.
const diagnosticsFolder = "docs/diagnostics"

// A site is the output.
type site struct {
	repository  fs.FS
	pages       []*page
	bySource    map[string]*page
	diagnostics []*page
	files       map[string]bool // that pages show or link to, of the repository
}

// read reads the documents.
func read(repository fs.FS) (*site, error) {
	s := &site{repository: repository, bySource: map[string]*page{}, files: map[string]bool{}}
	add := func(source, name string) (*page, error) {
		content, err := fs.ReadFile(repository, source)
		if err != nil {
			return nil, err
		}
		p := parsePage(source, name, content)
		if p.title == "" {
			return nil, fmt.Errorf("%s has no heading", source)
		}
		s.pages = append(s.pages, p)
		s.bySource[source] = p
		return p, nil
	}
	for _, section := range sections {
		for _, source := range section.sources {
			if _, err := add(source, nameOf(source)); err != nil {
				return nil, err
			}
		}
	}
	codes, err := fs.Glob(repository, diagnosticsFolder+"/*.md")
	if err != nil {
		return nil, err
	}
	for _, source := range codes {
		p, err := add(source, "diagnostics/"+strings.TrimSuffix(path.Base(source), ".md")+".html")
		if err != nil {
			return nil, err
		}
		s.diagnostics = append(s.diagnostics, p)
	}
	if err := s.missing(); err != nil {
		return nil, err
	}
	for _, p := range s.pages {
		if err := s.link(p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// nameOf is the name of a document's page.
func nameOf(source string) string {
	switch source {
	case "README.md":
		return "index.html"
	case "web/npm/README.md":
		return "npm.html"
	}
	return strings.ToLower(strings.TrimSuffix(path.Base(source), ".md")) + ".html"
}

// missing names a document of docs that is in no section.
func (s *site) missing() error {
	all, err := fs.Glob(s.repository, "docs/*.md")
	if err != nil {
		return err
	}
	for _, source := range all {
		if s.bySource[source] == nil {
			return fmt.Errorf("%s is in no section of the site", source)
		}
	}
	return nil
}

//go:embed page.html
var pageText string

//go:embed style.css
var style []byte

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// An entry is a line of the navigation.
type entry struct {
	Title, Link string
	Here        bool
}

type navigation struct {
	Title   string
	Entries []entry
}

type view struct {
	Title, Root string
	Sections    []navigation
	Body        template.HTML
	Codes       []code
}

// A code is a line of the list of diagnostics.
type code struct{ Name, Link, Summary string }

// render makes the file of a page.
func (s *site) render(name, title string, body template.HTML, codes []code) ([]byte, error) {
	v := view{Title: title, Root: strings.Repeat("../", strings.Count(name, "/")), Body: body, Codes: codes}
	for _, section := range sections {
		n := navigation{Title: section.title}
		for _, source := range section.sources {
			p := s.bySource[source]
			n.Entries = append(n.Entries, entry{p.title, relative(name, p.name), p.name == name})
		}
		if section.title == "Figures" {
			v.Sections = append(v.Sections, n)
			n = navigation{Title: "Diagnostics", Entries: []entry{{"All diagnostics", relative(name, "diagnostics.html"), name == "diagnostics.html"}}}
		}
		v.Sections = append(v.Sections, n)
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, v)
	return b.Bytes(), err
}

// write writes the site into a folder.
func (s *site) write(dir string) error {
	put := func(name string, content []byte) error {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		return os.WriteFile(file, content, 0o666)
	}
	for _, p := range s.pages {
		body, err := p.body()
		if err != nil {
			return fmt.Errorf("%s: %w", p.source, err)
		}
		text, err := s.render(p.name, p.title, template.HTML(body), nil)
		if err == nil {
			err = put(p.name, text)
		}
		if err != nil {
			return err
		}
	}
	var codes []code
	for _, p := range s.diagnostics {
		codes = append(codes, code{p.title, p.name, p.summary()})
	}
	text, err := s.render("diagnostics.html", "Diagnostics", "", codes)
	if err == nil {
		err = put("diagnostics.html", text)
	}
	if err == nil {
		err = put("style.css", style)
	}
	if err != nil {
		return err
	}
	for _, source := range slices.Sorted(maps.Keys(s.files)) {
		content, err := fs.ReadFile(s.repository, source)
		if err == nil {
			err = put(path.Join("files", source), content)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
