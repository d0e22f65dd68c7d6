package main

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"refract"
	"refract/exec"
)

// FuzzJob answers lines that may be jobs: each answer is one line of JSON, and none
// tells of a fault.
func FuzzJob(f *testing.F) {
	f.Add([]byte(`{"name": "a", "source": "@group(0) @binding(0) var<storage, read_write> o: array<u32>; @compute @workgroup_size(1) fn main() { o[0] = 1; }", "buffers": {"0.0": {"size": 16}}}`))
	f.Add([]byte(`{"source": "", "overrides": {"a": true}, "workgroups": [1, 2, 3], "max_steps": 10, "optimize": 1, "float": "strict"}`))
	f.Add([]byte(`{"source": 1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var j runJob
		if decodeJob(line, &j) == nil {
			// Files are none of a fuzzer's business, and large buffers take its memory.
			total := 0
			for _, b := range j.Buffers {
				total += b.Size
			}
			if j.Shader != "" || total > 1<<16 {
				return
			}
			for _, n := range j.Workgroups {
				if n > 16 {
					return
				}
			}
			j.MaxSteps = min(j.MaxSteps, 1<<16)
		}
		a := answer{Messages: []message{}}
		a.run(context.Background(), &j, exec.RunOptions{MaxSteps: 1 << 16}, reading{})
		if a.Crash {
			t.Fatalf("%s: %v", line, a.Messages)
		}
		if _, err := json.Marshal(&a); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzArguments reads the values of flags.
func FuzzArguments(f *testing.F) {
	f.Add("o=zero:64", "t=8x8 rgba8unorm", "s=linear,repeat", "a=1")
	f.Add("o=u32:1,2,3", "t=@x.png", "s=nearest", "b=true")
	f.Fuzz(func(t *testing.T, buffer, texture, sampler, override string) {
		v, err := refract.Check(context.Background(), "x.wgsl", []byte("@group(0) @binding(0) var<storage> o: array<u32>; @compute @workgroup_size(1) fn main() { _ = o[0]; }"), refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{buffer, texture, sampler} {
			for i := range s {
				// No files, and no memory to speak of.
				if s[i] == '@' || i > 40 || i > 6 && s[i] >= '0' && s[i] <= '9' && s[i-4] >= '0' && s[i-4] <= '9' {
					return
				}
			}
		}
		b := &bench{module: v.Module}
		err = b.resources([]string{buffer}, []string{texture}, []string{sampler})
		var fault *refract.FaultError
		if errors.As(err, &fault) {
			t.Fatal(err)
		}
	})
}
