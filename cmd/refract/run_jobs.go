package main

// Jobs: many runs, one JSON object a line in and out, run in parallel and
// answered in order.

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
	"refract/ir"
)

// defaultJobSteps ends a job without a limit of its own: after half a minute or so.
const defaultJobSteps = 1 << 32

// maxJobLine is the longest line that is a job.
const maxJobLine = 256 << 20

// A runJob is a line of the input; other fields are errors.
type runJob struct {
	Name       string                     `json:"name"`
	Source     *string                    `json:"source"`
	Shader     string                     `json:"shader"` // path of a file, instead of a source
	Language   string                     `json:"language"`
	Entry      string                     `json:"entry"`
	Workgroups []uint32                   `json:"workgroups"`
	Buffers    map[string]jobBuffer       `json:"buffers"`
	Scenes     map[string]json.RawMessage `json:"scenes"`  // acceleration structures
	Outputs    []string                   `json:"outputs"` // none: all buffers
	Overrides  map[string]any             `json:"overrides"`
	Engine     string                     `json:"engine"`
	Optimize   *int                       `json:"optimize"` // none: as the command line says
	Float      string                     `json:"float"`    // "": likewise
	MaxSteps   uint64                     `json:"max_steps"`
}

// A jobBuffer is the initial content of a buffer: bytes, zeros up to the size, or both.
type jobBuffer struct {
	Hex  string `json:"hex"`
	Size int    `json:"size"`
}

// An answer is a line of the output.
type answer struct {
	Name     string            `json:"name"`
	OK       bool              `json:"ok"`
	Crash    bool              `json:"crash,omitempty"` // the engine itself failed
	Buffers  map[string]string `json:"buffers,omitempty"`
	Messages []message         `json:"messages"`
}

