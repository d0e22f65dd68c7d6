package main

// Serve the page to try shaders on.

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"refract/exec/wasm"
	"refract/internal/web/service/engine"
	"refract/web/playground"
)

const playgroundLong = `Playground serves a page to try shaders on, to this machine only: an editor with
mistakes underlined, every output beside it, the optimizer pass by pass, reflection,
running and drawing. The command itself answers the page; nothing is loaded from
elsewhere.

With a folder it serves the folder instead: 'go run refract/web/build -o DIR' makes one
with the library as WebAssembly. Any server can serve the folder.

It runs until it is interrupted.`

func newPlayground(s streams) *cobra.Command {
	var port int
	c := &cobra.Command{
		Use: "playground [FOLDER]", Short: "Serve a local page to try shaders on", Long: playgroundLong,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("one folder is expected, %d are given", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if port < 0 || port > 65535 {
				return usagef("--port %d is not from 0 to 65535", port)
			}
			if len(args) == 1 {
				if _, err := os.Stat(filepath.Join(args[0], "refract", "core.wasm")); err != nil {
					return fmt.Errorf("%s holds no playground: refract/core.wasm is missing; 'go run refract/web/build -o %s' makes one", args[0], args[0])
				}
			}
			listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				return err
			}
			host := listener.Addr().String()
			handler := playground.Handler(host, engine.New(wasm.Auto{}).Answer)
			if len(args) == 1 {
				handler = playground.Folder(host, args[0])
			}
			ctx, stop := interruptible(c)
			defer stop()
			server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second,
				BaseContext: func(net.Listener) context.Context { return ctx }}
			defer server.Close()
			failed := make(chan error, 1)
			go func() { failed <- server.Serve(listener) }()
			fmt.Fprintf(s.out, "http://%s/\n", host)
			select {
			case <-ctx.Done():
				return nil
			case err := <-failed:
				if errors.Is(err, http.ErrServerClosed) {
					return nil
				}
				return err
			}
		},
	}
	c.Flags().IntVar(&port, "port", 0, "the `number` of the port; 0: one that is free")
	return c
}
