package main

// Our side: the process that measures refract.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"refract"
)

var languages = map[string]refract.Language{
	"spv": refract.SPIRV, "wgsl": refract.WGSL, "glsl": refract.GLSL, "hlsl": refract.HLSL, "msl": refract.MSL,
}

// serve answers requests: a target, the least time in milliseconds and a path in a
// line each. See bench/naga for the other side.
func serve(in io.Reader, out io.Writer, unchecked bool) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var target, path string
		var least int64
		if _, err := fmt.Sscan(lines.Text(), &target, &least, &path); err != nil {
			fmt.Fprintf(out, "error %v\n", err)
			continue
		}
		ns, size, err := measure(target, least*1e6, path, unchecked)
		if err != nil {
			fmt.Fprintf(out, "error %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Fprintf(out, "%d %d\n", ns, size)
	}
}

// measure repeats the requested translation until the given time is spent.
func measure(target string, least int64, path string, unchecked bool) (ns int64, size int, err error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, err
	}
	once, err := prepare(target, path, src, unchecked)
	if err != nil {
		return 0, 0, err
	}
	if size, err = once(); err != nil {
		return 0, 0, err
	}
	for start, rounds := processorTime(), int64(1); ; rounds++ {
		if size, err = once(); err != nil {
			return 0, 0, err
		}
		if spent := processorTime() - start; spent >= least {
			return spent / rounds, size, nil
		}
	}
}

// prepare returns the function to be measured; it returns the size of its output.
func prepare(target, path string, src []byte, unchecked bool) (once func() (int, error), err error) {
	if target == "check" {
		return func() (int, error) {
			_, err := refract.Check(context.Background(), path, src, refract.CheckOptions{})
			return 0, err
		}, nil
	}
	if target == "O1" {
		o := refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: 1}}
		return func() (int, error) { return sizeOf(refract.Translate(context.Background(), path, src, o)) }, nil
	}
	name, writing := strings.CutPrefix(target, "write-")
	var o refract.WriteOptions
	var ok bool
	if o.Language, ok = languages[name]; !ok {
		return nil, errors.New("unknown target " + target)
	}
	if unchecked {
		if err := leaveOut(&o, name); err != nil {
			return nil, err
		}
	}
	v, err := refract.Check(context.Background(), path, src, refract.CheckOptions{})
	if err != nil {
		return nil, err
	}
	if o.Language == refract.GLSL { // one text per entry point: the first, as on the other side
		if len(v.Module.EntryPoints) == 0 {
			return nil, errors.New("no entry point")
		}
		e := &v.Module.EntryPoints[0]
		o.EntryPoint, o.Stage = e.Name, e.Stage
	}
	if writing {
		return func() (int, error) { return sizeOf(refract.Write(context.Background(), v, o)) }, nil
	}
	return func() (int, error) {
		return sizeOf(refract.Translate(context.Background(), path, src, refract.TranslateOptions{To: o.Language, Write: o}))
	}, nil
}

// leaveOut leaves out the checks of bounds that naga's writer of a language leaves out.
func leaveOut(o *refract.WriteOptions, name string) error {
	if name != "spv" && name != "glsl" && name != "msl" {
		return nil
	}
	for _, what := range []string{"index", "buffer", "image_load", "binding_array"} {
		if err := o.Set(name+".bounds."+what, "unchecked"); err != nil {
			return err
		}
	}
	return nil
}

func sizeOf(out *refract.Output, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return 4*len(out.Words) + len(out.Text), nil
}
