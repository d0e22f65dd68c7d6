package main

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	pb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/anypb"
)

// A farm is a server that has everything, and whose executions go as told.
type farm struct {
	pb.UnimplementedCapabilitiesServer
	pb.UnimplementedContentAddressableStorageServer
	pb.UnimplementedExecutionServer
	execute func(stage func(pb.ExecutionStage_Value)) bool // whether it is done
}

func (*farm) GetCapabilities(context.Context, *pb.GetCapabilitiesRequest) (*pb.ServerCapabilities, error) {
	return &pb.ServerCapabilities{CacheCapabilities: &pb.CacheCapabilities{DigestFunctions: []pb.DigestFunction_Value{pb.DigestFunction_SHA256}},
		ExecutionCapabilities: &pb.ExecutionCapabilities{ExecEnabled: true}}, nil
}

func (*farm) FindMissingBlobs(context.Context, *pb.FindMissingBlobsRequest) (*pb.FindMissingBlobsResponse, error) {
	return &pb.FindMissingBlobsResponse{}, nil
}

func (f *farm) Execute(_ *pb.ExecuteRequest, stream grpc.ServerStreamingServer[longrunningpb.Operation]) error {
	stage := func(v pb.ExecutionStage_Value) {
		m, err := anypb.New(&pb.ExecuteOperationMetadata{Stage: v})
		if err != nil {
			panic(err)
		}
		stream.Send(&longrunningpb.Operation{Metadata: m})
	}
	if !f.execute(stage) {
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	r, err := anypb.New(&pb.ExecuteResponse{Result: &pb.ActionResult{ExitCode: 7}})
	if err != nil {
		panic(err)
	}
	return stream.Send(&longrunningpb.Operation{Done: true, Result: &longrunningpb.Operation_Response{Response: r}})
}

// dialFarm returns a connection to a farm.
func dialFarm(t *testing.T, f *farm, patience time.Duration) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer()
	pb.RegisterCapabilitiesServer(g, f)
	pb.RegisterContentAddressableStorageServer(g, f)
	pb.RegisterExecutionServer(g, f)
	go g.Serve(l)
	t.Cleanup(g.Stop)
	s, err := dial(t.Context(), &hello{Server: "grpc://" + l.Addr().String(), Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	if s.queue.patience != 20*time.Second {
		t.Errorf("jobs wait %v", s.queue.patience)
	}
	s.queue.patience = patience
	t.Cleanup(func() { s.close() })
	return s
}

// runAll has jobs done at once and returns what became of them.
func runAll(t *testing.T, s *server, n int) []error {
	out := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			a, err := s.do(t.Context(), &ask{Do: "run", Action: &action{Arguments: []string{"x"}, Output: "out", Timeout: 60}})
			if out[i] = err; err == nil && a.Exit != 7 {
				t.Errorf("the status is %d", a.Exit)
			}
		})
	}
	all.Wait()
	return out
}

// TestNobody: jobs that no worker takes are given up soon, and so are those that follow;
// those that wait behind others aren't.
func TestNobody(t *testing.T) {
	const patience = time.Second
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		s := dialFarm(t, &farm{execute: func(stage func(pb.ExecutionStage_Value)) bool {
			stage(pb.ExecutionStage_CACHE_CHECK)
			stage(pb.ExecutionStage_QUEUED)
			return false
		}}, patience)
		start := time.Now()
		for _, err := range runAll(t, s, 5) {
			if err == nil || !strings.Contains(err.Error(), "no worker has taken 5 jobs for 1 s") {
				t.Errorf("it says %v", err)
			}
		}
		if took := time.Since(start); took < patience || took > 20*patience {
			t.Errorf("it took %v", took)
		}
		start = time.Now()
		if err := runAll(t, s, 1)[0]; err == nil || time.Since(start) > patience/2 {
			t.Errorf("the next one waits, too: %v after %v", err, time.Since(start))
		}
	})
	t.Run("busy", func(t *testing.T) {
		t.Parallel()
		var worker sync.Mutex // one, for jobs that take longer than the patience
		s := dialFarm(t, &farm{execute: func(stage func(pb.ExecutionStage_Value)) bool {
			stage(pb.ExecutionStage_QUEUED)
			worker.Lock()
			defer worker.Unlock()
			stage(pb.ExecutionStage_EXECUTING)
			time.Sleep(patience * 3 / 2)
			return true
		}}, patience)
		for _, err := range runAll(t, s, 4) {
			if err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("lost", func(t *testing.T) {
		t.Parallel()
		s := dialFarm(t, &farm{execute: func(stage func(pb.ExecutionStage_Value)) bool {
			stage(pb.ExecutionStage_EXECUTING)
			time.Sleep(patience * 3 / 2)
			stage(pb.ExecutionStage_QUEUED)
			return false
		}}, patience)
		if err := runAll(t, s, 1)[0]; err == nil || !strings.Contains(err.Error(), "no worker has taken a job for 1 s") {
			t.Errorf("it says %v", err)
		}
	})
	t.Run("silent", func(t *testing.T) {
		t.Parallel()
		s := dialFarm(t, &farm{execute: func(func(pb.ExecutionStage_Value)) bool {
			time.Sleep(patience / 2)
			return true
		}}, patience)
		if err := runAll(t, s, 1)[0]; err != nil {
			t.Error(err)
		}
	})
}
