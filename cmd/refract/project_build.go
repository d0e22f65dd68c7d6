package main

// Building a project: jobs that are out of date are built, and unchanged files aren't
// written.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"refract"
	"refract/diag"
	"refract/internal/embedded"
)

// A projectFlags is the flags of build about projects.
type projectFlags struct {
	config  string
	cache   string
	depfile string
	stamp   string // --depfile-target
	dryRun  bool
	watch   bool
	once    bool
	remote  string
}

// A projectBuild is one build of a project.
type projectBuild struct {
	*build
	flags        *projectFlags
	again        bool // say nothing if nothing was to be done
	project      *projectFile
	dir          string
	outDir       string
	cache        contentCache
	linked       sync.Mutex
	content      map[[32]byte]string // files of permutations, by content
	jobs         []projectJob
	state        *buildState
	tried        []string // places where jobs that failed have looked
	cacheTrouble string   // the first thing that went wrong with the cache

	remote        *remoteClient // nil: none
	remoteTrouble string        // what went wrong with it, to be said
	remoteSaid    bool          // it has been
	local         chan struct{} // a place for each job that this machine does at once
}

// A projectResult is the result of a job.
type projectResult struct {
	job
	index   int
	state   *jobState
	written int
	cached  bool
	remote  bool    // the outputs came from a server
	ran     bool    // a worker made them now
	looked  lookups // for files included
}

// project builds the project.
func (b *build) project() error {
	f := &b.flags
	if f.config == "" {
		f.config = projectName
	}
	if !f.watch {
		_, err := b.projectOnce(false)
		return err
	}
	return b.watchProject()
}

// projectOnce builds once, and returns the build for whoever watches. again: a watcher
// knows the state, and wants to see only news.
func (b *build) projectOnce(again bool) (*projectBuild, error) {
	start := time.Now()
	p, err := readProject(b.flags.config)
	if err != nil {
		return nil, err
	}
	x := &projectBuild{build: b, flags: &b.flags, dir: projectDir(b.flags.config), content: map[[32]byte]string{}, again: again}
	x.outDir, x.cache.project = filepath.Join(x.dir, p.OutDir), x.dir
	if x.cache.dir = b.flags.cache; x.cache.dir == "" && p.Cache != "" && !b.flags.once {
		x.cache.dir = filepath.Join(x.dir, p.Cache)
	}
	if x.jobs, err = p.plan(x.dir); err != nil {
		return nil, err
	}
	if b.flags.remote != "" {
		if p.Remote == nil {
			p.Remote = new(projectRemote)
		}
		p.Remote.Server = b.flags.remote
	}
	x.project = p
	return x, x.run(start)
}

// settingsHash is the hash of a job's inputs besides files.
func settingsHash(j *projectJob) [32]byte { return sha256.Sum256([]byte(j.settings)) }

