package main

// Reading inputs: files, folders and standard input.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"refract"
	"refract/diag"
	"refract/internal/confine"
)

// stdName stands for standard input or output on the command line.
const stdName = "-"

// stdinName is the name that --stdin-name gives standard input: the file whose text it is,
// as an editor has it.
var stdinName string

// displayName is the name of an input in reports.
func displayName(name string) string {
	if name == stdName && stdinName != "" {
		return stdinName
	}
	if name == stdName {
		return "<stdin>"
	}
	return name
}

// languageOf is the language of an input, by its name.
func languageOf(name string) (refract.Language, bool) {
	if name == stdName {
		name = stdinName
	}
	return refract.LanguageOfFile(name)
}

// readInput returns the bytes of an input. Its error is a *diag.Diagnostics,
// so that a file that can't be read is reported like any other finding.
func readInput(s streams, name string) ([]byte, error) {
	var src []byte
	var err error
	if name == stdName {
		src, err = readAll(s.in)
		faults.read(src)
	} else {
		src, err = readFile(name)
	}
	if err != nil {
		var list diag.List
		sources := new(diag.Sources)
		sources.Add(displayName(name), "")
		list.Errorf("unreadable-input", diag.Span{}, "cannot be read: %v", cause(err))
		return nil, list.Err(sources)
	}
	return src, nil
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder")
	case info.Size() > refract.MaxSourceBytes:
		return nil, errTooLarge()
	}
	return readAll(f)
}

func errTooLarge() error { return fmt.Errorf("it is larger than %d MiB", refract.MaxSourceBytes>>20) }

// readAll reads no more than an input may have.
func readAll(r io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, refract.MaxSourceBytes+1))
	if err == nil && len(src) > refract.MaxSourceBytes {
		err = errTooLarge()
	}
	return src, err
}

// cause strips the name of the file from a message about it.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// An input is a file to read and where it lies below the argument that named
// it or its folder.
type input struct {
	name     string
	relative string
}

// isRegular reports whether a name is that of a file, or of a link to one: other things in
// a folder are no shaders, and reading from a pipe may never end.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular() // what can't be looked at is reported when it is read
}

// isSlang reports whether a file that is called .slang, as RetroArch's files of GLSL are, is in
// the language Slang: it has no #version.
func isSlang(name string) bool {
	if !strings.EqualFold(filepath.Ext(name), ".slang") {
		return false
	}
	text, err := confine.Regular(name, refract.MaxSourceBytes)
	return err == nil && !bytes.Contains(text, []byte("#version")) && !bytes.Contains(text, []byte("#pragma stage"))
}

// sameFile reports whether two names are of one file that exists.
func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// leftOut reports whether folders of a name are left out of a search for files in
// folders above: hidden ones, and those that npm keeps the packages of others in.
func leftOut(name string) bool {
	return name == "node_modules" || len(name) > 1 && name[0] == '.' && name != ".."
}

// walked is a folder's name for filepath.WalkDir, which goes into one that the name is a
// link to only if a separator ends the name.
func walked(folder string) string {
	if folder != "" && !os.IsPathSeparator(folder[len(folder)-1]) && isFolder(folder) {
		return folder + string(filepath.Separator)
	}
	return folder
}

// expand replaces folders by the files below them whose language is known and
// can be read, in lexical order. Files stay in the order given; a file named
// twice is taken once. Shaders in folders that can't be read are named in skipped, unless
// that is nil; others reports files to take besides, unless it is nil.
func expand(args []string, readable func(refract.Language) bool, others func(name string) bool, skipped io.Writer) ([]input, error) {
	var inputs []input
	seen := map[string]bool{}
	add := func(in input) {
		if key := filepath.Clean(in.name); !seen[key] {
			seen[key] = true
			inputs = append(inputs, in)
		}
	}
	for _, arg := range args {
		if arg == stdName || !isFolder(arg) {
			add(input{arg, filepath.Base(arg)})
			continue
		}
		found, root := false, walked(arg)
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fmt.Errorf("%s cannot be read: %w", name, cause(err))
			case d.IsDir() && name != root && leftOut(d.Name()):
				return fs.SkipDir
			case d.IsDir():
				return nil
			}
			l, ok := refract.LanguageOfFile(name)
			if skipped != nil && ok && !refract.CanRead(l) && l != refract.DOT {
				fmt.Fprintf(skipped, "skipped %s: %s is not read\n", name, l.Title())
			}
			if ok && readable(l) && isRegular(name) && !isSlang(name) || !ok && others != nil && others(name) {
				relative, err := filepath.Rel(arg, name)
				if err != nil {
					return err
				}
				found = true
				add(input{name, relative})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, usagef("there are no shaders in the folder %s", arg)
		}
	}
	return inputs, nil
}
