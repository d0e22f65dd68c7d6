package lsp

// This file finds the files that aren't open but may name a requested symbol: shaders below
// the folders of the workspace.

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"refract"
	"refract/internal/confine"
)

const (
	maxClosed      = 20_000   // files that are looked at
	maxClosedBytes = 64 << 20 // of files that are read
	maxClosedFile  = 1 << 20
)

// root is the folder in which a file's workspace lies: one that the client has named, that of
// the project, or the file's own.
func (s *server) root(path string) string {
	full := fullPath(path)
	best := ""
	for _, folder := range s.folders {
		if isBelow(full, folder) && len(folder) > len(best) {
			best = folder
		}
	}
	if best == "" && s.options.Root != nil {
		best = s.options.Root(full)
	}
	if best == "" && filepath.IsAbs(path) {
		best = filepath.Dir(full)
	}
	return best
}

// isBelow reports whether a file lies in a folder or below.
func isBelow(file, folder string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

// foreign reports whether a file is not one of the workspace's own: outside of its folder, or
// in a package of others.
func foreign(file, root string) bool {
	rel, err := filepath.Rel(root, file)
	if err != nil || !filepath.IsLocal(rel) {
		return true
	}
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if skipped(part) {
			return true
		}
	}
	return false
}

// skipped reports whether folders of a name are skipped.
func skipped(name string) bool {
	return name == "node_modules" || len(name) > 1 && name[0] == '.' && name != ".."
}

// wide is the workspace with the closed files that may name the symbol at an offset, and
// the one that declares it. all: else only the latter is looked for. outside is the file
// that declares it, if it is none of the workspace's own.
func (s *server) wide(d *document, x *index, offset int, all bool) (w *workspace, outside string) {
	i := x.at(offset)
	if i < 0 {
		return &s.workspace, ""
	}
	sym := &x.symbols[x.uses[i].sym]
	if sym.local {
		return &s.workspace, ""
	}
	root := s.root(d.path)
	w = &workspace{wgsl: s.workspace.wgsl, glsl: s.workspace.glsl, hlsl: s.workspace.hlsl, open: maps.Clone(s.workspace.open)}
	if sym.file != "" {
		full := fullPath(sym.file)
		if w.open[full] == nil {
			if root == "" || foreign(full, root) {
				return w, sym.file
			}
			if text, err := confine.Read(full, maxClosedFile, root); err == nil {
				w.close(full, string(text), d.dialect)
			}
		}
	}
	if !all || root == "" {
		return w, ""
	}
	w.addClosed(root, func(l dialect, text string) bool { return l == d.dialect && strings.Contains(text, sym.name) })
	return w, ""
}

// addClosed adds the shaders below a folder that aren't open and that a function takes by their
// texts.
func (w *workspace) addClosed(root string, takes func(l dialect, text string) bool) {
	files, bytes := 0, 0
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator) // without it a link to a folder isn't gone into
	}
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what can't be read names nothing
		case e.IsDir() && name != root && skipped(e.Name()):
			return fs.SkipDir
		case e.IsDir() || !e.Type().IsRegular():
			return nil
		}
		if files++; files > maxClosed || bytes > maxClosedBytes {
			return fs.SkipAll
		}
		l, known := dialectOf(name)
		if !known || w.open[name] != nil {
			return nil
		}
		if info, err := e.Info(); err != nil || info.Size() > maxClosedFile {
			return nil
		}
		text, err := confine.Regular(name, maxClosedFile)
		if bytes += len(text); err == nil && takes(l, string(text)) {
			w.close(name, string(text), l)
		}
		return nil
	})
}

// dialectOf is the language of a file whose names other files may use.
func dialectOf(name string) (l dialect, ok bool) {
	language, ok := refract.LanguageOfFile(name)
	switch language {
	case refract.WGSL, refract.GLSL, refract.ESSL, refract.HLSL:
		return dialect{glsl: language == refract.GLSL || language == refract.ESSL, hlsl: language == refract.HLSL}, ok
	}
	return dialect{}, false
}

// close adds a file that isn't open.
func (w *workspace) close(full, text string, l dialect) {
	d := &document{uri: uriOf(full), path: full, dialect: l}
	d.setText(text)
	w.open[full] = d
}

// keep takes over the indexes of a wider workspace.
func (s *server) keep(w *workspace) {
	s.workspace.wgsl, s.workspace.glsl, s.workspace.hlsl = w.wgsl, w.glsl, w.hlsl
}