// run builds jobs that are out of date.
func (x *projectBuild) run(start time.Time) error {
	r, err := x.report.reporter(x.err)
	if err != nil {
		return err
	}
	if x.flags.once {
		x.state = &buildState{Program: programStamp()}
	} else {
		x.state = readState(x.outDir, x.dir)
	}
	next := &buildState{Program: x.state.Program, Jobs: make(map[string]*jobState, len(x.jobs))}
	if !x.flags.dryRun {
		x.sweep()
	}
	changed := false
	var due []int
	for i := range x.jobs {
		old := x.state.Jobs[x.jobs[i].key]
		why := old.stale(settingsHash(&x.jobs[i]), &changed)
		if why == "" {
			next.Jobs[x.jobs[i].key] = old
			continue
		}
		due = append(due, i)
		if x.flags.dryRun {
			var outs []string
			for _, t := range x.jobs[i].item.targets {
				outs = append(outs, quoted(t.name))
			}
			fmt.Fprintf(x.out, "build %s -> %s (%s)\n", strings.Replace(x.jobs[i].label, x.jobs[i].source, quoted(x.jobs[i].source), 1), strings.Join(outs, " "), why)
		}
	}
	if x.flags.dryRun {
		for i := range x.jobs {
			if old := x.state.Jobs[x.jobs[i].key]; old != nil {
				next.Jobs[x.jobs[i].key] = old
			}
		}
		for _, w := range x.orphans(next) {
			fmt.Fprintf(x.out, "remove %s\n", quoted(w.Name))
		}
		fmt.Fprintf(x.out, "%d to build, %d up to date\n", len(due), len(x.jobs)-len(due))
		return nil
	}
	workers := x.build.jobs
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	x.local = make(chan struct{}, workers)
	if c := x.project.Remote; c != nil && c.Server != "" && len(due) > 0 {
		if x.remote, err = startRemote(*c, x.dir, c.Execute > 0 && len(due) >= c.Execute); err != nil {
			x.remoteFailed("the remote cache", err)
		} else {
			workers = max(workers, cmp.Or(c.Parallel, remoteParallel))
			defer x.remote.stop()
		}
	}
	failed, written, cached, shared, ran, done := 0, 0, 0, 0, 0, 0
	progress, clear := r.format == "human" && isTerminal(x.err), ""
	if progress {
		clear = "\r\x1b[K"
	}
	var said repeats
	err = inOrder(len(due), workers,
		func(k int) projectResult { return x.one(due[k]) },
		func(res projectResult) error {
			done++
			x.sayRemote(clear)
			if progress {
				fmt.Fprintf(x.err, "%s[%d/%d] %s", clear, done, len(due), x.jobs[res.index].label)
				if done == len(due) || res.found != nil {
					fmt.Fprint(x.err, clear)
				}
			}
			if res.err != nil {
				return res.err
			}
			written += res.written
			switch {
			case res.ran:
				ran++
			case res.remote:
				shared++
			case res.cached:
				cached++
			}
			key := x.jobs[res.index].key
			if res.state != nil {
				next.Jobs[key] = res.state
			} else {
				failed++
				x.tried = append(x.tried, res.looked.places()...)
				if old := x.state.Jobs[key]; old != nil {
					next.Jobs[key] = &jobState{Failed: true, Wrote: old.Wrote}
				}
			}
			if r.format != "json" { // which says of each job how it stands
				j := &x.jobs[res.index]
				res.found = said.left(j.source, j.permuted, res.found)
			}
			return r.add(res.name, res.found)
		})
	if err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	x.sayRemote("")
	x.sayCache()
	for _, w := range x.orphans(next) {
		x.remove(w.Name)
		changed = true
	}
	if !x.flags.once && (changed || len(due) > 0 || len(next.Jobs) != len(x.state.Jobs)) {
		if err := next.write(x.outDir, x.dir); err != nil {
			return err
		}
	}
	x.state = next
	if x.flags.depfile != "" {
		if err := x.writeDepfile(); err != nil {
			return err
		}
	}
	if r.format == "human" && (!x.again || len(due) > 0) {
		fmt.Fprintf(x.err, "%d built, %d up to date", len(due)-failed, len(x.jobs)-len(due))
		if cached > 0 {
			fmt.Fprintf(x.err, ", %d of them from the cache", cached)
		}
		if shared > 0 {
			fmt.Fprintf(x.err, ", %d of them from the remote cache", shared)
		}
		if ran > 0 {
			fmt.Fprintf(x.err, ", %d of them by remote workers", ran)
		}
		if failed > 0 {
			fmt.Fprintf(x.err, ", %d failed", failed)
		}
		fmt.Fprintf(x.err, "; %s written in %d ms\n", count(written, "file"), time.Since(start).Milliseconds())
	}
	if failed > 0 {
		return errReported
	}
	return nil
}

// quoted is a file's name in a list of names.
func quoted(name string) string {
	if strings.ContainsAny(name, " \t\"") {
		return strconv.Quote(name)
	}
	return name
}

