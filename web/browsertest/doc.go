// Package browsertest holds tests of the playground in headless Chromium. It is a module of
// its own, so that the library's users don't see the browser's driver:
//
//	cd web/browsertest && go test ./...
//
// Pictures of the page go to the folder that REFRACT_SCREENSHOTS names.
package browsertest
