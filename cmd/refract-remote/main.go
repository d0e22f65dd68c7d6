// Refract-remote lets builds of refract share their outputs, and has workers do them, by
// Bazel's remote execution API. Refract starts it and writes a line of JSON for each thing
// that it wants; docs/remote.md describes the lines. It is a module of its own, so that
// gRPC is no part of refract.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// protocolVersion is of the lines.
const protocolVersion = 1

// The lines. Bytes are in base64.
type (
	hello struct {
		Version  int               `json:"version"`
		Server   string            `json:"server"`
		Instance string            `json:"instance"`
		Headers  map[string]string `json:"headers"`
		CA       string            `json:"ca"`
		Cert     string            `json:"cert"`
		Key      string            `json:"key"`
		Execute  bool              `json:"execute"`
		Wait     int               `json:"wait"`
	}
	file struct {
		Path       string `json:"path"`
		Data       []byte `json:"data,omitempty"`
		From       string `json:"from,omitempty"`
		Executable bool   `json:"executable,omitempty"`
	}
	action struct {
		Arguments   []string          `json:"arguments"`
		Environment map[string]string `json:"environment"`
		Directory   string            `json:"directory"`
		Files       []file            `json:"files"`
		Output      string            `json:"output"`
		Platform    map[string]string `json:"platform"`
		Timeout     int               `json:"timeout"`
	}
	ask struct {
		ID      int     `json:"id"`
		Do      string  `json:"do"`
		Action  *action `json:"action"`
		Outputs []file  `json:"outputs"`
	}
	answer struct {
		ID      int    `json:"id"`
		Error   string `json:"error,omitempty"`
		Found   bool   `json:"found,omitempty"`
		Exit    int    `json:"exit,omitempty"`
		Stderr  []byte `json:"stderr,omitempty"`
		Outputs []file `json:"outputs,omitempty"`
	}
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "refract-remote is started by 'refract build', for projects with a table [remote]\n")
		os.Exit(2)
	}
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "refract-remote: %v\n", err)
		os.Exit(1)
	}
}

// callTimeout is how long the server may take for one thing, but for executing.
const callTimeout = 2 * time.Minute

// serve answers refract's requests, until it stops.
func serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	var writing sync.Mutex
	say := func(a answer) {
		text, err := json.Marshal(a)
		if err != nil { // it holds nothing that can't be written
			panic(err)
		}
		writing.Lock()
		defer writing.Unlock()
		out.Write(append(text, '\n'))
	}
	var h hello
	switch more, err := next(lines, &h); {
	case err != nil:
		return err
	case !more:
		return nil
	case h.Version != protocolVersion:
		say(answer{Error: fmt.Sprintf("refract speaks version %d of the protocol, refract-remote version %d: they are of different releases", h.Version, protocolVersion)})
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := dial(ctx, &h)
	if err != nil {
		say(answer{Error: err.Error()})
		return nil
	}
	defer s.close()
	say(answer{})
	for {
		a := new(ask)
		if more, err := next(lines, a); err != nil || !more {
			return err
		}
		go func() {
			r, err := s.do(ctx, a)
			if err != nil {
				r = answer{Error: s.explain(err)}
			}
			r.ID = a.ID
			say(r)
		}()
	}
}

// next reads a line; false: there is none.
func next(lines *bufio.Reader, into any) (bool, error) {
	line, err := lines.ReadBytes('\n')
	if err == io.EOF {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(line, into)
	}
	return err == nil, err
}

// do performs a request.
func (s *server) do(ctx context.Context, a *ask) (answer, error) {
	if a.Action == nil {
		return answer{}, fmt.Errorf("nothing is to be done")
	}
	p, err := s.prepare(a.Action)
	if err != nil {
		return answer{}, err
	}
	if a.Do == "run" {
		return s.run(ctx, p)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	switch a.Do {
	case "find":
		return s.find(ctx, p)
	case "store":
		return answer{}, s.store(ctx, p, a.Outputs)
	}
	return answer{}, fmt.Errorf("%q is unknown", a.Do)
}
