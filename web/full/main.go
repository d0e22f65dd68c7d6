//go:build js

// Command full is the WebAssembly file that has everything: the optimizer, the reader of
// SPIR-V, the engines and the rasterizer; see web/build.
package main

import (
	"refract/exec/interp"
	"refract/internal/web/bridge"
	"refract/internal/web/service/engine"
)

func main() { bridge.Serve(engine.New(interp.Engine{}).Answer) }
