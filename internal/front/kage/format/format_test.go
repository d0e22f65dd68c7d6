package format_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/internal/front/kage/format"
)

// A program gets gofmt's style.
func ExampleSource() {
	out, err := format.Source("a.kage", []byte("package main\nfunc  Fragment( ) vec4 {\nreturn vec4( 1 )\n}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(out))
	// Output:
	// package main
	//
	// func Fragment() vec4 {
	// 	return vec4(1)
	// }
}

// TestErrors: errors of syntax have places.
func TestErrors(t *testing.T) {
	_, err := format.Source("a.kage", []byte("package main\n\nfunc f( {\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "a.kage:3:9: error:") {
		t.Errorf("%v", err)
	}
}
