package main

// The helper of a remote cache, as tests have it: it keeps results in the folder
// $REMOTE_STORE, and does actions itself in a folder of their own. What it is to do wrong
// is in $REMOTE_FAULT.

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// remoteStandIn is the helper's main.
func remoteStandIn() {
	store, fault := os.Getenv("REMOTE_STORE"), os.Getenv("REMOTE_FAULT")
	lines, answers := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	read := func(v any) bool {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return false
		}
		if err := json.Unmarshal(line, v); err != nil {
			panic(err)
		}
		return true
	}
	var hello remoteHello
	if !read(&hello) {
		return
	}
	switch fault {
	case "silent":
		fmt.Fprintln(os.Stderr, "no mood to speak")
		return
	case "refuse":
		answers.Encode(remoteAnswer{Error: hello.Server + ": nobody is there"})
		return
	}
	answers.Encode(remoteAnswer{})
	var ask remoteAsk
	for ; read(&ask); ask = (remoteAsk{}) {
		a := remoteAnswer{ID: ask.ID}
		text, err := json.Marshal(ask.Action)
		if err != nil {
			panic(err)
		}
		file := filepath.Join(store, fmt.Sprintf("%x", sha256.Sum256(text)))
		switch ask.Do {
		case "find":
			if text, err := os.ReadFile(file); err == nil {
				a.Found = true
				if err := json.Unmarshal(text, &a.Outputs); err != nil {
					panic(err)
				}
			}
		case "store":
			keepOutputs(file, ask.Outputs)
		case "run":
			if fault == "nobody" {
				a.Error = fmt.Sprintf("no worker has taken 4 jobs for %d s", hello.Wait)
				break
			}
			a.Exit, a.Stderr, a.Outputs = doAction(ask.Action)
			keepOutputs(file, a.Outputs)
		}
		switch fault {
		case "end":
			return
		case "error":
			a = remoteAnswer{ID: ask.ID, Error: "the disk is full"}
		case "outside":
			for i := range a.Outputs {
				a.Outputs[i].Path = "../../" + a.Outputs[i].Path
			}
		case "other":
			for i := range a.Outputs {
				a.Outputs[i].Path = "evil/" + a.Outputs[i].Path
			}
		case "fewer":
			a.Outputs = a.Outputs[:min(1, len(a.Outputs))]
		}
		answers.Encode(a)
	}
}

func keepOutputs(file string, outputs []remoteFile) {
	text, err := json.Marshal(outputs)
	if err == nil {
		err = makeFile(file, text)
	}
	if err != nil {
		panic(err)
	}
}

// doAction does an action as a worker does.
func doAction(a *remoteAction) (int, []byte, []remoteFile) {
	root, err := os.MkdirTemp("", "action")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(root)
	for _, f := range a.Files {
		name := filepath.Join(root, f.Path)
		if f.From != "" {
			if err = os.MkdirAll(filepath.Dir(name), 0o777); err == nil {
				err = os.Symlink(f.From, name)
			}
		} else {
			err = makeFile(name, f.Data)
		}
		if err != nil {
			panic(err)
		}
	}
	dir := filepath.Join(root, a.Directory)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		panic(err)
	}
	program := a.Arguments[0]
	if !filepath.IsAbs(program) {
		program = filepath.Join(dir, program)
	}
	cmd := exec.Command(program, a.Arguments[1:]...)
	var log strings.Builder
	cmd.Dir, cmd.Stderr, cmd.Env = dir, &log, []string{"HOME=" + root}
	cmd.Run()
	var outputs []remoteFile
	out := filepath.Join(dir, a.Output)
	filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		relative, _ := filepath.Rel(out, name)
		outputs = append(outputs, remoteFile{Path: filepath.ToSlash(relative), Data: data})
		return err
	})
	return cmd.ProcessState.ExitCode(), []byte(log.String()), outputs
}

// TestLift: whatever an action reads is below its folder.
func TestLift(t *testing.T) {
	for _, test := range []struct {
		names, want []string
		dir         string
	}{
		{[]string{"a", "b/c"}, []string{"a", "b/c"}, ""},
		{[]string{"a", "../b", "c/d"}, []string{"d/a", "b", "d/c/d"}, "d"},
		{[]string{"a", "../../b", "../c"}, []string{"d/d/a", "b", "d/c"}, "d/d"},
	} {
		files := map[string]remoteFile{}
		for _, name := range test.names {
			files[name] = remoteFile{Path: name}
		}
		dir, ok := lift(files)
		if !ok || dir != test.dir || len(files) != len(test.want) {
			t.Errorf("%v: %q, %v, %v", test.names, dir, ok, files)
		}
		for _, name := range test.want {
			if files[name].Path != name {
				t.Errorf("%v: there is no %s", test.names, name)
			}
		}
	}
}
