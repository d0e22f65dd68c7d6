package lsp

// This file is the transport: JSON-RPC 2.0 in the framing of the Language Server Protocol
// ("Base Protocol").

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Codes of the protocol beside those of JSON-RPC.
const (
	codeNotInitialized   = -32002
	codeRequestFailed    = -32803
	codeRequestCancelled = -32800
)

// rpcError makes the error of a response.
func rpcError(code int64, message string) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: code, Message: message}
}

// A stream is a connection over two streams, of which it keeps the error of reading: it
// closes when the error is known, and earlier messages have to be answered first.
type stream struct {
	jsonrpc2.ObjectStream
	ctx      context.Context
	requests *queue
	once     sync.Once
	err      error
}

// ReadObject reads a message. Text that is no message is answered with an error, and the
// next one read.
func (s *stream) ReadObject(v any) error {
	err := s.ObjectStream.ReadObject(v)
	for {
		var bad *badMessage
		if !errors.As(err, &bad) {
			break
		}
		reflect.ValueOf(v).Elem().SetZero() // a part of it may have been read
		if err = s.ObjectStream.WriteObject(bad.reply()); err == nil {
			err = s.ObjectStream.ReadObject(v)
		}
	}
	if err != nil {
		s.once.Do(func() {
			s.err = err
			s.requests.add(s.ctx, nil)
			<-s.ctx.Done()
		})
	}
	return err
}

// A badMessage is text between two messages that is none.
type badMessage struct {
	code int64
	err  error
}

func (e *badMessage) Error() string { return e.err.Error() }

// reply is the response to it, which belongs to no request that is known.
func (e *badMessage) reply() any {
	return map[string]any{"jsonrpc": "2.0", "id": nil, "error": rpcError(e.code, e.Error())}
}

// maxMessage is the most bytes of one message.
const maxMessage = 256 << 20

// A codec reads messages as a whole, so that one that is no JSON doesn't spoil the next.
type codec struct{ jsonrpc2.VSCodeObjectCodec }

// ReadObject reads a message.
func (codec) ReadObject(in *bufio.Reader, v any) error {
	length := -1
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			if line != "" && errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" && length < 0 {
			continue // blank lines before a header
		} else if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
			return fmt.Errorf("%q is no length of a message", strings.TrimSpace(value))
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	switch err := json.Unmarshal(body, v); {
	case err == nil:
		return nil
	case json.Valid(body):
		return &badMessage{jsonrpc2.CodeInvalidRequest, err}
	default:
		return &badMessage{jsonrpc2.CodeParseError, err}
	}
}

// pipes joins an input and an output; whoever opened them closes them.
type pipes struct {
	io.Reader
	io.Writer
}

func (pipes) Close() error { return nil }

// connect reads requests from in, which go to the queue, and answers to out.
func connect(ctx context.Context, in io.Reader, out io.Writer, requests *queue) (*jsonrpc2.Conn, *stream) {
	s := &stream{ObjectStream: jsonrpc2.NewBufferedStream(pipes{in, out}, codec{}), ctx: ctx, requests: requests}
	silent := jsonrpc2.SetLogger(log.New(io.Discard, "", 0)) // Serve returns the error
	return jsonrpc2.NewConn(ctx, s, requests, silent), s
}

// A queue keeps requests in the order in which they came. It is read ahead, so that a
// client can cancel waiting requests; past maxWaiting, reading waits.
type queue struct {
	some chan struct{} // one for each that waits
	mu   sync.Mutex
	list []*jsonrpc2.Request
	gone map[jsonrpc2.ID]bool // cancelled
}

// maxWaiting bounds the requests that are read ahead.
const maxWaiting = 1 << 12

func newQueue() *queue {
	return &queue{some: make(chan struct{}, maxWaiting), gone: map[jsonrpc2.ID]bool{}}
}

// Handle takes a request.
func (q *queue) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Method == "$/cancelRequest" {
		var p struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if r.Params == nil || json.Unmarshal(*r.Params, &p) != nil || q.cancel(p.ID) {
			return
		} // else it may wait for a document
	}
	q.add(ctx, r)
}

// add puts a request behind the others; nil: there are no more.
func (q *queue) add(ctx context.Context, r *jsonrpc2.Request) {
	q.mu.Lock()
	q.list = append(q.list, r)
	q.mu.Unlock()
	select {
	case q.some <- struct{}{}:
	case <-ctx.Done():
	}
}

// cancel marks a request, if it still waits, and reports whether it did.
func (q *queue) cancel(id jsonrpc2.ID) (waits bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.list {
		if r != nil && !r.Notif && r.ID == id {
			q.gone[id], waits = true, true
		}
	}
	return waits
}

// next waits for a request and takes it; nil: there are no more.
func (q *queue) next() (r *jsonrpc2.Request, cancelled bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r, q.list = q.list[0], q.list[1:]
	if r != nil && !r.Notif && q.gone[r.ID] {
		delete(q.gone, r.ID)
		return r, true
	}
	return r, false
}
