package main

// What a build remembers: of each job the files that it read and wrote, so that the next
// one looks at their sizes and times alone; and a cache of outputs by content.

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// stateName is the file of it, in the folder of the outputs.
const stateName = ".refract-state"

// stateVersion changes with the form of the file.
const stateVersion = "refract state 3 "

// A fileStamp tells a file from what it was before.
type fileStamp struct {
	Name string
	Size int64
	Time int64 // of its last change, in nanoseconds
	Hash [32]byte
}

// A jobState is what a job did.
type jobState struct {
	Settings [32]byte
	When     int64       // when the files were read
	Read     []fileStamp // the source first, then what it includes
	Wrote    []fileStamp // without hashes
}

// A buildState is what all jobs did, by key. In the file names are relative to the project's
// folder, so that it is the same wherever a build is started.
type buildState struct {
	Program string // which refract
	Jobs    map[string]*jobState
}

// programStamp tells this refract from others.
func programStamp() string {
	stamp := version()
	if name, err := os.Executable(); err == nil {
		if info, err := os.Stat(name); err == nil {
			stamp += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
	}
	return stamp
}

// readState reads what the last build remembers; nothing, where that is of another
// refract or can't be read.
func readState(dir, project string) *buildState {
	empty := &buildState{Program: programStamp(), Jobs: map[string]*jobState{}}
	text, err := os.ReadFile(filepath.Join(dir, stateName))
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
		j.When = r.number()
		j.Read, j.Wrote = r.stamps(project), r.stamps(project)
		s.Jobs[label] = j
	}
	if r.failed || len(r.rest) > 0 {
		return empty
	}
	return s
}

// A stateReader reads what write wrote: numbers as varints, texts with their lengths
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
		f := fileStamp{Name: fromProject(project, r.text()), Size: r.number(), Time: r.number()}
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
		b = binary.AppendVarint(binary.AppendVarint(appendText(b, inProject(project, f.Name)), f.Size), f.Time)
		b = append(b, f.Hash[:]...)
	}
	return b
}

// write writes what is remembered.
func (s *buildState) write(dir, project string) error {
	b := appendText([]byte(stateVersion), s.Program)
	b = binary.AppendVarint(b, int64(len(s.Jobs)))
	for _, label := range slices.Sorted(maps.Keys(s.Jobs)) {
		j := s.Jobs[label]
		b = append(appendText(b, label), j.Settings[:]...)
		b = binary.AppendVarint(b, j.When)
		b = appendStamps(appendStamps(b, j.Read, project), j.Wrote, project)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, stateName), b)
}

// inProject is a file's name relative to the folder of the project; as it is, where there
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
	return fileStamp{Name: name, Size: info.Size(), Time: info.ModTime().UnixNano()}, nil
}

// grain is how coarse the times of files may be: a file that was changed so shortly
// before it was read may have changed again since with the same time.
const grain = int64(50 * time.Millisecond)

// stale says why a job has to run; "": it doesn't. touched is set where a file's time is
// another but its content isn't.
func (s *jobState) stale(settings [32]byte, touched *bool) string {
	if s == nil {
		return "new"
	}
	if s.Settings != settings {
		return "settings"
	}
	for i := range s.Wrote {
		w := &s.Wrote[i]
		now, err := stampOf(w.Name)
		if err != nil {
			return "missing " + w.Name
		}
		if now.Size != w.Size || now.Time != w.Time {
			return "changed " + w.Name
		}
	}
	for i := range s.Read {
		r := &s.Read[i]
		now, err := stampOf(r.Name)
		switch {
		case err != nil || now.Size != r.Size:
			return "changed " + r.Name
		case now.Time == r.Time && now.Time+grain < s.When:
			continue
		}
		text, err := os.ReadFile(r.Name)
		if err != nil || sha256.Sum256(text) != r.Hash {
			return "changed " + r.Name
		}
		r.Time = now.Time
		*touched = true
	}
	return ""
}

// A contentCache keeps outputs by what they are made of. Its folder may be shared, and
// removed at any time.
type contentCache struct {
	dir     string
	project string // the folder that names of files included are relative to
}

// A cachedOutput is an output of a job.
type cachedOutput struct {
	File string `json:"file"` // relative to the folder of outputs
	Hash string `json:"hash"` // of the content, which is a file of that name
}

// A cacheEntry is what a job made of certain files.
type cacheEntry struct {
	Read    []cachedOutput `json:"read"` // the files included, and their hashes
	Outputs []cachedOutput `json:"outputs"`
}

// key is of a job: refract, its settings and its source, and the source's name where the
// outputs have that.
func (c contentCache) key(settings [32]byte, named string, source []byte) string {
	h := sha256.New()
	h.Write([]byte(programStamp()))
	h.Write(settings[:])
	h.Write([]byte(named))
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], uint64(len(source)))
	h.Write(n[:])
	h.Write(source)
	return hex.EncodeToString(h.Sum(nil))
}

func (c contentCache) file(kind, hash string) string {
	return filepath.Join(c.dir, kind, hash[:2], hash[2:])
}

// get returns the outputs of a job by file, where they are known for the files as they
// are.
func (c contentCache) get(key string) (outputs map[string][]byte, read []string, ok bool) {
	text, err := os.ReadFile(c.file("jobs", key))
	if err != nil {
		return nil, nil, false
	}
	var e cacheEntry
	if json.Unmarshal(text, &e) != nil {
		return nil, nil, false
	}
	for _, r := range e.Read {
		name := fromProject(c.project, r.File)
		text, err := os.ReadFile(name)
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:]) != r.Hash {
			return nil, nil, false
		}
		read = append(read, name)
	}
	outputs = map[string][]byte{}
	for _, o := range e.Outputs {
		if len(o.Hash) < 3 {
			return nil, nil, false
		}
		text, err := os.ReadFile(c.file("outputs", o.Hash))
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:]) != o.Hash {
			return nil, nil, false
		}
		outputs[o.File] = text
	}
	return outputs, read, true
}

// put keeps the outputs of a job. Equal outputs are kept once.
func (c contentCache) put(key string, read []fileStamp, files []string, outputs [][]byte) error {
	var e cacheEntry
	for _, r := range read {
		e.Read = append(e.Read, cachedOutput{inProject(c.project, r.Name), hex.EncodeToString(r.Hash[:])})
	}
	for i, file := range files {
		sum := sha256.Sum256(outputs[i])
		hash := hex.EncodeToString(sum[:])
		e.Outputs = append(e.Outputs, cachedOutput{file, hash})
		name := c.file("outputs", hash)
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			if err := makeFile(name, outputs[i]); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return makeFile(c.file("jobs", key), text)
}

// makeFile writes a file and makes its folder.
func makeFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("the folder %s cannot be made: %w", filepath.Dir(name), cause(err))
	}
	return writeFile(name, content)
}
