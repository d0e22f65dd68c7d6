package main

// Completion of shells, and the lists of languages in help.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"refract"
)

// readable names the languages that can be an input.
func readable() []string {
	return names(func(l refract.Language) bool {
		for _, to := range refract.Languages() {
			if refract.Supported(l, to) == nil {
				return true
			}
		}
		return false
	})
}

// writable names the languages that can be an output.
func writable() []string {
	return names(func(l refract.Language) bool {
		for _, from := range refract.Languages() {
			if refract.Supported(from, l) == nil {
				return true
			}
		}
		return false
	})
}

func names(which func(refract.Language) bool) []string {
	var all []string
	for _, l := range refract.Languages() {
		if which(l) {
			all = append(all, l.String())
		}
	}
	return all
}

// extensions are those of languages' files.
func extensions(languages []string) []string {
	var all []string
	for _, name := range languages {
		if l, ok := refract.LanguageByName(name); ok {
			all = append(all, l.Extensions()...)
		}
	}
	return all
}

// languageTable is the table of languages in the help text.
func languageTable() string {
	reads, writes := readable(), writable()
	has := func(list []string, l refract.Language, word string) string {
		for _, name := range list {
			if name == l.String() {
				return word
			}
		}
		return ""
	}
	var b strings.Builder
	for _, l := range refract.Languages() {
		r, w := has(reads, l, "read"), has(writes, l, "written")
		if r != "" || w != "" {
			fmt.Fprintf(&b, "  %-8s %-18s %-6s %-8s %s\n", l, l.Title(), r, w, strings.Join(l.Extensions(), " "))
		}
	}
	return b.String()
}

// registerCompletion offers the words for a flag's value.
func registerCompletion(c *cobra.Command, flag string, words []string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag doesn't exist
	}
}

// completeInputs offers folders and the files whose extension belongs to a language.
func completeInputs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var extensions []string
	for _, name := range readable() {
		l, _ := refract.LanguageByName(name)
		for _, e := range l.Extensions() {
			extensions = append(extensions, strings.TrimPrefix(e, "."))
		}
	}
	return extensions, cobra.ShellCompDirectiveFilterFileExt
}
