package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	pb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/protobuf/proto"
)

// TestPrepare: an action is named by all that matters, whatever the order of files.
func TestPrepare(t *testing.T) {
	files := []file{{Path: "b/x", Data: []byte("x")}, {Path: "a"}, {Path: "b/a/y", Data: []byte("y"), Executable: true}}
	make := func(change func(*action)) string {
		a := &action{Arguments: []string{"p", "q"}, Directory: "d", Output: "out", Files: []file{files[0], files[1], files[2]},
			Environment: map[string]string{"A": "1", "B": "2"}, Platform: map[string]string{"OS": "linux"}, Timeout: 3}
		change(a)
		p, err := new(server).prepare(a)
		if err != nil {
			t.Fatal(err)
		}
		return p.digest.Hash
	}
	want := make(func(*action) {})
	if got := make(func(a *action) { a.Files[0], a.Files[2] = a.Files[2], a.Files[0] }); got != want {
		t.Error("the order of files counts")
	}
	for name, change := range map[string]func(*action){
		"content":     func(a *action) { a.Files[0] = file{Path: "b/x", Data: []byte("z")} },
		"path":        func(a *action) { a.Files[0] = file{Path: "b/z", Data: []byte("x")} },
		"mode":        func(a *action) { a.Files[0] = file{Path: "b/x", Data: []byte("x"), Executable: true} },
		"arguments":   func(a *action) { a.Arguments = []string{"p", "r"} },
		"environment": func(a *action) { a.Environment["A"] = "3" },
		"platform":    func(a *action) { a.Platform["OS"] = "other" },
		"directory":   func(a *action) { a.Directory = "e" },
		"output":      func(a *action) { a.Output = "in" },
	} {
		if make(change) == want {
			t.Errorf("the %s doesn't count", name)
		}
	}
}

// TestFolders: folders are as the API has them: sorted, by digests, the empty one there.
func TestFolders(t *testing.T) {
	s := new(server)
	root, _, err := s.makeFolder([]file{{Path: "b/x", Data: []byte("x")}, {Path: "a"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := root.at("e/f"); err != nil {
		t.Fatal(err)
	}
	all, top, err := root.blobs(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 4 || len(top.Files) != 1 || len(top.Directories) != 2 || top.Directories[0].Name != "b" {
		t.Errorf("%d folders, %v", len(all), top)
	}
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if d := top.Files[0].Digest; d.Hash != empty || d.SizeBytes != 0 {
		t.Errorf("the empty file is %v", d)
	}
	b := new(pb.Directory)
	if err := proto.Unmarshal(all[0].data, b); err != nil || len(b.Files) != 1 || b.Files[0].Name != "x" {
		t.Errorf("%v, %v", b, err)
	}
	for _, bad := range [][]file{
		{{Path: "../x"}}, {{Path: "/x"}}, {{Path: ""}}, {{Path: "a"}, {Path: "a"}}, {{Path: "a"}, {Path: "a/b"}}, {{Path: "a/b"}, {Path: "a"}}, {{Path: "x", From: "/nowhere/at all"}},
	} {
		if _, _, err := s.makeFolder(bad); err == nil {
			t.Errorf("%v are files", bad)
		}
	}
}

// TestLines: what isn't understood is said.
func TestLines(t *testing.T) {
	for in, want := range map[string]string{
		`{"version":2}`:                                     "they are of different releases",
		`{"version":1,"server":"x"}`:                        `\"x\" is no server`,
		`{"version":1,"server":"grpcs://x:1","ca":"/none"}`: "no such file",
	} {
		var out bytes.Buffer
		if err := serve(strings.NewReader(in+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		var a answer
		if err := json.Unmarshal(out.Bytes(), &a); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s", in, out.String())
		}
	}
	if err := serve(strings.NewReader("nonsense\n"), new(bytes.Buffer)); err == nil {
		t.Error("nonsense is understood")
	}
}
