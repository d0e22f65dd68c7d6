package main

// The files that a build writes: outputs, the depfile, entries of the cache; and the
// removal of outputs that nothing makes any more, and of files that a build that was killed
// began.

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"refract/internal/confine"
)

// deliverAll delivers the outputs of a job, by their names in the folder of outputs, and
// lists them. The job is done then.
func (x *projectBuild) deliverAll(res *projectResult, s *jobState, outputs map[string][]byte) (files []string, contents [][]byte, err error) {
	for _, file := range slices.Sorted(maps.Keys(outputs)) {
		if err := x.deliver(res, s, filepath.Join(x.outDir, file), outputs[file]); err != nil {
			return nil, nil, err
		}
		files, contents = append(files, file), append(contents, outputs[file])
	}
	res.state = s
	return files, contents, nil
}

// deliver makes content a file, unless it is that already. A file that another job of this
// build has written with the same content is linked to, if the file system can do that.
func (x *projectBuild) deliver(res *projectResult, s *jobState, name string, content []byte) error {
	sum := sha256.Sum256(content)
	if !isRegular(name) {
		return fmt.Errorf("%s cannot be written: %w", name, confine.ErrNoFile)
	}
	if !holds(name, content) {
		res.written++
		x.linked.Lock()
		same, ok := x.content[sum]
		x.linked.Unlock()
		if !ok || !linkFile(same, name) {
			if err := makeFile(name, content); err != nil {
				return err
			}
		}
	}
	x.linked.Lock()
	if _, ok := x.content[sum]; !ok {
		x.content[sum] = name
	}
	x.linked.Unlock()
	stamp, err := stampOf(name)
	if err != nil {
		return err
	}
	stamp.Hash, stamp.Seen = sum, time.Now().UnixNano()
	s.Wrote = append(s.Wrote, stamp)
	return nil
}

// linkFile makes a name another of a file's.
func linkFile(file, name string) bool {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return false
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return false
	}
	return os.Link(file, name) == nil
}

// keep puts outputs of a job into the cache. A cache that can't be written is no error.
func (x *projectBuild) keep(key string, looked *lookups, files []string, contents [][]byte) {
	if x.cache.dir == "" {
		return
	}
	if err := x.cache.put(key, looked, files, contents); err != nil {
		x.linked.Lock()
		defer x.linked.Unlock()
		if x.cacheTrouble == "" {
			x.cacheTrouble = err.Error()
		}
	}
}

// sayCache reports errors of the cache.
func (x *projectBuild) sayCache() {
	if x.cacheTrouble != "" && x.report.format == "human" {
		fmt.Fprintf(x.err, "refract: not kept in the cache: %s\n", x.cacheTrouble)
	}
}

// orphans are the outputs of the last build that no job of the next state has written, in
// order: their sources are gone, or become other files now. An output that somebody has
// changed is none.
func (x *projectBuild) orphans(next *buildState) (list []fileStamp) {
	made := map[string]bool{}
	for _, s := range next.Jobs {
		for i := range s.Wrote {
			made[s.Wrote[i].Name] = true
		}
	}
	for i := range x.jobs { // outputs of jobs that fail stay, and those that become files now
		for _, t := range x.jobs[i].item.targets {
			made[t.name] = true
		}
		made[x.jobs[i].source] = true
	}
	for _, s := range x.state.Jobs {
		for _, w := range s.Wrote {
			var touched bool
			relative, err := filepath.Rel(x.outDir, w.Name)
			if !made[w.Name] && err == nil && filepath.IsLocal(relative) && w.same(&touched) {
				made[w.Name] = true
				list = append(list, w)
			}
		}
	}
	slices.SortFunc(list, func(a, b fileStamp) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// remove removes an output, and the folders that are empty then.
func (x *projectBuild) remove(name string) {
	for os.Remove(name) == nil {
		if name = filepath.Dir(name); name == filepath.Clean(x.outDir) {
			return
		}
	}
}

// sweep removes the incomplete files of builds that were killed.
func (x *projectBuild) sweep() {
	folders := map[string]bool{filepath.Clean(x.outDir): true}
	if x.flags.depfile != "" {
		folders[filepath.Dir(x.flags.depfile)] = true
	}
	if x.cache.dir != "" {
		folders[x.cache.partial()] = true
	}
	for i := range x.jobs {
		for _, t := range x.jobs[i].item.targets {
			folders[filepath.Dir(t.name)] = true
		}
	}
	for _, s := range x.state.Jobs {
		for i := range s.Wrote {
			folders[filepath.Dir(s.Wrote[i].Name)] = true
		}
	}
	for dir := range folders {
		sweep(dir)
	}
}

// dependencies are the files that a job has read, and the folders in which a new file would
// be read instead.
func (s *jobState) dependencies() (names []string) {
	for i := range s.Read {
		names = append(names, s.Read[i].Name)
	}
	for _, name := range s.Missed {
		dir := filepath.Dir(name)
		for !isFolder(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
		names = append(names, filepath.ToSlash(dir)+"/.")
	}
	return once(names)
}

// once removes repetitions from a list and keeps the order.
func once(list []string) (out []string) {
	seen := map[string]bool{}
	for _, name := range list {
		if !seen[name] {
			seen[name], out = true, append(out, name)
		}
	}
	return out
}

// writeDepfile writes which outputs depend on which files, as Make and Ninja read it.
func (x *projectBuild) writeDepfile() error {
	var b strings.Builder
	escape := strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$", `\`, "/")
	if x.flags.stamp != "" {
		files := []string{x.flags.config}
		for i := range x.jobs {
			if s := x.state.Jobs[x.jobs[i].key]; s != nil {
				files = append(files, s.dependencies()...)
			}
		}
		files = append(files, x.project.programs...) // which may have other shaders
		for _, folder := range x.project.folders {   // a file more, or one less; Make has targets that are called as folders are
			files = append(files, filepath.Join(x.dir, folder)+"/.")
		}
		files = once(files)
		b.WriteString(escape.Replace(x.flags.stamp) + ":")
		for _, name := range files {
			b.WriteString(" \\\n  " + escape.Replace(name))
		}
		b.WriteByte('\n')
		for _, name := range files { // so that one that is gone is no error
			b.WriteString("\n" + escape.Replace(name) + ":\n")
		}
	}
	for i := range x.jobs {
		s := x.state.Jobs[x.jobs[i].key]
		if s == nil || s.Failed || x.flags.stamp != "" {
			continue
		}
		for k, w := range s.Wrote {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(escape.Replace(w.Name))
		}
		b.WriteByte(':')
		for _, name := range s.dependencies() {
			b.WriteString(" " + escape.Replace(name))
		}
		b.WriteByte('\n')
	}
	if holds(x.flags.depfile, []byte(b.String())) {
		return nil
	}
	return writeFile(x.flags.depfile, []byte(b.String()))
}
