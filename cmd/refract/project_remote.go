package main

// The remote parts of a build: outputs of jobs in a remote cache, and jobs that workers do.
// The server's protocol is the business of a program of its own, refract-remote, which
// reads actions in JSON, a line for each (docs/remote.md); so nothing of gRPC is in this
// one. An action is a build of one job in a folder of its own: its files are those that the
// job reads, by content, and refract itself.

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"refract"
	"refract/diag"
)

// A projectRemote is the table [remote] of a project.
type projectRemote struct {
	Server   string            `toml:"server"`
	Instance string            `toml:"instance"`
	Execute  int               `toml:"execute"` // from so many jobs on, workers do them; 0: they don't
	Program  string            `toml:"program"` // what refract is called on workers; "": this one is sent there
	Platform map[string]string `toml:"platform"`
	Headers  map[string]string `toml:"headers"`
	CA       string            `toml:"ca"`
	Cert     string            `toml:"cert"`
	Key      string            `toml:"key"`
	ReadOnly bool              `toml:"read-only"`
	Timeout  int               `toml:"timeout"`  // of an action, in seconds
	Wait     int               `toml:"wait"`     // for a worker to take anything, in seconds
	Parallel int               `toml:"parallel"` // actions under way at once
}

const (
	// remoteHelper is the program that speaks with the server.
	remoteHelper = "refract-remote"
	// remoteVersion is of the lines between the two.
	remoteVersion = 1
	// remoteOut is the folder of the outputs of an action.
	remoteOut = "refract-out"
	// remoteProgram is where an action has refract.
	remoteProgram = "refract-bin/refract"
	// remoteParallel is how many actions are under way at once.
	remoteParallel = 64
	// remoteTimeout is how long an action may take, in seconds.
	remoteTimeout = 600
	// remoteWait is how long actions wait for a worker to take one of them, in seconds.
	remoteWait = 20
)

// The lines. Bytes are in base64.
type (
	remoteHello struct {
		Version  int               `json:"version"`
		Server   string            `json:"server"`
		Instance string            `json:"instance,omitempty"`
		Headers  map[string]string `json:"headers,omitempty"`
		CA       string            `json:"ca,omitempty"`
		Cert     string            `json:"cert,omitempty"`
		Key      string            `json:"key,omitempty"`
		Execute  bool              `json:"execute,omitempty"`
		Wait     int               `json:"wait,omitempty"` // in seconds
	}
	remoteFile struct {
		Path       string `json:"path"`
		Data       []byte `json:"data,omitempty"`
		From       string `json:"from,omitempty"` // a file that has the data
		Executable bool   `json:"executable,omitempty"`
	}
	remoteAction struct {
		Arguments   []string          `json:"arguments"`
		Environment map[string]string `json:"environment,omitempty"`
		Directory   string            `json:"directory,omitempty"` // to run in, below that of the files
		Files       []remoteFile      `json:"files"`
		Output      string            `json:"output"` // folder of the outputs, below Directory
		Platform    map[string]string `json:"platform,omitempty"`
		Timeout     int               `json:"timeout,omitempty"`
	}
	remoteAsk struct {
		ID      int           `json:"id"`
		Do      string        `json:"do"` // "find", "store" or "run"
		Action  *remoteAction `json:"action"`
		Outputs []remoteFile  `json:"outputs,omitempty"` // to store; paths are below Output
	}
	remoteAnswer struct {
		ID      int          `json:"id"`
		Error   string       `json:"error,omitempty"`
		Found   bool         `json:"found,omitempty"`
		Exit    int          `json:"exit,omitempty"`
		Stderr  []byte       `json:"stderr,omitempty"`
		Outputs []remoteFile `json:"outputs,omitempty"`
	}
)

// A remoteClient asks a helper. It may be used concurrently.
type remoteClient struct {
	config  projectRemote
	program string // this one, as a file
	execute bool
	stop    func() error
	log     bytes.Buffer // of the helper; to be read once it has ended

	writing sync.Mutex
	in      io.WriteCloser

	mu      sync.Mutex
	waiting map[int]chan remoteAnswer
	next    int
	failed  error // nothing is asked any more
}

// startRemote starts the helper of a project. execute is whether workers are wanted.
func startRemote(config projectRemote, dir string, execute bool) (*remoteClient, error) {
	r := &remoteClient{config: config, execute: execute, waiting: map[int]chan remoteAnswer{}}
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r.program = own
	name := os.Getenv("REFRACT_REMOTE")
	if name == "" {
		if name, err = helperProgram(remoteHelper); err != nil {
			return nil, fmt.Errorf("%w: 'go -C cmd/%s install .' in a checkout of refract installs it", err, remoteHelper)
		}
	}
	cmd := exec.Command(name)
	cmd.Stderr = &r.log
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", name, cause(err))
	}
	r.in = in
	ended := make(chan struct{})
	r.stop = func() error {
		in.Close()
		<-ended
		return cmd.Wait()
	}
	hello := remoteHello{
		Version: remoteVersion, Server: config.Server, Instance: config.Instance, Execute: execute,
		CA: beside(dir, config.CA), Cert: beside(dir, config.Cert), Key: beside(dir, config.Key),
	}
	if execute {
		hello.Wait = cmp.Or(config.Wait, remoteWait)
	}
	for name, value := range config.Headers {
		if hello.Headers == nil {
			hello.Headers = map[string]string{}
		}
		hello.Headers[name] = os.ExpandEnv(value)
	}
	lines := bufio.NewReader(out)
	var first remoteAnswer
	err = r.send(&hello)
	if err == nil {
		var line []byte
		if line, err = lines.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &first)
		}
	}
	switch {
	case err != nil:
		close(ended)
		r.stop()
		if said := strings.TrimSpace(r.log.String()); said != "" {
			return nil, fmt.Errorf("%s: %s", name, said)
		}
		return nil, fmt.Errorf("%s does not answer: %w", name, cause(err))
	case first.Error != "":
		close(ended)
		r.stop()
		return nil, errors.New(first.Error)
	}
	go func() {
		defer close(ended)
		r.read(lines)
	}()
	return r, nil
}

