package playground

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const host = "127.0.0.1:8080"

func echo(_ context.Context, method string, request []byte) []byte {
	return []byte(method + " " + string(request))
}

// ask sends a request to the handler.
func ask(h http.Handler, method, path, at, origin, kind, body string) (int, string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = at
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Body)
	return w.Code, string(text)
}

// TestHandler: pages of others get no answers, by whatever name they ask.
func TestHandler(t *testing.T) {
	h := Handler(host, echo)
	const json = "application/json"
	for _, c := range []struct {
		name, method, path, at, origin, kind string
		status                               int
		says                                 string
	}{
		{"the page", "GET", "/", host, "", "", 200, "<title>refract playground</title>"},
		{"as localhost", "GET", "/app.js", "localhost:8080", "", "", 200, "connect"},
		{"it answers itself", "GET", "/config.json", host, "", "", 200, `{"native": true}`},
		{"a request", "POST", "/api/check", host, "http://" + host, json, 200, "check {}"},
		{"of another page", "POST", "/api/check", host, "http://example.org", json, 403, ""},
		{"of another port", "POST", "/api/check", host, "http://127.0.0.1:9", json, 403, ""},
		{"of a form", "POST", "/api/check", host, "", "text/plain", 403, ""},
		{"by another name", "POST", "/api/check", "example.org:8080", "", json, 403, ""},
		{"the page by another name", "GET", "/", "example.org:8080", "", "", 403, ""},
		{"no file", "GET", "/nothing", host, "", "", 404, ""},
		{"not up", "GET", "/../playground.go", host, "", "", 307, "/playground.go"},
	} {
		status, text := ask(h, c.method, c.path, c.at, c.origin, c.kind, "{}")
		if status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %.80q", c.name, status, text)
		}
	}
}

// TestUnfinishedBody: a request that doesn't arrive is given up, and an answer may take
// longer than a request.
func TestUnfinishedBody(t *testing.T) {
	before := bodyTime
	bodyTime = 50 * time.Millisecond
	defer func() { bodyTime = before }()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	defer server.Close()
	at := strings.TrimPrefix(server.URL, "http://")
	handler = Handler(at, func(ctx context.Context, method string, request []byte) []byte {
		select {
		case <-ctx.Done():
			return []byte("given up")
		case <-time.After(4 * bodyTime):
			return []byte("answered")
		}
	})
	for _, c := range []struct {
		body   string
		length int
		says   string
	}{{"{}", 2, "answered"}, {"{", 100, "408 Request Timeout"}} {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /api/check HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", at, c.length, c.body)
		text, err := io.ReadAll(conn)
		if err != nil || !strings.Contains(string(text), c.says) {
			t.Errorf("%d of %d bytes: %q, %v", len(c.body), c.length, text, err)
		}
	}
}

// TestFolder: a folder is served to the same names.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("here"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, text := ask(Folder(host, dir), "GET", "/", host, "", "", ""); status != 200 || text != "here" {
		t.Errorf("%d %q", status, text)
	}
	if status, _ := ask(Folder(host, dir), "GET", "/", "example.org", "", "", ""); status != 403 {
		t.Errorf("by another name: %d", status)
	}
}

// TestNothingElsewhere: the page names nothing that is on another machine.
func TestNothingElsewhere(t *testing.T) {
	elsewhere := regexp.MustCompile(`(https?:)?//[\w.-]+\.\w+/`)
	err := fs.WalkDir(Files, Root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Files, name)
		if m := elsewhere.Find(text); m != nil {
			t.Errorf("%s names %s", name, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
