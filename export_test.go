package refract

// What tests of package refract_test look at inside.

import (
	"slices"

	"refract/internal/back"
)

// UnusedOptionDocs returns the names of docs that stand for no option.
func UnusedOptionDocs() []string {
	used := map[string]bool{}
	for _, b := range backEnds {
		if !b.HasOptions() {
			continue
		}
		var names []string
		for _, o := range Options() {
			if rest, ok := cutLanguage(o.Name, b.Language.Name); ok {
				names = append(names, rest)
			}
		}
		for _, d := range b.Docs {
			used[b.Language.Name+"."+d[0]] = slices.Contains(names, d[0])
		}
		for _, d := range back.CommonDocs {
			own := slices.ContainsFunc(b.Docs, func(o back.Doc) bool { return o[0] == d[0] })
			used[d[0]] = used[d[0]] || !own && slices.Contains(names, d[0])
		}
	}
	var unused []string
	for name, is := range used {
		if !is {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	return unused
}

func cutLanguage(name, language string) (string, bool) {
	if len(name) > len(language) && name[:len(language)] == language && name[len(language)] == '.' {
		return name[len(language)+1:], true
	}
	return "", false
}