// beside is a file that a project names; "" stays that.
func beside(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

func (r *remoteClient) send(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	r.writing.Lock()
	defer r.writing.Unlock()
	if _, err = r.in.Write(append(text, '\n')); err != nil {
		return endedError(err)
	}
	return nil
}

// endedError is the error of writing to a helper, or reading from it, that has ended.
func endedError(err error) error {
	return fmt.Errorf("%s has ended: %w", remoteHelper, cause(err))
}

// read hands answers to those who wait for them.
func (r *remoteClient) read(lines *bufio.Reader) {
	var failure error
	for {
		var a remoteAnswer
		line, err := lines.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &a)
		}
		if err != nil {
			failure = endedError(err)
			break
		}
		r.mu.Lock()
		if c := r.waiting[a.ID]; c != nil {
			delete(r.waiting, a.ID)
			c <- a
		}
		r.mu.Unlock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = failure
	for id, c := range r.waiting {
		delete(r.waiting, id)
		c <- remoteAnswer{Error: failure.Error()}
	}
}

// ask has the helper do something.
func (r *remoteClient) ask(do string, action *remoteAction, outputs []remoteFile) (remoteAnswer, error) {
	c := make(chan remoteAnswer, 1)
	r.mu.Lock()
	if r.failed != nil {
		r.mu.Unlock()
		return remoteAnswer{}, r.failed
	}
	r.next++
	id := r.next
	r.waiting[id] = c
	r.mu.Unlock()
	if err := r.send(remoteAsk{ID: id, Do: do, Action: action, Outputs: outputs}); err != nil {
		return remoteAnswer{}, err
	}
	a := <-c
	if a.Error != "" {
		return a, errors.New(a.Error)
	}
	return a, nil
}

// action is the build of a job as workers would do it; nil: it can't be one, since it reads
// or writes files that no folder of its own can have, or has diagnostics.
func (x *projectBuild) action(p *projectJob, source []byte) (a *remoteAction, looked lookups) {
	looked, ok := x.inputs(p, source)
	if !ok {
		return nil, looked
	}
	config := *p.alone
	config.OutDir = remoteOut
	text, err := toml.Marshal(config)
	if err != nil {
		return nil, looked
	}
	r := x.remote
	a = &remoteAction{
		Output: remoteOut, Platform: r.config.Platform, Timeout: r.config.Timeout,
		Environment: map[string]string{"REFRACT_VERSION": version()},
	}
	if a.Timeout == 0 {
		a.Timeout = remoteTimeout
	}
	base := x.dir // so that it is the same wherever the build is started
	if p.flags.debug {
		base = "." // from where the outputs call the source
	}
	files := map[string]remoteFile{}
	add := func(name string, data []byte) bool {
		name, ok := relativeName(base, name)
		files[name] = remoteFile{Path: name, Data: data}
		return ok
	}
	configName, ok := relativeName(base, x.flags.config)
	if !ok || p.flags.debug && filepath.IsAbs(x.flags.config) || !add(configName, text) || !add(p.source, source) {
		return nil, looked
	}
	for _, r := range looked.read {
		if !add(r.name, []byte(r.text)) {
			return nil, looked
		}
	}
	if a.Directory, ok = lift(files); !ok {
		return nil, looked
	}
	program := r.config.Program
	if program == "" {
		files[remoteProgram] = remoteFile{Path: remoteProgram, From: r.program, Executable: true}
		program = strings.Repeat("../", depth(a.Directory)) + remoteProgram
		if a.Directory == "" {
			program = "./" + program
		}
	}
	a.Arguments = []string{program, "build", "--config", configName, "--once", "--jobs", "1", "--format", "short"}
	if dir := path.Dir(configName); dir != "." { // outputs are beside the project's file
		a.Output = path.Join(dir, remoteOut)
	}
	if strings.HasPrefix(a.Output, "../") {
		return nil, looked
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		a.Files = append(a.Files, files[name])
	}
	return a, looked
}

