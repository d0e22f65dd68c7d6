package glsl

// This file holds the version and profile of a source, and the form in which tables state
// from which version, in which profile and by which extensions something exists.

import "strconv"

// Profile is the flavour of the language that #version names.
type Profile uint8

const (
	Core          Profile = iota // desktop; also versions below 150, which know no profiles
	Compatibility                // desktop with what the core profile removed
	ES                           // OpenGL ES and WebGL
)

// A Version is a number, as 330 or 310, and a profile.
type Version struct {
	Number  int
	Profile Profile
}

// String spells the version as a #version directive does.
func (v Version) String() string {
	s := strconv.Itoa(v.Number)
	switch {
	case v.Profile == ES && v.Number > 100:
		s += " es"
	case v.Profile == Compatibility && v.Number >= 150:
		s += " compatibility"
	}
	return s
}

// never is a version that none reaches.
const never = 9999

// avail is the availability of a feature: from a desktop version, from an ES version, or
// where one of up to four extensions is enabled. old is the desktop version from which the
// core profile lacks it; oldES likewise for ES.
type avail struct {
	desktop, es uint16
	old, oldES  uint16 // 0: still there
	exts        exts
}

// exts are up to four extensions, of which any will do.
type exts = [4]extension

// since is a feature that exists from a desktop and an ES version on. The compiler lays out
// a single expression in tables; so are the others below.
func since(desktop, es uint16, x exts) avail { return avail{desktop: desktop, es: es, exts: x} }

// until is a feature that exists below a desktop and an ES version, and in the
// compatibility profile.
func until(desktop, es uint16) avail {
	return avail{desktop: 110, es: 100, old: desktop, oldES: es}
}

// only is a feature of extensions.
func only(x exts) avail { return avail{desktop: never, es: never, exts: x} }

// language is the language of the source: version and enabled extensions.
type language struct {
	Version
	exts [numExtensions]bool
}

// has reports whether something exists.
func (l *language) has(a *avail) bool {
	if l.Profile == ES {
		if l.Number >= int(a.es) && (a.oldES == 0 || l.Number < int(a.oldES)) {
			return true
		}
	} else if l.Number >= int(a.desktop) && (a.old == 0 || l.Number < int(a.old) || l.Profile == Compatibility) {
		return true
	}
	for _, x := range a.exts {
		if x != noExtension && l.exts[x] {
			return true
		}
	}
	return false
}

// hasExplicitTypes reports whether conversions of integers are ranked by their sizes, as
// GL_EXT_shader_explicit_arithmetic_types has it.
func (l *language) hasExplicitTypes() bool {
	x := &l.exts
	return x[extExplicitArithmetic] || x[extExplicitInt8] || x[extExplicitInt16] || x[extExplicitInt32] || x[extExplicitInt64] ||
		x[extExplicitFloat16] || x[extExplicitFloat32] || x[extExplicitFloat64]
}

// atLeast reports whether the version is a desktop or an ES one from these on.
func (l *language) atLeast(desktop, es int) bool {
	if l.Profile == ES {
		return l.Number >= es
	}
	return l.Number >= desktop
}

// needs names the version or extension that would make something exist: "#version 420 or
// GL_ARB_x".
func (l *language) needs(a *avail) string {
	s := ""
	add := func(t string) {
		if s != "" {
			s += " or "
		}
		s += t
	}
	if l.Profile == ES {
		if a.oldES != 0 && l.Number >= int(a.oldES) {
			add("a version below " + strconv.Itoa(int(a.oldES)) + " es")
		} else if a.es != never {
			add("#version " + strconv.Itoa(int(a.es)) + " es")
		}
	} else {
		if a.old != 0 && l.Number >= int(a.old) {
			add("the compatibility profile or a version below " + strconv.Itoa(int(a.old)))
		} else if a.desktop != never {
			add("#version " + strconv.Itoa(int(a.desktop)))
		}
	}
	for _, x := range a.exts {
		if x != noExtension {
			add(extensionNames[x])
		}
	}
	if s == "" {
		if l.Profile == ES {
			return "desktop GLSL, as #version " + strconv.Itoa(int(a.desktop))
		}
		return "GLSL ES, as #version " + strconv.Itoa(int(a.es)) + " es"
	}
	return s
}
