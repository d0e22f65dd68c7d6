package pp

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"refract/diag"
	"refract/internal/confine"
)

// This file reads included files.

// MaxIncludeDepth bounds how deep files include one another.
const MaxIncludeDepth = 60

// maxIncludes bounds how many times files are included.
const maxIncludes = 10000

// include reads an #include behind its name.
func (p *Preprocessor) include(hash *Token, span diag.Span) {
	f := p.file
	i := f.i
	for i < len(f.src) && charClass[f.src[i]] == classBlank {
		i++
	}
	var name string
	system := false
	nameAt := diag.Span{Start: f.pos(i), End: f.pos(i)}
	if i < len(f.src) && (f.src[i] == '"' || f.src[i] == '<') {
		closing := f.src[i]
		if closing == '<' {
			closing, system = '>', true
		}
		j := i + 1
		for j < len(f.src) && f.src[j] != closing && f.src[j] != '\n' && f.src[j] != '\r' {
			j++
		}
		if j < len(f.src) && f.src[j] == closing {
			name = f.src[i+1 : j]
			f.i = j + 1
			nameAt.End = f.end(j + 1)
		}
	}
	if name == "" && p.hlsl { // a macro may stand for the name
		var t Token
		p.takeExpanded(&t)
		if t.Kind == TokString {
			name = p.interner.Name(t.Sym)
		}
		p.closeContexts()
	}
	if name == "" {
		p.diags.Errorf(CodeInvalidDirective, nameAt, "expected \"file\" or <file> after #include")
		return
	}
	p.noMore("include")
	if p.opts.Includer == nil {
		p.diags.Errorf(CodeIncludeFailed, nameAt, "file '%s' can't be included: there is nothing to look for files in", name)
		return
	}
	if p.includes++; p.includes > maxIncludes {
		p.giveUp(span, "files are included more than %d times", maxIncludes)
		return
	}
	if p.depth+1 >= MaxIncludeDepth {
		p.giveUp(span, "files include each other more than %d deep", MaxIncludeDepth)
		return
	}
	found, text, err := p.opts.Includer.Include(name, f.path, system)
	if err != nil {
		p.diags.Errorf(CodeIncludeFailed, nameAt, "file '%s' can't be included: %v", name, err)
		return
	}
	if slices.Contains(p.once, found) {
		return
	}
	p.made2 += len(text)
	if len(text) > p.sources.Room() || p.made2 > maxIncludedBytes {
		p.giveUp(span, "included files have more than %d bytes in all", maxIncludedBytes)
		return
	}
	base := p.sources.Add(found, text)
	p.sources.AddInclude(base, uint32(len(text)), diag.Span{Start: hash.Start, End: nameAt.End}, found)
	p.endDirective()
	p.push(text, base, found)
}

// maxIncludedBytes bounds the text of included files.
const maxIncludedBytes = 1 << 26

// push begins to read a text before the rest of the current file.
func (p *Preprocessor) push(text string, base uint32, path string) {
	p.depth++
	p.file = &p.files[p.depth]
	openFile(p.file, text, base, path)
	p.file.conds = len(p.conds)
	p.file.number = p.files[p.depth-1].number
}

// FS is an Includer that looks for files in a file system, such as an embed.FS:
// relative to the file that includes, if the name is in quotes, then in dirs,
// then at the top. Any number of goroutines may use it.
func FS(fsys fs.FS, dirs ...string) Includer { return fsIncluder{fsys, dirs} }

type fsIncluder struct {
	fsys fs.FS
	dirs []string
}

func (x fsIncluder) Include(name, from string, system bool) (string, string, error) {
	var places []string
	if !system && from != "" {
		places = append(places, path.Join(path.Dir(filepath.ToSlash(from)), name))
	}
	for _, dir := range x.dirs {
		places = append(places, path.Join(dir, name))
	}
	places = append(places, path.Clean(name))
	return find(places, func(p string) ([]byte, error) {
		if !fs.ValidPath(p) {
			return nil, fs.ErrNotExist
		}
		return fs.ReadFile(x.fsys, p)
	})
}

// A Search is an Includer that looks for files on disk: beside the file that
// includes, if the name is in quotes, then in Dirs. It reads regular files below Dirs, and
// below the source's folder or the working directory that holds the source, no others. Any
// number of goroutines may use it.
type Search struct {
	Dirs []string
	// Roots returns the folders, besides Dirs, in and below which the file from may include
	// files; nil: those of Dirs.
	Roots func(from string) []string
	// Looked, unless it is nil, is called for each place that was looked at, with the text
	// of the file there; found: there is one.
	Looked func(place, text string, found bool)
}

// Include implements Includer.
func (x *Search) Include(name, from string, system bool) (string, string, error) {
	var places []string
	if filepath.IsAbs(name) {
		places = append(places, name)
	} else {
		if !system {
			places = append(places, filepath.Join(filepath.Dir(from), name))
		}
		for _, dir := range x.Dirs {
			places = append(places, filepath.Join(dir, name))
		}
	}
	rootsOf := x.Roots
	if rootsOf == nil {
		rootsOf = confine.Standard
	}
	roots := slices.Concat(rootsOf(from), x.Dirs)
	place, text, err := find(places, func(place string) ([]byte, error) {
		text, err := confine.Read(place, maxIncludedBytes, roots...)
		if x.Looked != nil && (err == nil || errors.Is(err, fs.ErrNotExist)) {
			x.Looked(place, string(text), err == nil)
		}
		return text, err
	})
	return place, text, err
}

// find reads the first of the places that exists, and may be read from.
func find(places []string, read func(string) ([]byte, error)) (string, string, error) {
	var refused error
	for _, p := range places {
		text, err := read(p)
		switch {
		case err == nil:
			return p, string(text), nil
		case errors.Is(err, confine.ErrOutside):
			refused = err
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		}
	}
	if refused != nil {
		return "", "", refused
	}
	return "", "", fmt.Errorf("not found in %s", plural(len(places), "place"))
}
