package main

// Building a project: what is out of date is built, and nothing is written that hasn't
// changed.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"refract"
	"refract/front/glsl"
	"refract/front/glsl/pp"
	"refract/front/wgsl"
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
	flags   *projectFlags
	again   bool // say nothing where nothing was to be done
	project *projectFile
	dir     string
	outDir  string
	cache   contentCache
	linked  sync.Mutex
	content map[[32]byte]string // files of permutations, by content
	jobs    []projectJob
	state   *buildState
	tried   []string // what jobs that failed included

	remote        *remoteClient // nil: none
	remoteTrouble string        // what went wrong with it, to be said
	remoteSaid    bool          // it has been
	local         chan struct{} // a place for each job that this machine does at once
}

// A projectResult is what became of a job.
type projectResult struct {
	job
	index   int
	state   *jobState
	written int
	cached  bool
	remote  bool     // the outputs came from a server
	ran     bool     // a worker made them now
	tried   []string // files included
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

// projectOnce builds once, and returns the build for whoever watches. again: who watches
// has been told how things stand, and wants to know what is new.
func (b *build) projectOnce(again bool) (*projectBuild, error) {
	start := time.Now()
	p, err := readProject(b.flags.config)
	if err != nil {
		return nil, err
	}
	x := &projectBuild{build: b, flags: &b.flags, dir: projectDir(b.flags.config), content: map[[32]byte]string{}, again: again}
	x.outDir, x.cache.project = filepath.Join(x.dir, p.OutDir), x.dir
	if x.cache.dir = b.flags.cache; x.cache.dir == "" && p.Cache != "" {
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

// settingsHash is of what decides a job's outputs besides files.
func settingsHash(j *projectJob) [32]byte { return sha256.Sum256([]byte(j.settings)) }

// run builds what is out of date.
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
			if res.state != nil {
				next.Jobs[x.jobs[res.index].key] = res.state
			} else {
				failed++
				x.tried = append(x.tried, res.tried...)
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

// noting is an includer that notes what it has read.
type noting struct {
	pp.Includer
	read *[]string
}

func (n noting) Include(name, from string, system bool) (string, string, error) {
	path, text, err := n.Includer.Include(name, from, system)
	if err == nil {
		*n.read = append(*n.read, path)
	}
	return path, text, err
}

// noteReads has the files noted that sources include, import or are linked with.
func noteReads(list refract.LanguageOptions, read *[]string) {
	for _, options := range list {
		if g, ok := options.(*glsl.Options); ok {
			g.Preprocessor.Includer = noting{g.Preprocessor.Includer, read}
			for i := range g.Link {
				*read = append(*read, g.Link[i].Name)
			}
		}
		if g, ok := options.(*wgsl.Options); ok {
			if w, ok := g.Importer.(*weslImporter); ok {
				w.noted = func(file string) { *read = append(*read, file) }
			}
		}
	}
}

// once lists what is in a list, each once, in the order in which it is there first.
func once(list []string) (out []string) {
	seen := map[string]bool{}
	for _, name := range list {
		if !seen[name] {
			seen[name], out = true, append(out, name)
		}
	}
	return out
}

// one builds a job.
func (x *projectBuild) one(i int) (res projectResult) {
	p := &x.jobs[i]
	res.index, res.job.name = i, p.source
	s := &jobState{Settings: settingsHash(p), When: time.Now().UnixNano()}
	note := func(name string, text []byte) error {
		stamp, err := stampOf(name)
		if err != nil {
			return err
		}
		stamp.Hash = sha256.Sum256(text)
		s.Read = append(s.Read, stamp)
		return nil
	}
	noteAll := func(names []string) error {
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err == nil {
				err = note(name, text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	src, err := readInput(x.streams, p.source)
	if err != nil {
		res.fail(err)
		return res
	}
	if res.err = note(p.source, src); res.err != nil {
		return res
	}
	named := ""
	if p.flags.debug {
		named = p.source
	}
	key := x.cache.key(s.Settings, named, src)
	if x.cache.dir != "" {
		if outputs, read, ok := x.cache.get(key); ok {
			res.cached = true
			if res.err = noteAll(read); res.err == nil {
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
		if res.err = noteAll(elsewhere.read); res.err != nil {
			return res
		}
		files, contents, err := x.deliverAll(&res, s, elsewhere.files)
		if res.err = err; err == nil && x.cache.dir != "" {
			res.err = x.cache.put(key, s.Read[1:], files, contents)
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
	var included []string
	noteReads(o.Parse.Options, &included)
	o.From, o.Warn = p.from, res.warn
	wanted := written(p.item.targets)
	for i := range wanted {
		wanted[i].Each = o.Write.EntryPoint == ""
	}
	res.outputs, err = refract.TranslateTargets(p.source, src, o, wanted...)
	res.fail(err)
	res.tried = included
	if _, fails := x.report.warnings.apply(res.found); fails {
		res.outputs = nil
	}
	if res.err != nil || !res.whole() {
		return res
	}
	if res.err = noteAll(once(included)); res.err != nil {
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
		if x.cache.dir != "" {
			if res.err = x.cache.put(key, s.Read[1:], files, contents); res.err != nil {
				return res
			}
		}
		if x.remote != nil {
			x.toRemote(elsewhere.action, files, contents)
		}
	}
	res.state = s
	return res
}

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

// deliver makes content a file, unless it is that already. What another job of this build
// has written with the same content is linked to, where the file system can do that.
func (x *projectBuild) deliver(res *projectResult, s *jobState, name string, content []byte) error {
	sum := sha256.Sum256(content)
	old, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(old, content) {
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

// writeDepfile writes which outputs depend on which files, as Make and Ninja read it.
func (x *projectBuild) writeDepfile() error {
	var b strings.Builder
	escape := strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$", `\`, "/")
	if x.flags.stamp != "" {
		files := []string{x.flags.config}
		for i := range x.jobs {
			if s := x.state.Jobs[x.jobs[i].key]; s != nil {
				for _, r := range s.Read {
					files = append(files, r.Name)
				}
			}
		}
		for _, folder := range x.project.folders { // a file more, or one less; Make has targets that are called as folders are
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
		if s == nil || x.flags.stamp != "" {
			continue
		}
		for k, w := range s.Wrote {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(escape.Replace(w.Name))
		}
		b.WriteByte(':')
		for _, r := range s.Read {
			b.WriteString(" " + escape.Replace(r.Name))
		}
		b.WriteByte('\n')
	}
	if old, err := os.ReadFile(x.flags.depfile); err == nil && string(old) == b.String() {
		return nil
	}
	return writeFile(x.flags.depfile, []byte(b.String()))
}

// watchInterval is how often files are looked at.
const watchInterval = 200 * time.Millisecond

// watchProject builds whenever something has changed, until it is interrupted.
func (b *build) watchProject() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for first := true; ; first = false {
		start := time.Now().UnixNano()
		x, err := b.projectOnce(!first)
		if err != nil && !errors.Is(err, errReported) {
			var usage *usageError
			if first || !errors.As(err, &usage) {
				return err
			}
			fmt.Fprintf(b.err, "refract: %v\n", err) // refract.toml is being written
		}
		if !untilChanged(ctx, start, func() (string, int64) { return b.watched(x) }) {
			return nil
		}
	}
}

// untilChanged waits until what look describes is another than it is now, or may be
// another than what was read from start on; false: the context has ended. look returns a
// description of files and the newest of their times.
func untilChanged(ctx context.Context, start int64, look func() (all string, newest int64)) bool {
	last, newest := look()
	// What has changed since the start may have been read before it did.
	again := newest+grain >= start && newest <= time.Now().UnixNano()
	for now := last; now == last; now, _ = look() {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(watchInterval):
		}
		if again {
			break
		}
	}
	return true
}

// watched is what is looked at: the times of the project's file, of the sources and of what
// they include, and which sources there are; and the newest of the times.
func (b *build) watched(x *projectBuild) (all string, newest int64) {
	files := []string{b.flags.config}
	if x == nil {
		return stampsOf(files)
	}
	if p, err := readProject(b.flags.config); err == nil {
		if list, err := p.find(x.dir); err == nil {
			for _, name := range list {
				files = append(files, filepath.Join(x.dir, filepath.FromSlash(name)))
			}
		}
	}
	files = append(files, x.tried...)
	for i := range x.jobs {
		if x.state == nil {
			break
		}
		if state := x.state.Jobs[x.jobs[i].key]; state != nil {
			for _, r := range state.Read {
				files = append(files, r.Name)
			}
		}
	}
	return stampsOf(files)
}

// stampsOf describes files, without reading them, and the newest of their times.
func stampsOf(files []string) (all string, newest int64) {
	var s strings.Builder
	for _, name := range files {
		stamp, err := stampOf(name)
		newest = max(newest, stamp.Time)
		fmt.Fprintln(&s, name, stamp.Size, stamp.Time, err != nil)
	}
	return s.String(), newest
}
