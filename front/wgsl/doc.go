package wgsl

// This file keeps documentation comments: /// lines and /** */ blocks right
// before a declaration.

import (
	"strings"

	"refract/internal/front/wgsl/syntax"
)

// doc is the text of the documentation comment of a declaration, a line each, without
// comment signs; "" if there is none or docs are off.
func (c *checker) doc(n syntax.Node) string {
	if !c.opts.DocComments {
		return ""
	}
	var lines []string
	for _, comment := range c.t.Doc(n) {
		text := c.t.Source()[comment.Start:comment.End]
		if line, ok := strings.CutPrefix(text, "///"); ok {
			lines = append(lines, strings.TrimSpace(line))
			continue
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text, "/**"), "*/")
		for _, line := range strings.Split(text, "\n") {
			lines = append(lines, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "*")))
		}
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// moduleDoc is the documentation comment of the module: the lines that begin with
// //! before anything but comments.
func moduleDoc(src string) string {
	var lines []string
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "//!"); ok {
			lines = append(lines, strings.TrimSpace(text))
		} else if line != "" && !strings.HasPrefix(line, "//") {
			break
		}
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
