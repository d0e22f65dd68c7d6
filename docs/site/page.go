package main

// Pages: Markdown in, the body of a page out.

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// A page is one document.
type page struct {
	source string // path in the repository
	name   string // of the page's file
	title  string
	doc    ast.Node
	text   []byte
	ids    map[string]bool // of its headings
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()), // the documents are ours
)

// parsePage parses a document.
func parsePage(source, name string, content []byte) *page {
	p := &page{source: source, name: name, text: content, ids: map[string]bool{}}
	p.doc = markdown.Parser().Parse(text.NewReader(content))
	ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			if id, ok := h.AttributeString("id"); ok {
				p.ids[string(id.([]byte))] = true
			}
			if p.title == "" && h.Level == 1 {
				p.title = plain(h, content)
			}
		}
		return ast.WalkContinue, nil
	})
	return p
}

// plain is the text below a node.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// summary is the first paragraph.
func (p *page) summary() string {
	for n := p.doc.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() == ast.KindParagraph {
			return plain(n, p.text)
		}
	}
	return ""
}

// link makes destinations those of the site: documents become pages, other files of the
// repository are copied. Code that names a document becomes a link to it.
func (s *site) link(p *page) error {
	var broken error
	resolve := func(dest string) string {
		to, err := s.resolve(p, dest)
		if err != nil && broken == nil {
			broken = fmt.Errorf("%s: %w", p.source, err)
		}
		return to
	}
	var named []*ast.CodeSpan
	var folders []*ast.Link
	ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if s.isFolder(p, string(n.Destination)) {
				folders = append(folders, n)
				return ast.WalkSkipChildren, nil
			}
			n.Destination = []byte(resolve(string(n.Destination)))
			return ast.WalkSkipChildren, nil
		case *ast.Image:
			n.Destination = []byte(resolve(string(n.Destination)))
		case *ast.CodeSpan:
			named = append(named, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range folders { // which the site doesn't have: the words stay
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, c)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	for _, n := range named {
		to := s.bySource[path.Clean(plain(n, p.text))]
		if to == nil || to == p {
			continue
		}
		l := ast.NewLink()
		l.Destination = []byte(relative(p.name, to.name))
		n.Parent().ReplaceChild(n.Parent(), n, l)
		l.AppendChild(l, n)
	}
	return broken
}

// resolve is a destination of a document as one of its page.
func (s *site) resolve(p *page, dest string) (string, error) {
	if strings.Contains(dest, "://") || strings.HasPrefix(dest, "mailto:") {
		return dest, nil
	}
	file, anchor, _ := strings.Cut(dest, "#")
	to := p
	if file != "" {
		source := path.Join(path.Dir(p.source), file)
		if to = s.bySource[source]; to == nil {
			if _, err := fs.Stat(s.repository, source); err != nil {
				return "", fmt.Errorf("a link to %s, which doesn't exist", dest)
			}
			s.files[source] = true
			return relative(p.name, path.Join("files", source)), nil
		}
	}
	if anchor == "" {
		return relative(p.name, to.name), nil
	}
	if !to.ids[anchor] {
		return "", fmt.Errorf("a link to %s, where no heading is called so", dest)
	}
	if to == p {
		return "#" + anchor, nil
	}
	return relative(p.name, to.name) + "#" + anchor, nil
}

// isFolder reports whether a destination is a folder of the repository.
func (s *site) isFolder(p *page, dest string) bool {
	info, err := fs.Stat(s.repository, path.Join(path.Dir(p.source), dest))
	return err == nil && info.IsDir()
}

// relative is the way from one page to a file of the site.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// body renders the document.
func (p *page) body() (string, error) {
	var b bytes.Buffer
	err := markdown.Renderer().Render(&b, p.text, p.doc)
	return b.String(), err
}
