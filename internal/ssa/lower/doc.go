// Package lower holds passes that replace operations that a target, or another pass, lacks
// by simpler ones. One pass a file.
package lower
