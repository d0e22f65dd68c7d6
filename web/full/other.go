//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "full: this program is for GOOS=js GOARCH=wasm; 'go run ./web/build -o DIR' builds it")
	os.Exit(2)
}
