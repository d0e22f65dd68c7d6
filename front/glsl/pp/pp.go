// Package pp is the preprocessor of GLSL: source text to the tokens of the
// program, through directives, includes and macros.
package pp

import (
	"refract/diag"
)

// A Profile is a branch of the language.
type Profile uint8

const (
	ProfileNone Profile = iota // desktop before 150, where there were no profiles
	ProfileCore
	ProfileCompatibility
	ProfileES
)

// String is the profile as #version spells it.
func (p Profile) String() string {
	return [...]string{"", "core", "compatibility", "es"}[p]
}

// An Includer finds what #include names. It must not be used by two parsers at
// once unless it says that it may.
type Includer interface {
	// Include finds a file. name stands between the quotes; system says that
	// they were < and >. from is the name of the file that includes it, as given
	// to Parse or returned as path here. The path is shown in diagnostics and
	// tells files apart. The error is shown as it is.
	Include(name, from string, system bool) (path, text string, err error)
}

// A Define is a macro from outside, as -D of a compiler gives.
type Define struct {
	Name string // a name, or a name and parameters: SQUARE(x)
	Text string // what it stands for; -DNAME gives 1 by custom, that is for the caller
}

// Options of preprocessing.
type Options struct {
	// Vulkan reads the source as Vulkan GLSL: VULKAN is defined.
	Vulkan bool
	// Version and Profile are those of a source without #version. Zero stands
	// for 110, or 100 of ES if Profile says so.
	Version int
	Profile Profile
	// Defines are macros that exist before the first line.
	Defines []Define
	// Includer finds included files. Without one #include is an error.
	Includer Includer
	// Preamble is text that stands before the source, behind #version: it may
	// declare what a host provides. Positions in it are shown as those of a file
	// "<preamble>".
	Preamble string
}

// A Unit is what the preprocessor found out about a source.
type Unit struct {
	Version     int
	Profile     Profile
	VersionSpan diag.Span // of the #version directive; zero if there is none
	Vulkan      bool
	Directives  []Directive // #extension and #pragma in order
}

// A DirectiveKind says which directive a Directive is.
type DirectiveKind uint8

const (
	DirExtension DirectiveKind = iota
	DirPragma
)

// A Behavior is what an #extension directive asks for.
type Behavior uint8

const (
	BehaviorDisable Behavior = iota
	BehaviorWarn
	BehaviorEnable
	BehaviorRequire
)

// String is the behavior as the directive spells it.
func (b Behavior) String() string {
	return [...]string{"disable", "warn", "enable", "require"}[b]
}

// A Directive is an #extension or a #pragma.
type Directive struct {
	Kind     DirectiveKind
	Behavior Behavior // of DirExtension
	Name     string   // of the extension, or the text of the pragma, its blanks as written
	Span     diag.Span
	NameSpan diag.Span
	Token    int // index of the first token behind the directive
}
