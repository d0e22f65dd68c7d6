// Package playground is a page to try shaders on: an editor with mistakes underlined, every
// output beside it, the passes of the optimizer one by one, reflection, running and
// drawing. It is served with the WebAssembly files, by any server of static files
// (web/build makes that folder), or by Handler, where the program that serves it answers
// itself: then nothing needs to be built, and the engines run at full speed.
package playground

import (
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Files are the files of the page, below Root.
//
//go:embed static
var Files embed.FS

// Root is the folder of the page in Files.
const Root = "static"

// maxRequest bounds the bytes of a request.
const maxRequest = 16 << 20

// bodyTime is how long a request may take to arrive: bodies that are never finished must not
// be kept.
var bodyTime = 30 * time.Second

// policy lets the page load nothing from elsewhere.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

// Handler serves the page, whose requests answer answers. A host is the address that
// browsers reach it by, as 127.0.0.1:8080: requests with other names, and from pages of
// others, are refused.
func Handler(host string, answer func(ctx context.Context, method string, request []byte) []byte) http.Handler {
	static, err := fs.Sub(Files, Root)
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"native": true}`)
	})
	mux.HandleFunc("POST /api/{method}", func(w http.ResponseWriter, r *http.Request) {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if from := r.Header.Get("Origin"); kind != "application/json" || from != "" && !sameHost(from, host) {
			http.Error(w, "requests of other pages aren't answered", http.StatusForbidden)
			return
		}
		deadline := http.NewResponseController(w) // without one, as in some tests, the error is one of support
		_ = deadline.SetReadDeadline(time.Now().Add(bodyTime))
		request, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if errors.Is(err, os.ErrDeadlineExceeded) {
			http.Error(w, "the request took too long to arrive", http.StatusRequestTimeout)
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		_ = deadline.SetReadDeadline(time.Time{}) // answers may take longer
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer(r.Context(), r.PathValue("method"), request))
	})
	mux.Handle("GET /", http.FileServerFS(static))
	return guard(host, mux)
}

// Folder serves a folder that web/build has made.
func Folder(host, dir string) http.Handler { return guard(host, http.FileServer(http.Dir(dir))) }

// guard refuses requests by another name: a page elsewhere whose name leads here must not
// read answers.
func guard(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !sameHost("http://"+r.Host, host) {
			http.Error(w, "this is "+host, http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// sameHost reports whether an origin is the host, by its address or as localhost.
func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	_, port, _ := strings.Cut(host, ":")
	return u.Host == host || u.Host == "localhost:"+port
}
