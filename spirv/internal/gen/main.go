// Command gen writes the tables of package spirv from SPIR-V's JSON grammars
// in spirv/grammar. It is run by go generate in the package's folder.
package main

import (
	"fmt"
	"io/fs"
	"os"
)

func main() {
	files, err := generate(os.DirFS("grammar"))
	if err == nil {
		for _, f := range files {
			if err = os.WriteFile(f.name, f.content, 0o644); err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

type file struct {
	name    string
	content []byte
}

// generate returns the generated files of package spirv.
func generate(grammars fs.FS) ([]file, error) {
	in, err := load(grammars)
	if err != nil {
		return nil, err
	}
	var t tables
	declared := map[string]bool{}
	parts := []struct {
		name string
		emit func(*writer) error
	}{
		{"op_gen.go", func(w *writer) error { w.opcodes(in); return nil }},
		{"enum_gen.go", func(w *writer) error { w.enums(in); return nil }},
		{"extinst_gen.go", func(w *writer) error { w.extInsts(in); return nil }},
		{"tables_gen.go", func(w *writer) error { return t.emit(w, in) }},
	}
	var files []file
	for _, p := range parts {
		w := &writer{declared: declared}
		if err := p.emit(w); err != nil {
			return nil, err
		}
		content, err := w.finish()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		files = append(files, file{p.name, content})
	}
	return files, nil
}