// relativeName is a file's name relative to a folder, with slashes.
func relativeName(base, name string) (string, bool) {
	if base != "." {
		from, err := filepath.Abs(base)
		if err != nil {
			return "", false
		}
		if name, err = filepath.Abs(name); err != nil {
			return "", false
		}
		if name, err = filepath.Rel(from, name); err != nil {
			return "", false
		}
	} else if filepath.IsAbs(name) {
		here, err := os.Getwd()
		if err != nil {
			return "", false
		}
		if name, err = filepath.Rel(here, name); err != nil {
			return "", false
		}
	}
	return filepath.ToSlash(filepath.Clean(name)), true
}

// depth is how many folders a relative path names.
func depth(dir string) int {
	if dir == "" {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// lift moves files so far down that all are below one folder, which the returned one is
// the current folder in.
func lift(files map[string]remoteFile) (string, bool) {
	up := 0
	for name := range files {
		n := 0
		for rest := name; strings.HasPrefix(rest, "../"); rest = rest[3:] {
			n++
		}
		up = max(up, n)
	}
	if up == 0 {
		return "", true
	}
	dir := strings.Repeat("/d", up)[1:]
	for _, name := range slices.Collect(maps.Keys(files)) {
		f := files[name]
		delete(files, name)
		f.Path = path.Join(dir, name)
		if _, taken := files[f.Path]; taken {
			return "", false
		}
		files[f.Path] = f
	}
	return dir, true
}

// inputs are the places where a job looks for files besides its source; false: the job is
// one for this machine.
func (x *projectBuild) inputs(p *projectJob, source []byte) (looked lookups, ok bool) {
	if p.alone == nil {
		return looked, false
	}
	switch {
	case p.from == refract.WGSL:
	case isGLSL(p.from) || p.from == refract.HLSL:
		if len(p.flags.source.links) == 0 && !bytes.Contains(source, []byte("include")) && !bytes.Contains(source, []byte("\\")) {
			return looked, true // a word may go on in the next line behind a backslash
		}
	default:
		return looked, true
	}
	o, err := p.flags.options(p.word)
	if err != nil {
		return looked, false
	}
	looked.note(o.Parse.Options)
	clean := true
	o.Parse.Language, o.Parse.Warn = p.from, func(*diag.Diagnostics) { clean = false }
	if _, err := refract.Parse(context.Background(), p.source, source, o.Parse); err != nil || !clean {
		return looked, false
	}
	return looked, true
}

// outputsOf are the outputs of an answer by file; nil: they aren't those of the job.
func (x *projectBuild) outputsOf(p *projectJob, a remoteAnswer) map[string][]byte {
	if a.Exit != 0 || len(a.Stderr) > 0 || len(a.Outputs) == 0 {
		return nil // what it has to say is said here
	}
	outputs := map[string][]byte{}
	for _, f := range a.Outputs {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			return nil
		}
		outputs[filepath.FromSlash(f.Path)] = f.Data
	}
	if !p.makes(outputs, x.outDir) {
		return nil
	}
	return outputs
}

// A remoteResult is how far the server has got with a job.
type remoteResult struct {
	action *remoteAction // to store, if outputs is nil
	looked lookups
	files  map[string][]byte // the outputs
	ran    bool              // by a worker, now
}

// fromRemote asks the server for a job's outputs, and has workers make them.
func (x *projectBuild) fromRemote(p *projectJob, source []byte) (out remoteResult) {
	if out.action, out.looked = x.action(p, source); out.action == nil {
		return out
	}
	a, err := x.remote.ask("find", out.action, nil)
	if err == nil && a.Found {
		out.files = x.outputsOf(p, a)
	}
	if err == nil && out.files == nil && x.remote.execute {
		if a, err = x.remote.ask("run", out.action, nil); err != nil {
			x.remoteFailed("remote workers", err)
			return out // the others may have what is made here
		}
		out.files = x.outputsOf(p, a)
		out.ran = out.files != nil
	}
	if err != nil {
		x.remoteFailed("the remote cache", err)
		out.action = nil
	}
	return out
}

// toRemote gives the outputs of a job to the server.
func (x *projectBuild) toRemote(action *remoteAction, files []string, contents [][]byte) {
	if action == nil || x.remote.config.ReadOnly {
		return
	}
	outputs := make([]remoteFile, len(files))
	for i, name := range files {
		outputs[i] = remoteFile{Path: filepath.ToSlash(name), Data: contents[i]}
	}
	if _, err := x.remote.ask("store", action, outputs); err != nil {
		x.remoteFailed("the remote cache", err)
	}
}

// remoteFailed notes the first thing that went wrong: the build goes on without.
func (x *projectBuild) remoteFailed(what string, err error) {
	x.linked.Lock()
	defer x.linked.Unlock()
	if x.remoteTrouble == "" && !x.remoteSaid {
		x.remoteTrouble = fmt.Sprintf("built without %s: %v", what, err)
	}
}

// sayRemote reports an error of the server, once. clear is written before.
func (x *projectBuild) sayRemote(clear string) {
	x.linked.Lock()
	defer x.linked.Unlock()
	if x.remoteTrouble != "" && x.report.format == "human" {
		fmt.Fprintf(x.err, "%srefract: %s\n", clear, x.remoteTrouble)
		x.remoteTrouble, x.remoteSaid = "", true
	}
}
