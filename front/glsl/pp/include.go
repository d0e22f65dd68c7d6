package pp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"refract/diag"
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

// push begins to read a text before what is left of the current file.
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

// Dirs is an Includer that looks for files on disk: beside the file that
// includes, if the name is in quotes, then in dirs. Any number of goroutines may
// use it.
func Dirs(dirs ...string) Includer { return dirIncluder{dirs} }

type dirIncluder struct{ dirs []string }

func (x dirIncluder) Include(name, from string, system bool) (string, string, error) {
	var places []string
	if filepath.IsAbs(name) {
		places = append(places, name)
	} else {
		if !system {
			places = append(places, filepath.Join(filepath.Dir(from), name))
		}
		for _, dir := range x.dirs {
			places = append(places, filepath.Join(dir, name))
		}
	}
	return find(places, os.ReadFile)
}

// find reads the first of the places that exists.
func find(places []string, read func(string) ([]byte, error)) (string, string, error) {
	for _, p := range places {
		text, err := read(p)
		switch {
		case err == nil:
			return p, string(text), nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", "", err
		}
	}
	return "", "", fmt.Errorf("not found in %s", plural(len(places), "place"))
}
