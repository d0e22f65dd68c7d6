package lsp

// This file is what lies under the server: JSON-RPC 2.0 in the framing of the Language
// Server Protocol ("Base Protocol").

import (
	"context"
	"io"
	"log"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Codes of the protocol beside those of JSON-RPC.
const (
	codeNotInitialized = -32002
	codeRequestFailed  = -32803
)

// rpcError makes the error of a response.
func rpcError(code int64, message string) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: code, Message: message}
}

// A stream is a connection over two streams, of which it keeps the error of reading.
type stream struct {
	jsonrpc2.ObjectStream
	once sync.Once
	err  error
}

// ReadObject reads a message.
func (s *stream) ReadObject(v any) error {
	err := s.ObjectStream.ReadObject(v)
	if err != nil {
		s.once.Do(func() { s.err = err })
	}
	return err
}

// pipes joins what is read and what is written; whoever opened them closes them.
type pipes struct {
	io.Reader
	io.Writer
}

func (pipes) Close() error { return nil }

// connect reads requests from in, which go to the channel, and answers to out.
func connect(ctx context.Context, in io.Reader, out io.Writer, requests chan<- *jsonrpc2.Request) (*jsonrpc2.Conn, *stream) {
	s := &stream{ObjectStream: jsonrpc2.NewBufferedStream(pipes{in, out}, jsonrpc2.VSCodeObjectCodec{})}
	silent := jsonrpc2.SetLogger(log.New(io.Discard, "", 0)) // Serve returns the error
	return jsonrpc2.NewConn(ctx, s, queue(requests), silent), s
}

// A queue hands requests on in turn.
type queue chan<- *jsonrpc2.Request

// Handle takes a request.
func (q queue) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	select {
	case q <- r:
	case <-ctx.Done():
	}
}
