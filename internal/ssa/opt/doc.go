// Package opt holds passes that make shaders smaller or faster without asking
// for anything of the target. One pass a file.
package opt
