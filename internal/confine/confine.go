// Package confine reads files whose names come from inputs that nobody has looked at: the
// includes and imports of shaders, the URIs of meshes, the files of scenes. A name may be
// absolute, climb with "..", be a link, or be of a device or pipe that never ends. Read
// therefore has a list of root folders: it reads regular files of bounded size in and
// below them, and no others. A file outside of the roots is not looked at, so that
// diagnostics don't reveal which files exist.
package confine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// ErrOutside is the error of a file outside of the roots. Errors of Read may wrap it.
var ErrOutside = errors.New("it lies outside of the folders that may be read")

// ErrNoFile is the error of a folder, a device, a pipe or a socket.
var ErrNoFile = errors.New("it is no regular file")

// Read returns the content of a regular file of at most limit bytes that lies in one of the
// roots or below. A link that leads out of the roots is ErrOutside. The error of a file that
// doesn't exist is fs.ErrNotExist.
func Read(name string, limit int64, roots ...string) ([]byte, error) {
	real, err := Locate(name, roots...)
	if err != nil {
		return nil, err
	}
	return Regular(real, limit)
}

// Locate returns the path, without links, of a file or folder that lies in one of the roots or
// below, or is one. Its errors are those of Read.
func Locate(name string, roots ...string) (string, error) {
	if !slices.ContainsFunc(roots, func(root string) bool { return below(name, root) }) {
		return "", ErrOutside
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", missing(err)
	}
	if !slices.ContainsFunc(roots, func(root string) bool {
		root, err := filepath.EvalSymlinks(root)
		return err == nil && below(real, root)
	}) {
		return "", ErrOutside
	}
	return real, nil
}

// missing turns the error of a path through a file, "a.h/b", into fs.ErrNotExist.
func missing(err error) error {
	if errors.Is(err, syscall.ENOTDIR) {
		return fs.ErrNotExist
	}
	return err
}

// Regular returns the content of a regular file of at most limit bytes, wherever it is.
func Regular(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name) // opening a pipe waits for a writer
	switch {
	case err != nil:
		return nil, missing(err)
	case !info.Mode().IsRegular():
		return nil, ErrNoFile
	case info.Size() > limit:
		return nil, tooLarge(limit)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, 0, info.Size()+1)
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = slices.Grow(data, 512)
		}
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, tooLarge(limit)
}

func tooLarge(limit int64) error { return fmt.Errorf("it is larger than %d bytes", limit) }

// Standard are the roots for files that a source names if its host names none: the working
// directory, if the source is below it, and the source's own folder. The root of a file
// system is none.
func Standard(source string) (roots []string) {
	folder := filepath.Dir(source)
	for _, dir := range []string{".", folder} {
		if full, err := filepath.Abs(dir); err == nil && full != filepath.Dir(full) && below(folder, dir) {
			roots = append(roots, dir)
		}
	}
	return roots
}

// below reports whether a file is a folder or lies below it, by their names.
func below(name, folder string) bool {
	if filepath.IsAbs(name) != filepath.IsAbs(folder) || !filepath.IsLocal(name) || !filepath.IsLocal(folder) {
		var err error
		if name, err = filepath.Abs(name); err != nil {
			return false
		}
		if folder, err = filepath.Abs(folder); err != nil {
			return false
		}
	}
	relative, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(relative)
}
