// Package lower holds passes that replace what a target, or another pass, has no
// use for by simpler things. One pass a file.
package lower
