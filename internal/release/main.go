// Release prepares refract for users without a checkout. It renames the module, writes a
// version of the module as a module proxy serves it, and builds the files of a release:
// archives, Debian packages, a Homebrew formula, a Dockerfile and the npm package.
//
//	go run ./internal/release rename PATH
//	go run ./internal/release proxy VERSION DIR
//	go run ./internal/release build VERSION DIR [URL]
//	go run ./internal/release npm VERSION DIR
//
// The go command can't fetch a module path without a dot, and the path depends on the
// project's host, so that rename is one step.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

const usage = `usage: release rename PATH              rename the module in this folder to PATH
       release proxy VERSION DIR        write the module to DIR as a module proxy serves it
       release build VERSION DIR [URL]  build archives and packages for all platforms into DIR;
                                        the formula and the Dockerfile download archives from
                                        URL (default: https://MODULE/releases/download/VERSION)
       release npm VERSION DIR          write the npm package to DIR
`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "rename":
		return rename(".", args[1])
	case len(args) == 3 && args[0] == "proxy":
		return writeProxy(".", args[1], args[2])
	case len(args) == 3 && args[0] == "build":
		url, err := downloadURL(".", args[1])
		if err != nil {
			return err
		}
		if url == "" {
			fmt.Fprintln(os.Stderr, "release: no formula and no Dockerfile, because the module path has no host: rename the module or give a URL")
		}
		return build(".", args[1], args[2], url, platforms)
	case len(args) == 4 && args[0] == "build":
		return build(".", args[1], args[2], strings.TrimSuffix(args[3], "/"), platforms)
	case len(args) == 3 && args[0] == "npm":
		return buildNPM(".", args[1], args[2])
	}
	return errors.New("wrong arguments\n" + usage)
}
