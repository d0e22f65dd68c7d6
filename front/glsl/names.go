package glsl

// This file lists the names of the language for editors.

// A NameKind is the kind of a name of the language.
type NameKind uint8

const (
	NameType NameKind = iota
	NameFunction
	NameVariable
)

// A Name is a name of the language, of any version and stage.
type Name struct {
	Text string
	Kind NameKind
}

// Names are the names that the language declares, keywords apart.
func Names() []Name {
	list := make([]Name, 0, len(predeclaredNames))
	for i, text := range predeclaredNames {
		m := &meanings[i]
		kind := NameVariable
		switch {
		case m.ty != 0:
			kind = NameType
		case m.fn != 0 || m.tex != 0 || m.mem != 0:
			kind = NameFunction
		}
		list = append(list, Name{text, kind})
	}
	return list
}

// Signatures are the prototypes of a function of the language, in a notation in which T
// stands for a scalar or vector; none, where the overloads follow from rules.
func Signatures(name string) []string {
	var list []string
	for i, text := range functionNames {
		if text == name {
			for j := functionRows[i].first; j < functionRows[i].end; j++ {
				list = append(list, describe(&functions[j]))
			}
		}
	}
	return list
}
