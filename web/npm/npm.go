// Package npm has the files of the npm package that are written by hand; web/build adds
// the WebAssembly files and Go's loader.
package npm

import "embed"

//go:embed package.json index.js index.d.ts README.md
var Files embed.FS
