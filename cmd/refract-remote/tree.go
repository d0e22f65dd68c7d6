package main

// Actions as the API has them: folders are messages that name files and folders by the
// hashes of their contents, an action names a command and a folder. All are blobs.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	pb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

// A blob is bytes, or a file that has them.
type blob struct {
	digest *pb.Digest
	data   []byte
	from   string
}

// digestOf is the digest of bytes.
func digestOf(data []byte) *pb.Digest {
	sum := sha256.Sum256(data)
	return &pb.Digest{Hash: hex.EncodeToString(sum[:]), SizeBytes: int64(len(data))}
}

// message makes a message a blob. Equal messages are equal blobs.
func message(m proto.Message) (blob, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	return blob{digest: digestOf(data), data: data}, err
}

// A hashes keeps the digests of files that many actions have.
type hashes struct {
	mu    sync.Mutex
	known map[string]*pb.Digest
}

func (h *hashes) of(name string) (*pb.Digest, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d := h.known[name]; d != nil {
		return d, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return nil, err
	}
	d := &pb.Digest{Hash: hex.EncodeToString(sum.Sum(nil)), SizeBytes: n}
	if h.known == nil {
		h.known = map[string]*pb.Digest{}
	}
	h.known[name] = d
	return d, nil
}

// A folder is one that is being made.
type folder struct {
	files   map[string]*pb.FileNode
	folders map[string]*folder
}

func newFolder() *folder {
	return &folder{files: map[string]*pb.FileNode{}, folders: map[string]*folder{}}
}

// at is the folder of a path, which is made.
func (f *folder) at(dir string) (*folder, error) {
	if dir == "" || dir == "." {
		return f, nil
	}
	for name := range strings.SplitSeq(dir, "/") {
		if f.files[name] != nil {
			return nil, fmt.Errorf("%s is a file and a folder", dir)
		}
		sub := f.folders[name]
		if sub == nil {
			sub = newFolder()
			f.folders[name] = sub
		}
		f = sub
	}
	return f, nil
}

// blobs makes messages of a folder and of its subfolders; its own is the last.
func (f *folder) blobs(to []blob) ([]blob, *pb.Directory, error) {
	d := new(pb.Directory)
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		d.Files = append(d.Files, f.files[name])
	}
	for _, name := range slices.Sorted(maps.Keys(f.folders)) {
		var err error
		if to, _, err = f.folders[name].blobs(to); err != nil {
			return nil, nil, err
		}
		d.Directories = append(d.Directories, &pb.DirectoryNode{Name: name, Digest: to[len(to)-1].digest})
	}
	b, err := message(d)
	return append(to, b), d, err
}

// makeFolder makes a folder of files, and lists its blobs.
func (s *server) makeFolder(files []file) (*folder, []blob, error) {
	root := newFolder()
	var contents []blob
	for _, f := range files {
		if !fs.ValidPath(f.Path) || f.Path == "." {
			return nil, nil, fmt.Errorf("%q is no path of a file in a folder", f.Path)
		}
		b := blob{data: f.Data, from: f.From}
		if f.From == "" {
			b.digest = digestOf(f.Data)
		} else {
			var err error
			if b.digest, err = s.hashes.of(f.From); err != nil {
				return nil, nil, err
			}
		}
		in, err := root.at(path.Dir(f.Path))
		if err != nil {
			return nil, nil, err
		}
		name := path.Base(f.Path)
		if in.files[name] != nil || in.folders[name] != nil {
			return nil, nil, fmt.Errorf("%s is there twice", f.Path)
		}
		in.files[name] = &pb.FileNode{Name: name, Digest: b.digest, IsExecutable: f.Executable}
		contents = append(contents, b)
	}
	return root, contents, nil
}

// A prepared action is one as the API has it.
type prepared struct {
	digest *pb.Digest
	own    []blob // the action and its command
	input  []blob // what it reads: folders and files
	output string

	timeout time.Duration
}

// prepare makes the messages of an action.
func (s *server) prepare(a *action) (*prepared, error) {
	root, input, err := s.makeFolder(a.Files)
	if err != nil {
		return nil, err
	}
	if _, err := root.at(a.Directory); err != nil {
		return nil, err
	}
	if input, _, err = root.blobs(input); err != nil {
		return nil, err
	}
	platform := new(pb.Platform)
	for _, name := range slices.Sorted(maps.Keys(a.Platform)) {
		platform.Properties = append(platform.Properties, &pb.Platform_Property{Name: name, Value: a.Platform[name]})
	}
	command := &pb.Command{Arguments: a.Arguments, OutputPaths: []string{a.Output}, WorkingDirectory: a.Directory, Platform: platform}
	for _, name := range slices.Sorted(maps.Keys(a.Environment)) {
		command.EnvironmentVariables = append(command.EnvironmentVariables, &pb.Command_EnvironmentVariable{Name: name, Value: a.Environment[name]})
	}
	c, err := message(command)
	if err != nil {
		return nil, err
	}
	all := &pb.Action{CommandDigest: c.digest, InputRootDigest: input[len(input)-1].digest, Platform: platform}
	timeout := time.Duration(a.Timeout) * time.Second
	if timeout > 0 {
		all.Timeout = durationpb.New(timeout)
	}
	b, err := message(all)
	if err != nil {
		return nil, err
	}
	return &prepared{digest: b.digest, own: []blob{b, c}, input: input, output: a.Output, timeout: timeout}, nil
}