// A message is a finding; line and column are 0 if unknown.
type message struct {
	Type   string `json:"type"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// runJobs answers every line of the input.
func (v *running) runJobs(ctx context.Context) error {
	in := v.in
	if v.jobs != stdName {
		file, err := os.Open(v.jobs)
		if err != nil {
			return fmt.Errorf("%s cannot be read: %w", v.jobs, cause(err))
		}
		defer file.Close()
		in = file
	}
	options, _, err := v.options()
	if err != nil {
		return err
	}
	var parse refract.ParseOptions
	if err := v.source.apply(&parse, v.from); err != nil {
		return err
	}
	optimize, err := optimizeOptions(v.optimize, v.float)
	if err != nil {
		return err
	}
	options.Workers = 0
	workers := v.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return v.answerAll(ctx, in, options, reading{parse, optimize, v.engine}, workers)
}

// A ticket is a line on its way to its answer.
type ticket struct {
	number int
	line   []byte
	answer chan []byte
}

// answerAll reads lines, works on several at once, and writes the answers in order. The
// number of waiting answers is bounded.
func (v *running) answerAll(ctx context.Context, in io.Reader, o exec.RunOptions, read reading, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	work := make(chan ticket)
	order := make(chan ticket, 4*workers)
	readError := make(chan error, 1)
	go func() {
		// Reading may block for ever on a terminal: this goroutine isn't waited for.
		defer close(order)
		defer close(work)
		readError <- eachLine(in, func(number int, line []byte) bool {
			t := ticket{number, line, make(chan []byte, 1)}
			for _, to := range []chan ticket{order, work} {
				select {
				case to <- t:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	for range workers {
		running.Go(func() {
			for {
				select {
				case t, more := <-work:
					if !more {
						return
					}
					t.answer <- answerLine(ctx, t, o, read)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	done := 0
	p := newProgress(v.err)
	defer p.clear()
	for {
		select {
		case t, more := <-order:
			if !more {
				return <-readError
			}
			var line []byte
			select {
			case line = <-t.answer:
			case <-ctx.Done():
				return errors.New("interrupted")
			}
			if ctx.Err() != nil {
				return errors.New("interrupted")
			}
			if _, err := v.out.Write(line); err != nil {
				return fmt.Errorf("standard output cannot be written: %w", err)
			}
			done++
			p.show(done)
		case <-ctx.Done():
			return errors.New("interrupted")
		}
	}
}

// eachLine calls f with a copy of each line that isn't blank, until it returns
// false.
func eachLine(in io.Reader, f func(number int, line []byte) bool) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxJobLine)
	for number := 1; lines.Scan(); number++ {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 && !f(number, slices.Clone(line)) {
			return nil
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("the jobs cannot be read: %w", err)
	}
	return nil
}

// answerLine runs one line and returns its answer as a line.
func answerLine(ctx context.Context, t ticket, o exec.RunOptions, read reading) []byte {
	a := answer{Name: fmt.Sprint(t.number), Messages: []message{}}
	var j runJob
	if err := decodeJob(t.line, &j); err != nil {
		// Even of a malformed job the name may be there to answer to.
		var named struct{ Name string }
		if json.Unmarshal(t.line, &named) == nil && named.Name != "" {
			a.Name = named.Name
		}
		a.fail(fmt.Errorf("the job is malformed: %w", err))
	} else {
		if j.Name != "" {
			a.Name = j.Name
		}
		a.run(ctx, &j, o, read)
	}
	out, err := json.Marshal(&a)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return append(out, '\n')
}

func decodeJob(line []byte, j *runJob) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(j); err != nil {
		var wrong *json.UnmarshalTypeError
		// Package json has no type for this error.
		quoted, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
		switch {
		case unknown:
			return unknownField(quoted)
		case errors.As(err, &wrong) && wrong.Field != "":
			return fmt.Errorf("%q can't be a %s", wrong.Field, wrong.Value)
		case wrong != nil:
			return fmt.Errorf("an object is expected, not a JSON %s", wrong.Value)
		case errors.Is(err, io.ErrUnexpectedEOF):
			return errors.New("the line ends within the object")
		}
		return err
	}
	if d.More() {
		return errors.New("more than one value is on the line")
	}
	return nil
}

// unknownField reports that jobs and their buffers have no field of the name, which is
// quoted, and suggests one.
func unknownField(quoted string) error {
	text := "there is no field " + quoted
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return errors.New(text)
	}
	var names []string
	for _, of := range []reflect.Type{reflect.TypeFor[runJob](), reflect.TypeFor[jobBuffer]()} {
		for i := range of.NumField() {
			names = append(names, of.Field(i).Tag.Get("json"))
		}
	}
	if near := nearest(name, names); near != "" {
		text += fmt.Sprintf("; is %q meant?", near)
	}
	return errors.New(text)
}

// fail adds the messages of an error.
func (a *answer) fail(err error) {
	a.OK = false
	var found *diag.Diagnostics
	if errors.As(err, &found) {
		a.add(found)
		return
	}
	a.Messages = append(a.Messages, message{Type: "error", Text: err.Error()})
}

// add adds findings.
func (a *answer) add(found *diag.Diagnostics) {
	if found == nil {
		return
	}
	for _, d := range found.Items {
		m := message{Type: d.Severity.String(), Text: d.Message}
		if found.Sources != nil {
			if at, ok := found.Sources.Position(d.Span.Start); ok && !d.Span.IsZero() {
				m.Line, m.Column = at.Line, at.Column
			}
		}
		a.Messages = append(a.Messages, m)
	}
}

// run runs a job. A fault of the engine spoils this job only.
func (a *answer) run(ctx context.Context, j *runJob, o exec.RunOptions, read reading) {
	defer func() {
		if fault := recover(); fault != nil {
			a.OK, a.Crash, a.Buffers = false, true, nil
			a.Messages = append(a.Messages, message{Type: "crash", Text: fmt.Sprint(fault)})
		}
	}()
	if err := a.try(ctx, j, o, read); err != nil {
		var fault *exec.FaultError
		var library *refract.FaultError
		a.Crash = errors.As(err, &fault) || errors.As(err, &library)
		a.fail(err)
		return
	}
	a.OK = true
}

// maxPrinted bounds the messages of a job that prints.
const maxPrinted = 1000

func (a *answer) try(ctx context.Context, j *runJob, o exec.RunOptions, read reading) error {
	engine, err := read.engine(j.Engine)
	if err != nil {
		return err
	}
	m, err := j.read(a, read)
	if err != nil {
		return err
	}
	entry, err := onlyEntry(m, j.Entry)
	if err != nil {
		return err
	}
	overrides, err := j.overrides()
	if err != nil {
		return err
	}
	groups := [3]uint32{1, 1, 1}
	if len(j.Workgroups) > 3 {
		return &exec.InputError{What: "workgroups", Message: "up to three numbers are expected"}
	}
	copy(groups[:], j.Workgroups)
	var resources exec.Resources
	buffers, err := j.bind(&resources)
	if err != nil {
		return err
	}
	p, err := engine.Load(m, exec.LoadOptions{Overrides: overrides})
	if err != nil {
		return inSource(m, err)
	}
	if j.MaxSteps != 0 {
		o.MaxSteps = j.MaxSteps
	} else if o.MaxSteps == 0 {
		o.MaxSteps = defaultJobSteps
	}
	o.Print = func(p *exec.Printed) {
		if len(a.Messages) < maxPrinted {
			a.Messages = append(a.Messages, message{Type: "print", Text: p.Text, Line: p.Position.Line, Column: p.Position.Column})
		}
	}
	report, err := p.Dispatch(ctx, entry, groups, &resources, o)
	if report != nil {
		a.add(report.Findings)
	}
	if err != nil {
		return inSource(m, err)
	}
	outputs := j.Outputs
	if outputs == nil {
		for name := range buffers {
			outputs = append(outputs, name)
		}
	}
	a.Buffers = make(map[string]string, len(outputs))
	for _, name := range outputs {
		b, ok := buffers[name]
		if !ok {
			return &exec.NotFoundError{Kind: "buffer", Name: name}
		}
		a.Buffers[name] = hex.EncodeToString(b.Data)
	}
	return nil
}

// A reading is how shaders are read.
type reading struct {
	parse    refract.ParseOptions
	optimize refract.OptimizeOptions
	named    string // the engine of jobs that name none
}

// engine is the engine of a job that names one, or none.
func (r reading) engine(name string) (exec.Engine, error) {
	keepCode()
	switch name = cmp.Or(name, r.named); name {
	case "":
		return wasm.Auto{}, nil
	case (interp.Engine{}).Name():
		return interp.Engine{}, nil
	}
	return exec.EngineByName(name)
}

// read reads the job's shader.
func (j *runJob) read(a *answer, how reading) (*ir.Module, error) {
	parse, optimize := how.parse, how.optimize
	if j.Optimize != nil {
		optimize.Level = *j.Optimize
	}
	switch j.Float {
	case "":
	case "fast", "strict":
		optimize.Strict = j.Float == "strict"
	default:
		return nil, &exec.InputError{What: "float", Message: fmt.Sprintf("%q is neither fast nor strict", j.Float)}
	}
	name, l := "source", refract.WGSL
	var src []byte
	switch {
	case j.Source != nil && j.Shader != "":
		return nil, &exec.InputError{What: "job", Message: `"source" and "shader" are both given`}
	case j.Source != nil:
		src = []byte(*j.Source)
	case j.Shader != "":
		var err error
		if src, err = readFile(j.Shader); err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", j.Shader, cause(err))
		}
		name, l = j.Shader, refract.Auto
	default:
		return nil, &exec.InputError{What: "job", Message: `neither "source" nor "shader" is given`}
	}
	if j.Language != "" {
		known := false
		if l, known = refract.LanguageByName(j.Language); !known {
			return nil, &exec.InputError{What: "language", Message: fmt.Sprintf("there is no %q; there are %s", j.Language, strings.Join(readable(), ", "))}
		}
	}
	parse.Language = l
	return readShader(name, src, parse, optimize, func(found *diag.Diagnostics) { a.add(found) })
}

// overrides are the job's overrides as numbers.
func (j *runJob) overrides() (map[string]float64, error) {
	out := map[string]float64{}
	for name, value := range j.Overrides {
		switch x := value.(type) {
		case float64:
			out[name] = x
		case bool:
			out[name] = 0
			if x {
				out[name] = 1
			}
		default:
			return nil, &exec.OverrideError{Name: name, Message: "a number or a bool is expected"}
		}
	}
	return out, nil
}

// maxJob is how many bytes the buffers of one job may have together.
const maxJob = 1 << 29

// bind makes the job's buffers.
func (j *runJob) bind(r *exec.Resources) (map[string]*exec.Buffer, error) {
	buffers := make(map[string]*exec.Buffer, len(j.Buffers))
	total := 0
	for name, b := range j.Buffers {
		what := fmt.Sprintf("buffer %q", name)
		group, binding, ok := parseBinding(name)
		if !ok {
			return nil, &exec.InputError{What: what, Message: "GROUP.BINDING is expected"}
		}
		data, err := setup.DecodeHex(b.Hex)
		if err != nil {
			return nil, &exec.InputError{What: what, Message: err.Error()}
		}
		if b.Size < 0 || b.Size > setup.MaxBuffer {
			return nil, &exec.InputError{What: what, Message: fmt.Sprintf("a size of %d bytes is not possible", b.Size)}
		}
		if total += max(len(data), b.Size); total > maxJob {
			return nil, &exec.InputError{What: what, Message: fmt.Sprintf("the buffers of a job are larger than %d bytes, all together", maxJob)}
		}
		if b.Size > len(data) {
			data = append(data, make([]byte, b.Size-len(data))...)
		}
		buffers[name] = &exec.Buffer{Data: data}
		r.Bind(group, binding, buffers[name])
	}
	return buffers, j.bindScenes(r)
}

// bindScenes makes the acceleration structures of a job.
func (j *runJob) bindScenes(r *exec.Resources) error {
	for _, name := range slices.Sorted(maps.Keys(j.Scenes)) {
		what := fmt.Sprintf("scene %q", name)
		group, binding, ok := parseBinding(name)
		if !ok {
			return &exec.InputError{What: what, Message: "GROUP.BINDING is expected"}
		}
		read := besideFile("jobs", nil)
		s, err := scene.ParseStructure(name, j.Scenes[name], func(file string) ([]byte, error) {
			data, err := read(file)
			return data, cause(err)
		})
		if err != nil {
			return &exec.InputError{What: what, Message: err.Error()}
		}
		r.Bind(group, binding, s)
	}
	return nil
}

// A progress shows the state of long work on a terminal.
type progress struct {
	out   io.Writer // nil: nobody is told
	begin time.Time
	last  time.Time
}

func newProgress(out io.Writer) *progress {
	p := &progress{begin: time.Now()}
	if isTerminal(out) {
		p.out = out
	}
	return p
}

func (p *progress) show(done int) {
	now := time.Now()
	if p.out == nil || now.Sub(p.begin) < 2*time.Second || now.Sub(p.last) < time.Second/4 {
		return
	}
	p.last = now
	fmt.Fprintf(p.out, "\r%s answered in %v", count(done, "job"), now.Sub(p.begin).Round(time.Second))
}

// clear removes the line.
func (p *progress) clear() {
	if p.out != nil && !p.last.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
