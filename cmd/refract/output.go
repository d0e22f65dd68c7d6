package main

// Writing outputs. A file appears under its name only when it is complete: it
// is written beside it under another name and renamed.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"refract"
	"refract/internal/confine"
	"refract/reflection"
)

// A target is an output of a translation.
type target struct {
	name     string
	language refract.Language
	picture  string // of DOT: the form of the drawing that Graphviz makes of it, or ""
}

// target is the library's form of a target. The extension of a file with GLSL chooses the
// stage.
func (t target) target() refract.Target {
	w := refract.Target{Language: t.language}
	if t.language == refract.GLSL || t.language == refract.ESSL {
		w.Stage = refract.StageOfFile(t.name)
	}
	return w
}

// written are the library's forms of targets.
func written(targets []target) []refract.Target {
	all := make([]refract.Target, len(targets))
	for i, t := range targets {
		all[i] = t.target()
	}
	return all
}

// languagesOf returns the language of each target.
func languagesOf(targets []target) []refract.Language {
	all := make([]refract.Language, len(targets))
	for i, t := range targets {
		all[i] = t.language
	}
	return all
}

// check finds out before any work whether the target can be a file.
func (t target) check(s streams) error {
	switch {
	case t.name == stdName:
		if t.language.Binary() && isTerminal(s.out) {
			return usagef("%s is not for a terminal; write it with -o FILE, or its text with --to spvasm", t.language.Title())
		}
	case isFolder(t.name):
		return usagef("%s is a folder; name a file in it", t.name)
	case t.picture != "":
		return checkGraphviz(t.name)
	}
	return nil
}

// A mappingFile is the file that --reflect writes: the mapping of each output.
type mappingFile struct {
	Version int             `json:"version"`
	Outputs []mappingOutput `json:"outputs"`
}

type mappingOutput struct {
	File    string              `json:"file"`
	Mapping *reflection.Mapping `json:"mapping"` // null: nothing is known
}

// mappingText is the JSON of the names and bindings in the outputs. The names of files are
// taken relative to the folder dir, if it isn't "".
func mappingText(dir string, targets []target, outputs []*refract.Output) ([]byte, error) {
	file := mappingFile{Version: reflection.Version}
	for i, t := range targets {
		if outputs[i] == nil {
			continue
		}
		shown := t.name
		if relative, err := filepath.Rel(dir, t.name); dir != "" && err == nil {
			shown = relative
		}
		file.Outputs = append(file.Outputs, mappingOutput{filepath.ToSlash(shown), outputs[i].Mapping()})
	}
	return indented(file)
}

// writeMapping writes mappingText.
func writeMapping(s streams, name, dir string, targets []target, outputs []*refract.Output) error {
	text, err := mappingText(dir, targets, outputs)
	if err != nil {
		return err
	}
	if name == stdName {
		if _, err := s.out.Write(text); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
		return nil
	}
	return writeFile(name, text)
}

// writeAll writes each output that there is to its target.
func writeAll(s streams, targets []target, outputs []*refract.Output) error {
	for i, t := range targets {
		if outputs == nil || outputs[i] == nil {
			continue
		}
		if t.name == stdName {
			if _, err := outputs[i].WriteTo(s.out); err != nil {
				return fmt.Errorf("standard output cannot be written: %w", err)
			}
			continue
		}
		content := outputs[i].Bytes()
		if t.picture != "" {
			var err error
			if content, err = draw(t.name, t.picture, content); err != nil {
				return err
			}
		}
		if err := writeFile(t.name, content); err != nil {
			return err
		}
	}
	return nil
}

// writeFile makes data the content of a file. On an error the file keeps its old content.
// Devices and pipes are written to as they are, and a symbolic link stays one.
func writeFile(name string, data []byte) error {
	if err := replace(name, data); err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, cause(err))
	}
	return nil
}

func replace(name string, data []byte) error {
	before, err := os.Stat(name)
	var mode fs.FileMode
	if err == nil {
		if !before.Mode().IsRegular() {
			return writeThrough(name, data)
		}
		if err := mayWrite(name); err != nil {
			return err
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
		mode = before.Mode().Perm()
	}
	return replaceFrom(filepath.Dir(name), name, data, mode)
}

// replaceFrom writes a file in the folder dir and gives it its name then. mode is that of the
// file that is replaced; 0: there is none.
func replaceFrom(dir, name string, data []byte, mode fs.FileMode) error {
	f, held, err := createIn(dir)
	if err != nil {
		return err
	}
	defer held.Close() // nil has an error, too
	_, err = f.Write(data)
	if mode != 0 && err == nil {
		err = f.Chmod(mode)
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Files that aren't complete are called .refract-NUMBER.partial.
const partialPrefix, partialSuffix = ".refract-", ".partial"

// createIn creates a file that isn't complete yet, and marks it as held. Unlike
// os.CreateTemp it leaves the mode to the umask.
func createIn(dir string) (f, held *os.File, err error) {
	for {
		name := filepath.Join(dir, fmt.Sprintf("%s%016x%s", partialPrefix, rand.Uint64(), partialSuffix))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		held := hold(name)
		if _, err := os.Stat(name); err == nil {
			return f, held, nil
		}
		held.Close() // sweep was faster than hold
		f.Close()
	}
}

// sweep removes the files of a folder that a process has begun and not completed.
func sweep(dir string) {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		name := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), partialPrefix) && strings.HasSuffix(e.Name(), partialSuffix) && e.Type().IsRegular() && abandoned(name) {
			os.Remove(name)
		}
	}
}

// mayWrite fails if the file can't be opened for writing: renaming would
// replace it all the same.
func mayWrite(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func writeThrough(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// holds reports whether a regular file has a content.
func holds(name string, content []byte) bool {
	old, err := confine.Regular(name, int64(len(content)))
	return err == nil && bytes.Equal(old, content)
}

// makeFile writes a file and makes its folder.
func makeFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("the folder %s cannot be made: %w", filepath.Dir(name), cause(err))
	}
	return writeFile(name, content)
}
