package wasm

// This file keeps machine code on disk, by the content of its source.

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
)

// maxCache is how many bytes of machine code are kept on disk; the oldest go.
const maxCache = 64 << 20

var cacheFolder atomic.Pointer[string]

// CacheIn keeps the machine code of shaders in a folder, which is made when it is needed,
// for all programs of this process that run from then on. It is to be called before
// anything is run, and nobody but the user may be able to write the folder: its contents
// are executed. A folder that can't be written keeps nothing.
func CacheIn(folder string) { cacheFolder.Store(&folder) }

// cached is a configuration with the cache, if there is one.
func cached(c wazero.RuntimeConfig) wazero.RuntimeConfig {
	folder := cacheFolder.Load()
	if folder == nil || os.MkdirAll(*folder, 0o700) != nil {
		return c
	}
	trim(*folder, maxCache)
	cache, err := wazero.NewCompilationCacheWithDir(*folder)
	if err != nil {
		return c
	}
	return c.WithCompilationCache(cache)
}

// trim removes the oldest files of a folder until the others have no more bytes than
// asked.
func trim(folder string, most int64) {
	type file struct {
		path string
		size int64
		time time.Time
	}
	var files []file
	total := int64(0)
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			files = append(files, file{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(a.time.Compare(b.time), cmp.Compare(a.path, b.path)) })
	for _, f := range files {
		if total <= most {
			return
		}
		if os.Remove(f.path) == nil {
			total -= f.size
		}
	}
}
