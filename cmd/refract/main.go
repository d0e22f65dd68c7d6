// Command refract translates, checks and inspects shaders. See refract --help.
package main

// The way in and out: arguments and standard streams in, an exit status out.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"refract"
	"refract/exec"
)

// The exit statuses.
const (
	exitDone  = 0
	exitInput = 1 // the input has errors, or can't be read, or the output can't be written
	exitUsage = 2 // the command line is wrong; of diff, what exitInput is of others, too
	exitFault = 3 // refract itself has failed
)

// A streams is the input and outputs of the command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run executes a command line and returns the exit status.
func run(args []string, s streams) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(s.err, "refract: internal fault: %v\n", fault)
			faults.add(fmt.Sprintf("%v\n%s", fault, debug.Stack()))
			faults.tell(s.err, args)
			status = exitFault
		}
	}()
	if len(args) == 1 && args[0] == "--version" { // what scripts ask first needs no commands
		if err := printVersion(s); err != nil {
			return exitInput
		}
		return exitDone
	}
	root := newRootFor(s, args)
	root.SetArgs(levelled(args))
	command, err := root.ExecuteC()
	var usage *usageError
	var option *refract.OptionError
	var fault *refract.FaultError
	var engine *exec.FaultError
	var trouble *troubleError
	failed := exitInput
	if errors.As(err, &trouble) {
		failed = exitUsage
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE):
		return failed // whoever was reading has left: nobody to tell
	case errors.Is(err, errReported):
		return failed
	case errors.Is(err, errFault):
		faults.tell(s.err, args)
		return exitFault
	case errors.As(err, &fault), errors.As(err, &engine):
		if fault == nil {
			fmt.Fprintf(s.err, "refract: %v\n", engine)
		} else {
			fmt.Fprintf(s.err, "refract: %v\n", fault)
		}
		faults.note(err)
		faults.tell(s.err, args)
		return exitFault
	case errors.As(err, &usage), errors.As(err, &option):
		fmt.Fprintf(s.err, "refract: %v\nRun '%s --help' for how to use it.\n", err, command.CommandPath())
		return exitUsage
	default:
		fmt.Fprintf(s.err, "refract: %v\n", err)
		return failed
	}
}

// levelled gives a -O without a level the first.
func levelled(args []string) []string {
	for i, a := range args {
		if a == "--" {
			break
		}
		if a == "-O" && (i+1 == len(args) || args[i+1] == "" || args[i+1][0] < '0' || args[i+1][0] > '9') {
			args = slices.Clone(args)
			args[i] = "-O1"
		}
	}
	return args
}

// errFault is the error of a command that has reported a fault of refract.
var errFault error = plainError("internal fault")

// errReported is the error of a command that has reported its errors already.
var errReported error = plainError("reported")

// A plainError is an error that is there without code before main.
type plainError string

func (e plainError) Error() string { return string(e) }

// A troubleError keeps a command from its answer, if a status of 1 is one.
type troubleError struct{ err error }

func (e *troubleError) Error() string { return e.err.Error() }
func (e *troubleError) Unwrap() error { return e.err }

// A usageError is a mistake on the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return strings.TrimSpace(e.err.Error()) }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usageError.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
