package hlsl

// WordList lists the words of HLSL and its compilers.
func WordList() []string { tables.Do(makeTables); return words.List() }

// IsName reports whether the text can be a name at module scope.
func IsName(s string) bool { tables.Do(makeTables); return words.IsIdentifier(s) && !words.Has(s) }
