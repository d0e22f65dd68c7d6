//go:build js

// Command core is the WebAssembly file that checks and translates without optimizing. It
// is built with the tag refract_core; see web/build.
package main

import (
	"refract/internal/web/bridge"
	"refract/internal/web/service"
)

func main() { bridge.Serve(service.New().Answer) }
