// Package diagnostics holds a page about every kind of finding that refract reports: the
// rule, an example that breaks it, the report, and the corrected example. Page NAME.md is
// about the code NAME; 'refract explain NAME' prints it.
//
// The tests of this package keep pages true: each code in the program has a page, each page
// a code, each example causes the printed report, and each corrected one passes. 'go test
// -update' rewrites the reports.
package diagnostics

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

// Codes lists the codes that have a page, in alphabetical order.
func Codes() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the folder is in the program
	}
	codes := make([]string, len(entries))
	for i, e := range entries {
		codes[i] = strings.TrimSuffix(e.Name(), ".md")
	}
	return codes
}

// Page returns the page about a code, as Markdown.
func Page(code string) (text string, ok bool) {
	if strings.ContainsAny(code, `/\`) {
		return "", false
	}
	data, err := files.ReadFile(code + ".md")
	return string(data), err == nil
}

// Summary returns the first sentence of a page, or "".
func Summary(code string) string {
	page, _ := Page(code)
	parts := strings.SplitN(page, "\n\n", 3)
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}
