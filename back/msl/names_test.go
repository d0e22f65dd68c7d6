package msl

// This file holds the words of Metal against the checker's library.

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/names"
)

// TestNames writes modules in which a function, variable, struct, ... has each name
// that Metal knows, and has them checked. In all others the name is that of a
// variable beside much of what the language has. REFRACT_NAMES is how many of the
// words are left out for one that is tried.
func TestNames(t *testing.T) {
	leave := 150
	if n, err := strconv.Atoi(os.Getenv("REFRACT_NAMES")); err == nil {
		leave = n
	}
	list := []string{"min", "simd_is_first", "__simd_sum", "_Lerp", "threadgroup_barrier", "main", "fmod", "mem_flags", "as_type", "access"}
	tables.Do(makeTables)
	for i, all := 0, words.List(); i < len(all); i += 1 + leave {
		list = append(list, all[i])
	}
	var rows []row
	for _, name := range list {
		for _, m := range names.Modules(t, name, names.Options{Subgroups: true, Levels: true}) {
			for _, minify := range []bool{false, true} {
				o := NewOptions()
				o.Version = 310
				o.Minify = minify
				out, err := Write(m.Module, nil, o)
				if err != nil {
					t.Fatalf("%s as %v: %v", name, m, err)
				}
				rows = append(rows, row{name + " as " + m.String(), out.Text})
				if minify && name != list[0] {
					rows = rows[:len(rows)-1] // the same text
				}
			}
		}
	}
	for name, message := range wrong(t, rows) {
		t.Errorf("%s: %s", name, message)
	}
	t.Logf("%d texts", len(rows))
}

// checkersOwn are names that the checker's library has for itself.
var checkersOwn = strings.Fields("E J J3 JF N_ is_float is_int is_lod is_vec join joinf like packed parts same_t shape splats swizzle traits when")

// TestLibrarysNames declares every word that the checker's library uses beside the
// library's own, and expects the compiler to find those ambiguous that the library
// declares: they must be in the lists.
func TestLibrarysNames(t *testing.T) {
	home, _ := os.UserHomeDir()
	folder := os.Getenv("REFRACT_ORACLES")
	if folder == "" {
		folder = home + "/.cache/refract-oracles"
	}
	data, err := os.ReadFile(folder + "/msl/metal_stdlib.h")
	if err != nil {
		t.Skip("no library to look into: ", err)
	}
	found := map[string]bool{}
	for _, s := range strings.FieldsFunc(string(data), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		if words.IsIdentifier(s) && !words.Has(s) && !slices.Contains(checkersOwn, s) {
			found[s] = true
		}
	}
	var rows []row
	for few := range slices.Chunk(slices.Sorted(maps.Keys(found)), 15) { // the compiler stops after 20 errors
		rows = append(rows, row{"names", harness.BesideLibrary(few)})
	}
	for _, v := range harness.Oracle(t, "msl", rows, "--jobs", "2") { // each alone
		for _, m := range v.Messages {
			if name, ok := strings.CutPrefix(m.Text, "reference to '"); ok {
				name, _, _ = strings.Cut(name, "'")
				t.Errorf("a word of the library: %s", name)
			}
		}
	}
	t.Logf("%d names", len(found))
}