// one builds a job.
func (x *projectBuild) one(i int) (res projectResult) {
	p := &x.jobs[i]
	res.index, res.job.name = i, p.source
	s := &jobState{Settings: settingsHash(p)}
	start := time.Now().UnixNano()
	note := func(name string, hash [32]byte) error {
		stamp, err := stampOf(name)
		stamp.Hash, stamp.Seen = hash, start
		s.Read = append(s.Read, stamp)
		return err
	}
	noteAll := func(looked *lookups) error {
		s.Missed = looked.missed
		for _, r := range looked.read {
			if err := note(r.name, r.hash); err != nil {
				return err
			}
		}
		return nil
	}
	if p.problems != nil {
		res.found = embedded.Misplaced(p.problems, p.source, p.program)
		return res
	}
	src, err := readInput(x.streams, p.source)
	if err != nil {
		res.fail(err)
		return res
	}
	if res.err = note(p.source, sha256.Sum256(src)); res.err != nil {
		return res
	}
	var shader *embedded.Shader
	if p.shader != "" {
		found := readProgram(p.source, string(src), p.rule)
		if shader = findShader(&found, p.shader); shader == nil {
			return res // the program has changed since the jobs were planned
		}
		if len(shader.Holes) > 0 {
			res.found = shader.Unknown(p.source, diag.Error)
			return res
		}
		src = []byte(shader.Text)
	}
	key := x.cache.key(s.Settings, inProject(x.dir, p.source), src)
	if p.flags.debug { // the outputs have the name of the source
		key = x.cache.key(s.Settings, p.source, src)
	}
	if x.cache.dir != "" {
		if outputs, looked, ok := x.cache.get(key, p, x.outDir); ok {
			res.cached = true
			if res.err = noteAll(&looked); res.err == nil {
				_, _, res.err = x.deliverAll(&res, s, outputs)
			}
			return res
		}
	}
	var elsewhere remoteResult
	if x.remote != nil {
		elsewhere = x.fromRemote(p, src)
	}
	if elsewhere.files != nil {
		res.remote, res.ran = true, elsewhere.ran
		if res.err = noteAll(&elsewhere.looked); res.err != nil {
			return res
		}
		files, contents, err := x.deliverAll(&res, s, elsewhere.files)
		if res.err = err; err == nil {
			x.keep(key, &elsewhere.looked, files, contents)
		}
		return res
	}
	x.local <- struct{}{}
	defer func() { <-x.local }()
	o, err := p.flags.options(p.word)
	if err != nil {
		res.err = err
		return res
	}
	looked := &res.looked
	looked.note(o.Parse.Options)
	o.From, o.Warn = p.from, res.warn
	wanted := written(p.item.targets)
	for i := range wanted {
		wanted[i].Each = o.Write.EntryPoint == ""
	}
	res.outputs, err = refract.TranslateAll(context.Background(), p.source, src, o, wanted...)
	res.fail(err)
	if shader != nil {
		res.found = shader.Placed(res.found, p.source)
	}
	if _, fails := x.report.warnings.apply(res.found); fails {
		res.outputs = nil
	}
	if res.err != nil || !res.whole() {
		return res
	}
	if res.err = noteAll(looked); res.err != nil {
		return res
	}
	names := &build{makers: map[string]string{}}
	targets, outputs, err := names.files(p.item, res.outputs)
	if err != nil {
		res.err = err
		return res
	}
	var files []string
	var contents [][]byte
	deliver := func(name string, content []byte) bool {
		relative, err := filepath.Rel(x.outDir, name)
		if err == nil {
			err = x.deliver(&res, s, name, content)
		}
		files, contents, res.err = append(files, relative), append(contents, content), err
		return err == nil
	}
	for k, t := range targets {
		if !deliver(t.name, outputs[k].Bytes()) {
			return res
		}
	}
	if p.item.mapping != "" {
		text, err := mappingText(x.outDir, targets, outputs)
		if err != nil {
			res.err = err
			return res
		}
		if !deliver(p.item.mapping, text) {
			return res
		}
	}
	if res.found == nil { // warnings are said again
		x.keep(key, looked, files, contents)
		if x.remote != nil && looked.equal(&elsewhere.looked) {
			x.toRemote(elsewhere.action, files, contents)
		}
	}
	res.state = s
	return res
}
