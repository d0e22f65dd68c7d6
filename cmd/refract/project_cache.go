package main

// A cache of outputs by their inputs. Its folder may be shared, and removed at any time,
// and anybody may have written to it: an entry that isn't one of the requested job, or
// whose files differ from its list, is none, and the job's next entry replaces it.

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"refract"
	"refract/internal/confine"
)

// A contentCache is such a folder; none, if dir is "".
type contentCache struct {
	dir     string
	project string // the folder that names of files included are relative to
}

// A cachedOutput is an output of a job.
type cachedOutput struct {
	File string `json:"file"` // relative to the folder of outputs
	Hash string `json:"hash"` // of the content, which is a file of that name
}

// A cacheEntry is the result of a job for certain files.
type cacheEntry struct {
	Read    []cachedOutput `json:"read"`   // the files included, and their hashes
	Missed  []string       `json:"missed"` // places where there was no file to include
	Outputs []cachedOutput `json:"outputs"`
}

// key is of a job: refract, its settings, and the name and the content of its source. The
// name decides the language and the stage of the source, and the place of its includes.
func (c contentCache) key(settings [32]byte, name string, source []byte) string {
	h := sha256.New()
	text := func(b []byte) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(b)))
		h.Write(n[:])
		h.Write(b)
	}
	text([]byte(programStamp()))
	text(settings[:])
	text([]byte(name))
	text(source)
	return hex.EncodeToString(h.Sum(nil))
}

func (c contentCache) file(kind, hash string) string {
	return filepath.Join(c.dir, kind, hash[:2], hash[2:])
}

// get returns the outputs of a job by file, if they are known for the files as they are, and
// where the job has looked for files.
func (c contentCache) get(key string, p *projectJob, outDir string) (outputs map[string][]byte, looked lookups, ok bool) {
	text, err := confine.Regular(c.file("jobs", key), refract.MaxSourceBytes)
	if err != nil {
		return nil, looked, false
	}
	var e cacheEntry
	if json.Unmarshal(text, &e) != nil {
		return nil, looked, false
	}
	for _, r := range e.Read {
		name := fromProject(c.project, r.File)
		text, err := confine.Regular(name, refract.MaxSourceBytes)
		if err != nil || hashOf(text) != r.Hash {
			return nil, looked, false
		}
		looked.add(name, string(text), true)
	}
	for _, name := range e.Missed {
		if name = fromProject(c.project, name); isThere(name) {
			return nil, looked, false
		}
		looked.add(name, "", false)
	}
	outputs = map[string][]byte{}
	for _, o := range e.Outputs {
		if len(o.Hash) != hex.EncodedLen(sha256.Size) || strings.Trim(o.Hash, "0123456789abcdef") != "" {
			return nil, looked, false
		}
		text, err := confine.Regular(c.file("outputs", o.Hash), maxPipe)
		if err != nil || hashOf(text) != o.Hash {
			return nil, looked, false
		}
		outputs[filepath.FromSlash(o.File)] = text
	}
	return outputs, looked, p.makes(outputs, outDir)
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// makes reports whether files, by their names in the folder of outputs, are the outputs of
// a job: each of its targets, alone or once for each entry point, and nothing else.
func (p *projectJob) makes(outputs map[string][]byte, outDir string) bool {
	own := map[string]bool{}
	for _, t := range p.item.targets {
		name, err := filepath.Rel(outDir, t.name)
		if err != nil {
			return false
		}
		before := len(own)
		extension := filepath.Ext(name)
		stem := strings.TrimSuffix(name, extension)
		for file := range outputs {
			entry, below := strings.CutPrefix(file, stem+".")
			entry, ends := strings.CutSuffix(entry, extension)
			if file == name || below && ends && entry != "" && fileWord(entry) == entry {
				own[file] = true
			}
		}
		if len(own) == before {
			return false
		}
	}
	if p.item.mapping != "" {
		name, err := filepath.Rel(outDir, p.item.mapping)
		if _, made := outputs[name]; err != nil || !made {
			return false
		}
		own[name] = true
	}
	return len(own) == len(outputs)
}

// put keeps the outputs of a job. Equal outputs are kept once.
func (c contentCache) put(key string, looked *lookups, files []string, outputs [][]byte) error {
	var e cacheEntry
	for _, r := range looked.read {
		e.Read = append(e.Read, cachedOutput{inProject(c.project, r.name), hex.EncodeToString(r.hash[:])})
	}
	for _, name := range looked.missed {
		e.Missed = append(e.Missed, inProject(c.project, name))
	}
	for i, file := range files {
		hash := hashOf(outputs[i])
		e.Outputs = append(e.Outputs, cachedOutput{filepath.ToSlash(file), hash})
		name := c.file("outputs", hash)
		if old, err := confine.Regular(name, maxPipe); err != nil || !bytes.Equal(old, outputs[i]) {
			if err := c.write(name, outputs[i]); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return c.write(c.file("jobs", key), text)
}

// partial is the folder of the files of a cache that aren't complete yet.
func (c contentCache) partial() string { return filepath.Join(c.dir, "partial") }

// write makes a file of the cache, in the place of whatever has its name.
func (c contentCache) write(name string, content []byte) error {
	for _, dir := range []string{c.partial(), filepath.Dir(name)} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("the folder %s cannot be made: %w", dir, cause(err))
		}
	}
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	if err := replaceFrom(c.partial(), name, content, 0); err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, cause(err))
	}
	return nil
}
