// Release prepares refract for users without its checkout: it gives the module another
// path, packs a version of it for module proxies, and builds the command for every
// platform.
//
//	go run ./internal/release rename PATH
//	go run ./internal/release proxy VERSION DIR
//	go run ./internal/release build VERSION DIR
//
// A module path without a dot can't be fetched; the path that the project will have depends
// on its host, so that changing it is one step.
package main

import (
	"errors"
	"fmt"
	"os"
)

const usage = `usage: release rename PATH           give the module in this folder the path PATH
       release proxy VERSION DIR     write it to DIR as a module proxy serves it
       release build VERSION DIR     build the command for all platforms into DIR
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
		return build(".", args[1], args[2], platforms)
	}
	return errors.New("wrong arguments\n" + usage)
}
