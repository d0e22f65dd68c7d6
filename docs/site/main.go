// Command site makes a static site of the project's documents:
//
//	go -C docs/site run . -o DIR
//
// The pages are the Markdown files that the repository has anyway. Links between them
// become links between pages; a link to nothing is an error.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "", "the `folder` of the site, which is made if need be")
	root := flag.String("root", "../..", "the `folder` of the repository")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	s, err := read(os.DirFS(*root))
	if err == nil {
		err = s.write(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages and %d files in %s\n", len(s.pages), len(s.files), *out)
}
