package refract

// The registry: every front end and back end, a line each, in registry_whole.go. The
// languages of registry_core.go are those of programs that count their bytes.

import "refract/language"

// reading returns the number of the front end that reads a language, or -1.
func (l Language) reading() int {
	for i, f := range frontEnds {
		if f.Language.Name == string(l) {
			return i
		}
	}
	return -1
}

// writing returns the number of the back end that writes a language, or -1.
func (l Language) writing() int {
	for i, b := range backEnds {
		if b.Language.Name == string(l) {
			return i
		}
	}
	return -1
}

// info is what is known of a language, or nil.
func (l Language) info() *language.Info {
	if i := l.writing(); i >= 0 {
		return backEnds[i].Language
	}
	if i := l.reading(); i >= 0 {
		return frontEnds[i].Language
	}
	return nil
}

// CanRead reports whether Parse reads the language.
func CanRead(l Language) bool { return l.reading() >= 0 }

// CanWrite reports whether Write writes the language.
func CanWrite(l Language) bool { return l.writing() >= 0 }

// takesSSA reports whether the language's back end takes functions from SSA form.
func (l Language) takesSSA() bool {
	i := l.writing()
	return i >= 0 && backEnds[i].SSA
}

// holdsOne reports whether a text of the language is one entry point.
func (l Language) holdsOne() bool {
	i := l.writing()
	return i >= 0 && backEnds[i].Single
}

// Languages returns every language but Auto.
func Languages() []Language {
	var all []Language
	for _, b := range backEnds {
		all = append(all, Language(b.Language.Name))
	}
	for _, f := range frontEnds {
		if l := Language(f.Language.Name); l.writing() < 0 {
			all = append(all, l)
		}
	}
	return all
}
