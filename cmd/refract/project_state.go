package main

// What a build remembers: of each job the files that it read and wrote, so that the next
// one looks at their sizes and times alone, and the places where it looked for files in vain.

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"refract/internal/confine"
)

// stateName is the file of it, in the folder of the outputs.
const stateName = ".refract-state"

// stateVersion changes with the form of the file.
const stateVersion = "refract state 4 "

// A fileStamp identifies a state of a file.
type fileStamp struct {
	Name   string
	Size   int64
	Time   int64 // of the last change of its content, in nanoseconds; programs may set it
	Change int64 // of its last change of any kind, which they can't; 0: the system has none
	Seen   int64 // when the content was the one of Hash
	Hash   [32]byte
}

// A jobState is the record of a job.
type jobState struct {
	Settings [32]byte
	Failed   bool        // Wrote is left from before
	Read     []fileStamp // the source first, then what it includes
	Missed   []string    // places where there was no file to include
	Wrote    []fileStamp
}

// A buildState is the records of all jobs, by key. In the file names are relative to the
// project's folder, so that it is the same wherever a build is started.
type buildState struct {
	Program string // which refract
	Jobs    map[string]*jobState
}

// programStamp identifies this build of refract.
func programStamp() string {
	stamp := version()
	if name, err := os.Executable(); err == nil {
		if info, err := os.Stat(name); err == nil {
			stamp += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
	}
	return stamp
}

// readState reads the records of the last build; nothing, if that is of another refract
// or can't be read.
func readState(dir, project string) *buildState {
	empty := &buildState{Program: programStamp(), Jobs: map[string]*jobState{}}
	text, err := confine.Regular(filepath.Join(dir, stateName), math.MaxInt64)
	if err != nil {
		return empty
	}
	rest, ok := bytes.CutPrefix(text, []byte(stateVersion))
	if !ok {
		return empty
	}
	r := stateReader{rest: rest}
	s := &buildState{Program: r.text(), Jobs: map[string]*jobState{}}
	if s.Program != empty.Program {
		return empty
	}
	for n := r.number(); n > 0 && !r.failed; n-- {
		label, j := r.text(), new(jobState)
		r.hash(&j.Settings)
		j.Failed = r.number() != 0
		j.Read, j.Wrote = r.stamps(project), r.stamps(project)
		for n := r.number(); n > 0 && !r.failed; n-- {
			j.Missed = append(j.Missed, fromProject(project, r.text()))
		}
		s.Jobs[label] = j
	}
	if r.failed || len(r.rest) > 0 {
		return empty
	}
	return s
}

// A stateReader reads the output of write: numbers as varints, texts with their lengths
// before them.
type stateReader struct {
	rest   []byte
	failed bool
}

func (r *stateReader) number() int64 {
	v, n := binary.Varint(r.rest)
	if n <= 0 {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *stateReader) bytes(n int64) []byte {
	if n < 0 || n > int64(len(r.rest)) {
		r.failed, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *stateReader) text() string { return string(r.bytes(r.number())) }

func (r *stateReader) hash(h *[32]byte) { copy(h[:], r.bytes(int64(len(h)))) }

func (r *stateReader) stamps(project string) (list []fileStamp) {
	for n := r.number(); n > 0 && !r.failed; n-- {
		f := fileStamp{Name: fromProject(project, r.text()), Size: r.number(), Time: r.number(), Change: r.number(), Seen: r.number()}
		r.hash(&f.Hash)
		list = append(list, f)
	}
	return list
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendVarint(b, int64(len(s))), s...)
}

func appendStamps(b []byte, list []fileStamp, project string) []byte {
	b = binary.AppendVarint(b, int64(len(list)))
	for i := range list {
		f := &list[i]
		b = appendText(b, inProject(project, f.Name))
		for _, n := range []int64{f.Size, f.Time, f.Change, f.Seen} {
			b = binary.AppendVarint(b, n)
		}
		b = append(b, f.Hash[:]...)
	}
	return b
}

// write writes the records.
func (s *buildState) write(dir, project string) error {
	b := appendText([]byte(stateVersion), s.Program)
	b = binary.AppendVarint(b, int64(len(s.Jobs)))
	for _, label := range slices.Sorted(maps.Keys(s.Jobs)) {
		j := s.Jobs[label]
		b = append(appendText(b, label), j.Settings[:]...)
		failed := int64(0)
		if j.Failed {
			failed = 1
		}
		b = binary.AppendVarint(b, failed)
		b = appendStamps(appendStamps(b, j.Read, project), j.Wrote, project)
		b = binary.AppendVarint(b, int64(len(j.Missed)))
		for _, name := range j.Missed {
			b = appendText(b, inProject(project, name))
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, stateName)
	if !isRegular(name) {
		return fmt.Errorf("%s cannot be written: %w", name, confine.ErrNoFile)
	}
	return writeFile(name, b)
}

// inProject is a file's name relative to the folder of the project; as it is, if there
// is no such name.
func inProject(project, name string) string {
	if name == "" {
		return name
	}
	if filepath.IsAbs(name) && !filepath.IsAbs(project) {
		return name
	}
	relative, err := filepath.Rel(project, name)
	if err != nil {
		return name
	}
	return filepath.ToSlash(relative)
}

// fromProject undoes inProject.
func fromProject(project, name string) string {
	if name = filepath.FromSlash(name); name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(project, name)
}

// stampOf looks at a file, without reading it.
func stampOf(name string) (fileStamp, error) {
	info, err := os.Stat(name)
	if err != nil {
		return fileStamp{Name: name}, err
	}
	return fileStamp{Name: name, Size: info.Size(), Time: info.ModTime().UnixNano(), Change: changeTime(info)}, nil
}

// grain is how coarse the times of files may be: a file that was changed so shortly
// before it was read may have changed again since with the same time.
const grain = int64(50 * time.Millisecond)

// same reports whether a file is as it was. It is read if its times don't decide, and the
// stamp renewed: touched is set then.
func (f *fileStamp) same(touched *bool) bool {
	now, err := stampOf(f.Name)
	switch {
	case err != nil || now.Size != f.Size:
		return false
	case now.Time == f.Time && now.Change == f.Change && max(now.Time, now.Change)+grain < f.Seen:
		return true
	}
	now.Seen = time.Now().UnixNano()
	text, err := confine.Regular(f.Name, math.MaxInt64)
	if now.Hash = sha256.Sum256(text); err != nil || now.Hash != f.Hash {
		return false
	}
	*f, *touched = now, true
	return true
}

// isThere reports whether there is a file or folder.
func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// stale returns why a job has to run; "": it doesn't. touched is set if a file's times are
// others but its content isn't.
func (s *jobState) stale(settings [32]byte, touched *bool) string {
	switch {
	case s == nil:
		return "new"
	case s.Failed:
		return "failed"
	case s.Settings != settings:
		return "settings"
	}
	for i := range s.Wrote {
		if w := &s.Wrote[i]; !w.same(touched) {
			if !isThere(w.Name) {
				return "missing " + w.Name
			}
			return "changed " + w.Name
		}
	}
	for i := range s.Read {
		if r := &s.Read[i]; !r.same(touched) {
			return "changed " + r.Name
		}
	}
	for _, name := range s.Missed {
		if isThere(name) {
			return "new " + name
		}
	}
	return ""
}
