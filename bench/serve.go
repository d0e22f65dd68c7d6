package main

// Our side: the process that measures refract.

import (
	"bufio"
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
func serve(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var target, path string
		var least int64
		if _, err := fmt.Sscan(lines.Text(), &target, &least, &path); err != nil {
			fmt.Fprintf(out, "error %v\n", err)
			continue
		}
		ns, size, err := measure(target, least*1e6, path)
		if err != nil {
			fmt.Fprintf(out, "error %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Fprintf(out, "%d %d\n", ns, size)
	}
}

// measure translates a file again and again until the given time is spent.
func measure(target string, least int64, path string) (ns int64, size int, err error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, err
	}
	if size, err = translate(target, path, src); err != nil {
		return 0, 0, err
	}
	for start, rounds := processorTime(), int64(1); ; rounds++ {
		if size, err = translate(target, path, src); err != nil {
			return 0, 0, err
		}
		if spent := processorTime() - start; spent >= least {
			return spent / rounds, size, nil
		}
	}
}

func translate(target, path string, src []byte) (size int, err error) {
	if target == "check" {
		_, err := refract.Check(path, src, refract.CheckOptions{})
		return 0, err
	}
	language, ok := languages[target]
	if !ok {
		return 0, errors.New("unknown target " + target)
	}
	out, err := refract.Translate(path, src, refract.TranslateOptions{To: language})
	if err != nil {
		return 0, err
	}
	return 4*len(out.Words) + len(out.Text), nil
}
