package main

// The server: requests to its action cache, its store of contents and its workers.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	pb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

const (
	// batchSize is how many bytes of blobs go in one message, unless the server has a
	// limit.
	batchSize = 3 << 20
	// chunkSize is how many bytes of a large blob go in one message.
	chunkSize = 1 << 20
	// messageSize is the largest message that is taken.
	messageSize = 64 << 20
	// attempts is how often a call is tried while the server is busy or away.
	attempts = 7
	// waitTime is how long jobs wait for a worker to take one of them.
	waitTime = 20 * time.Second
)

// A server is a connection to one.
type server struct {
	conn     *grpc.ClientConn
	address  string
	instance string
	headers  metadata.MD
	batch    int64
	hashes   hashes
	queue    *queue

	large   sync.Mutex // one large blob is uploaded at a time
	mu      sync.Mutex
	present map[string]bool // blobs that the server has
}

// dial connects to the server, and reads its capabilities.
func dial(ctx context.Context, h *hello) (*server, error) {
	u, err := url.Parse(h.Server)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%q is no server: grpc://HOST:PORT or grpcs://HOST:PORT is one", h.Server)
	}
	var creds credentials.TransportCredentials
	switch u.Scheme {
	case "grpc":
		creds = insecure.NewCredentials()
	case "grpcs":
		if creds, err = secure(h); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%q is no server: grpc://HOST:PORT or grpcs://HOST:PORT is one", h.Server)
	}
	conn, err := grpc.NewClient("passthrough:///"+u.Host, grpc.WithTransportCredentials(creds),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageSize)))
	if err != nil {
		return nil, err
	}
	s := &server{conn: conn, address: h.Server, instance: h.Instance, headers: metadata.MD{}, batch: batchSize, present: map[string]bool{},
		queue: newQueue(cmp.Or(time.Duration(h.Wait)*time.Second, waitTime))}
	for name, value := range h.Headers {
		s.headers.Set(name, value)
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	can, err := pb.NewCapabilitiesClient(conn).GetCapabilities(s.with(ctx), &pb.GetCapabilitiesRequest{InstanceName: s.instance})
	if err == nil {
		err = s.understand(can, h.Execute)
	} else {
		err = errors.New(s.explain(err))
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// secure reads the files for TLS.
func secure(h *hello) (credentials.TransportCredentials, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if h.CA != "" {
		text, err := os.ReadFile(h.CA)
		if err != nil {
			return nil, err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s: there is no certificate in it", h.CA)
		}
	}
	if h.Cert != "" || h.Key != "" {
		pair, err := tls.LoadX509KeyPair(h.Cert, h.Key)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(c), nil
}

// understand takes over the server's capabilities.
func (s *server) understand(can *pb.ServerCapabilities, execute bool) error {
	cache := can.GetCacheCapabilities()
	if cache == nil || !slices.Contains(cache.DigestFunctions, pb.DigestFunction_SHA256) {
		return fmt.Errorf("%s: it keeps nothing by SHA-256", s.address)
	}
	if n := cache.MaxBatchTotalSizeBytes; n > 0 {
		s.batch = min(s.batch, n/2)
	}
	if execute && !can.GetExecutionCapabilities().GetExecEnabled() {
		return fmt.Errorf("%s: it executes nothing", s.address)
	}
	return nil
}

func (s *server) close() { s.conn.Close() }

// with adds the headers.
func (s *server) with(ctx context.Context) context.Context {
	return metadata.NewOutgoingContext(ctx, s.headers)
}

// explain is an error for people.
func (s *server) explain(err error) string {
	if st, ok := status.FromError(err); ok {
		return fmt.Sprintf("%s: %s (%s)", s.address, st.Message(), st.Code())
	}
	return fmt.Sprintf("%s: %v", s.address, err)
}

// try calls until the server is neither busy nor away.
func try(ctx context.Context, call func() error) error {
	for n := 1; ; n++ {
		err := call()
		switch status.Code(err) {
		case codes.Unavailable, codes.ResourceExhausted, codes.Aborted:
		default:
			return err
		}
		if n == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(n*n)*100*time.Millisecond + rand.N(200*time.Millisecond)):
		}
	}
}

// find looks for an action's result.
func (s *server) find(ctx context.Context, p *prepared) (answer, error) {
	var result *pb.ActionResult
	err := try(ctx, func() (err error) {
		result, err = pb.NewActionCacheClient(s.conn).GetActionResult(s.with(ctx), &pb.GetActionResultRequest{InstanceName: s.instance, ActionDigest: p.digest})
		return err
	})
	if status.Code(err) == codes.NotFound {
		return answer{}, nil
	}
	if err != nil {
		return answer{}, err
	}
	a, err := s.answer(ctx, p, result)
	if status.Code(err) == codes.NotFound { // the store has dropped some of it
		return answer{}, nil
	}
	return a, err
}

// answer fetches the files of a result.
func (s *server) answer(ctx context.Context, p *prepared, result *pb.ActionResult) (answer, error) {
	a := answer{Found: true, Exit: int(result.ExitCode), Stderr: result.StderrRaw}
	var wanted []*pb.Digest
	var names []string
	add := func(name string, d *pb.Digest) {
		names, wanted = append(names, name), append(wanted, d)
	}
	for _, f := range result.OutputFiles {
		if rest, ok := strings.CutPrefix(f.Path, p.output+"/"); ok {
			add(rest, f.Digest)
		}
	}
	for _, d := range result.OutputDirectories {
		if d.Path != p.output {
			continue
		}
		data, err := s.fetch(ctx, []*pb.Digest{d.TreeDigest})
		if err != nil {
			return answer{}, err
		}
		tree := new(pb.Tree)
		if err := proto.Unmarshal(data[0], tree); err != nil {
			return answer{}, err
		}
		below := map[string]*pb.Directory{}
		for _, child := range tree.Children {
			b, err := message(child)
			if err != nil {
				return answer{}, err
			}
			below[b.digest.Hash] = child
		}
		if err := list(tree.Root, "", below, add, 0); err != nil {
			return answer{}, err
		}
	}
	if d := result.StderrDigest; len(a.Stderr) == 0 && d.GetSizeBytes() > 0 {
		add("", d)
	}
	contents, err := s.fetch(ctx, wanted)
	if err != nil {
		return answer{}, err
	}
	for i, name := range names {
		if name == "" {
			a.Stderr = contents[i]
		} else {
			a.Outputs = append(a.Outputs, file{Path: name, Data: contents[i]})
		}
	}
	return a, nil
}

// maxDepth is how deep folders may be.
const maxDepth = 64

// list lists the files of a tree.
func list(d *pb.Directory, dir string, below map[string]*pb.Directory, add func(string, *pb.Digest), depth int) error {
	if depth > maxDepth {
		return errors.New("its folders are too deep")
	}
	for _, f := range d.GetFiles() {
		add(path.Join(dir, f.Name), f.Digest)
	}
	for _, n := range d.GetDirectories() {
		if err := list(below[n.GetDigest().GetHash()], path.Join(dir, n.Name), below, add, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// store makes outputs the result of an action.
func (s *server) store(ctx context.Context, p *prepared, outputs []file) error {
	root, blobs, err := s.makeFolder(outputs)
	if err != nil {
		return err
	}
	all, top, err := root.blobs(nil)
	if err != nil {
		return err
	}
	tree := &pb.Tree{Root: top}
	for _, b := range all[:len(all)-1] {
		d := new(pb.Directory)
		if err := proto.Unmarshal(b.data, d); err != nil {
			return err
		}
		tree.Children = append(tree.Children, d)
	}
	t, err := message(tree)
	if err != nil {
		return err
	}
	blobs = append(append(blobs, p.own...), t)
	if err := s.upload(ctx, blobs); err != nil {
		return err
	}
	result := &pb.ActionResult{OutputDirectories: []*pb.OutputDirectory{{Path: p.output, TreeDigest: t.digest}}}
	return try(ctx, func() error {
		_, err := pb.NewActionCacheClient(s.conn).UpdateActionResult(s.with(ctx), &pb.UpdateActionResultRequest{InstanceName: s.instance, ActionDigest: p.digest, ActionResult: result})
		return err
	})
}

// run has a worker do an action, unless nobody takes any. It may wait for one as long as
// the action may take.
func (s *server) run(ctx context.Context, p *prepared) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout+2*p.timeout)
	defer cancel()
	select {
	case <-s.queue.nobody:
		return answer{}, s.queue.err
	default:
	}
	if err := s.upload(ctx, slices.Concat(p.input, p.own)); err != nil {
		return answer{}, err
	}
	var done *pb.ExecuteResponse
	err := try(ctx, func() (err error) {
		done, err = s.execute(ctx, p)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	if st := done.GetStatus(); st.GetCode() != int32(codes.OK) {
		return answer{}, status.Error(codes.Code(st.Code), st.Message)
	}
	return s.answer(ctx, p, done.Result)
}

// execute waits until an action is done.
func (s *server) execute(ctx context.Context, p *prepared) (*pb.ExecuteResponse, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-s.queue.nobody:
			cancel(s.queue.err)
		case <-ended:
		}
	}()
	done, err := s.follow(ctx, p)
	if err != nil && ctx.Err() != nil {
		if cause := context.Cause(ctx); cause == s.queue.err {
			return nil, cause
		}
	}
	return done, err
}

// follow has an action done, and passes its progress to the queue.
func (s *server) follow(ctx context.Context, p *prepared) (*pb.ExecuteResponse, error) {
	taken := false
	s.queue.wait()
	defer func() { s.queue.leave(taken) }()
	stream, err := pb.NewExecutionClient(s.conn).Execute(s.with(ctx), &pb.ExecuteRequest{InstanceName: s.instance, ActionDigest: p.digest})
	if err != nil {
		return nil, err
	}
	for {
		op, err := stream.Recv()
		if err == io.EOF {
			return nil, status.Error(codes.Unavailable, "the server stopped to tell of an execution")
		}
		if err != nil {
			return nil, err
		}
		if !op.Done {
			if now := isTaken(op.Metadata); now != taken {
				taken = now
				s.queue.move(taken)
			}
			continue
		}
		if e := op.GetError(); e != nil {
			return nil, status.Error(codes.Code(e.Code), e.Message)
		}
		done := new(pb.ExecuteResponse)
		return done, op.GetResponse().UnmarshalTo(done)
	}
}

// isTaken reports whether a worker has an action. Servers that report no progress are
// thought to have one.
func isTaken(metadata *anypb.Any) bool {
	m := new(pb.ExecuteOperationMetadata)
	if metadata == nil || metadata.UnmarshalTo(m) != nil {
		return true
	}
	return m.Stage != pb.ExecutionStage_CACHE_CHECK && m.Stage != pb.ExecutionStage_QUEUED
}

// upload gives the server those blobs that it lacks.
func (s *server) upload(ctx context.Context, blobs []blob) error {
	byHash := map[string]blob{}
	ask := &pb.FindMissingBlobsRequest{InstanceName: s.instance}
	s.mu.Lock()
	for _, b := range blobs {
		if _, seen := byHash[b.digest.Hash]; !seen && !s.present[b.digest.Hash] {
			byHash[b.digest.Hash] = b
			ask.BlobDigests = append(ask.BlobDigests, b.digest)
		}
	}
	s.mu.Unlock()
	if len(ask.BlobDigests) == 0 {
		return nil
	}
	store := pb.NewContentAddressableStorageClient(s.conn)
	var missing *pb.FindMissingBlobsResponse
	err := try(ctx, func() (err error) {
		missing, err = store.FindMissingBlobs(s.with(ctx), ask)
		return err
	})
	if err != nil {
		return err
	}
	var small []*pb.Digest
	for _, d := range missing.MissingBlobDigests {
		b, ours := byHash[d.Hash]
		switch {
		case !ours:
		case d.SizeBytes > s.batch || b.from != "":
			if err := s.writeOnce(ctx, b); err != nil {
				return err
			}
		default:
			small = append(small, d)
		}
	}
	for _, list := range s.batches(small) {
		batch := &pb.BatchUpdateBlobsRequest{InstanceName: s.instance}
		for _, d := range list {
			b := byHash[d.Hash]
			batch.Requests = append(batch.Requests, &pb.BatchUpdateBlobsRequest_Request{Digest: b.digest, Data: b.data})
		}
		var answers *pb.BatchUpdateBlobsResponse
		err := try(ctx, func() (err error) {
			answers, err = store.BatchUpdateBlobs(s.with(ctx), batch)
			return err
		})
		if err != nil {
			return err
		}
		for _, r := range answers.Responses {
			if err := status.ErrorProto(r.GetStatus()); err != nil {
				return err
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for hash := range byHash {
		s.present[hash] = true
	}
	return nil
}

// batches divides small blobs into lists that fit into one message.
func (s *server) batches(digests []*pb.Digest) (lists [][]*pb.Digest) {
	size := int64(0)
	for i, d := range digests {
		if size += d.GetSizeBytes(); i == 0 || size > s.batch {
			lists, size = append(lists, nil), d.GetSizeBytes()
		}
		last := &lists[len(lists)-1]
		*last = append(*last, d)
	}
	return lists
}

// writeOnce uploads a large blob, which many actions may have, unless that has been done.
func (s *server) writeOnce(ctx context.Context, b blob) error {
	s.large.Lock()
	defer s.large.Unlock()
	s.mu.Lock()
	present := s.present[b.digest.Hash]
	s.mu.Unlock()
	if present {
		return nil
	}
	if err := try(ctx, func() error { return s.write(ctx, b) }); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.present[b.digest.Hash] = true
	return nil
}

// write uploads a large blob.
func (s *server) write(ctx context.Context, b blob) error {
	var from io.Reader = bytes.NewReader(b.data)
	if b.from != "" {
		f, err := os.Open(b.from)
		if err != nil {
			return err
		}
		defer f.Close()
		from = f
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := bytestream.NewByteStreamClient(s.conn).Write(s.with(ctx))
	if err != nil {
		return err
	}
	name := path.Join(s.instance, "uploads", uuid(), "blobs", b.digest.Hash, fmt.Sprint(b.digest.SizeBytes))
	for at := int64(0); ; {
		chunk := make([]byte, min(chunkSize, b.digest.SizeBytes-at)) // the message keeps it
		n, err := io.ReadFull(from, chunk)
		if err != nil {
			return err
		}
		at += int64(n)
		r := &bytestream.WriteRequest{ResourceName: name, WriteOffset: at - int64(n), Data: chunk, FinishWrite: at == b.digest.SizeBytes}
		if err := stream.Send(r); err == io.EOF { // the server has it already, or says below what is wrong
			break
		} else if err != nil {
			return err
		}
		if r.FinishWrite {
			break
		}
	}
	done, err := stream.CloseAndRecv()
	if err != nil {
		return err
	}
	if n := done.CommittedSize; n != b.digest.SizeBytes && n != -1 {
		return status.Errorf(codes.DataLoss, "%d of %d bytes were taken", n, b.digest.SizeBytes)
	}
	return nil
}

// fetch gets blobs, and checks them against their digests.
func (s *server) fetch(ctx context.Context, digests []*pb.Digest) ([][]byte, error) {
	got := map[string][]byte{digestOf(nil).Hash: {}}
	var small []*pb.Digest
	for _, d := range digests {
		if _, have := got[d.GetHash()]; have {
			continue
		}
		got[d.GetHash()] = nil
		if d.GetSizeBytes() <= s.batch {
			small = append(small, d)
			continue
		}
		var data []byte
		if err := try(ctx, func() (err error) { data, err = s.read(ctx, d); return err }); err != nil {
			return nil, err
		}
		got[d.Hash] = data
	}
	for _, list := range s.batches(small) {
		var answers *pb.BatchReadBlobsResponse
		err := try(ctx, func() (err error) {
			answers, err = pb.NewContentAddressableStorageClient(s.conn).BatchReadBlobs(s.with(ctx), &pb.BatchReadBlobsRequest{InstanceName: s.instance, Digests: list})
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, r := range answers.Responses {
			if err := status.ErrorProto(r.GetStatus()); err != nil {
				return nil, err
			}
			got[r.GetDigest().GetHash()] = r.Data
		}
	}
	out := make([][]byte, len(digests))
	for i, d := range digests {
		if out[i] = got[d.GetHash()]; digestOf(out[i]).Hash != d.GetHash() {
			return nil, status.Errorf(codes.DataLoss, "the content of %s is another", d.GetHash())
		}
	}
	return out, nil
}

// read downloads a large blob.
func (s *server) read(ctx context.Context, d *pb.Digest) ([]byte, error) {
	name := path.Join(s.instance, "blobs", d.Hash, fmt.Sprint(d.SizeBytes))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := bytestream.NewByteStreamClient(s.conn).Read(s.with(ctx), &bytestream.ReadRequest{ResourceName: name})
	if err != nil {
		return nil, err
	}
	var data []byte
	for {
		r, err := stream.Recv()
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if data = append(data, r.Data...); int64(len(data)) > d.SizeBytes {
			return nil, status.Errorf(codes.DataLoss, "%s is longer than it should be", d.Hash)
		}
	}
}
