package refract

// What tests of package refract_test look at inside.

import (
	"slices"
	"strings"
)

// UnusedOptionDocs returns the keys of optionDocs that stand for no option.
func UnusedOptionDocs() []string {
	used := map[string]bool{}
	for _, o := range Options() {
		language, rest, _ := strings.Cut(o.Name, ".")
		if _, own := optionDocs[language+"."+rest]; own {
			used[o.Name] = true
		} else {
			used[rest] = true
		}
	}
	var unused []string
	for key := range optionDocs {
		if !used[key] {
			unused = append(unused, key)
		}
	}
	slices.Sort(unused)
	return unused
}
