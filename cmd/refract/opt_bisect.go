package main

// Which pass makes a command fail: opt --bisect.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"refract/internal/ssa/pipeline"
)

// bisection looks for the application of a pass with which the command fails. It
// returns something if it finds one.
func (v *optimizing) bisection(p *optPlan, applications []pipeline.Application) ([]byte, error) {
	folder, err := os.MkdirTemp("", "refract")
	if err != nil {
		return nil, fmt.Errorf("a folder for the outputs cannot be made: %w", cause(err))
	}
	defer os.RemoveAll(folder)
	fails := func(n int) (bool, error) {
		bad, err := v.commandFails(p, n, filepath.Join(folder, fmt.Sprintf("after%d%s", n, p.extension())))
		if err != nil {
			return false, err
		}
		word := "passes"
		if bad {
			word = "fails"
		}
		fmt.Fprintf(v.err, "after %d of %d: the command %s\n", n, len(applications), word)
		return bad, nil
	}
	a, err := pipeline.Bisect(applications, fails)
	switch {
	case errors.Is(err, pipeline.ErrAlwaysFails):
		return nil, errors.New("the command fails without any pass too")
	case errors.Is(err, pipeline.ErrNeverFails):
		return nil, errors.New("the command doesn't fail with all passes")
	case err != nil:
		return nil, err
	}
	text := fmt.Sprintf("%v makes the command fail; --limit %d and --limit %d show the shader after and before it\n", a, a.Number, a.Number-1)
	if a.Number == 1 {
		text = fmt.Sprintf("%v makes the command fail; --limit 1 shows it\n", a)
	}
	if _, err := v.out.Write([]byte(text)); err != nil {
		return nil, fmt.Errorf("standard output cannot be written: %w", err)
	}
	return []byte(text), nil
}

// commandFails runs the command on the result of the first n applications. A result that
// can't be written counts as a failure.
func (v *optimizing) commandFails(p *optPlan, n int, file string) (bool, error) {
	j := job{name: displayName(p.name)} // what is found was reported
	s, err := p.load(v, &j)
	if err != nil {
		return false, err
	}
	if n > 0 {
		o := p.options
		o.Limit, o.Verify = n, false
		if _, err := pipeline.Run(s, p.passes, o); err != nil {
			return false, err
		}
	}
	out, err := p.emit(s)
	if err != nil {
		return true, nil
	}
	if err := writeFile(file, out); err != nil {
		return false, err
	}
	command := exec.Command("sh", "-c", v.bisect+` "$0"`, file)
	switch err := command.Run(); err.(type) {
	case nil:
		return false, nil
	case *exec.ExitError:
		return true, nil
	default:
		return false, fmt.Errorf("--bisect: the command cannot be run: %w", err)
	}
}
