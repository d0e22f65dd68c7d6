package spirvtest

// This file makes a module with a fault smaller.

import (
	"regexp"
	"slices"
	"strings"
)

var id = regexp.MustCompile(`%\w+`)

// values replace removed code, by type, in modules that [RandomModule] makes.
var values = map[string]string{"%u32": "%k1", "%bool": "%true", "%f32": "%f1", "%v2u": "%vec", "%pair": "%pair0"}

// Reduce takes lines, ways and cases out of a module that [RandomModule] made as long
// as it stays bad.
func Reduce(text string, bad func(string) bool) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for changed := true; changed; {
		changed = false
		try := func(next []string) bool {
			if next = tidy(next); !bad(strings.Join(next, "\n") + "\n") {
				return false
			}
			lines, changed = next, true
			return true
		}
		for i := 0; i < len(lines); i++ {
			with := func(l ...string) []string { return slices.Concat(lines[:i:i], l, lines[i+1:]) }
			f := strings.Fields(lines[i])
			switch {
			case f[0] == "OpBranchConditional":
				_ = try(with("OpBranch "+f[2])) || try(with("OpBranch "+f[3]))
			case f[0] == "OpSwitch":
				if try(with("OpBranch " + f[2])) {
					break
				}
				for k := 3; k+1 < len(f); k += 2 {
					if try(with("OpBranch "+f[k+1])) || try(with(strings.Join(slices.Concat(f[:k:k], f[k+2:]), " "))) {
						break
					}
				}
			case f[0] == "OpStore", strings.HasSuffix(f[0], "Merge"):
				try(with())
			case len(f) > 3 && f[1] == "=" && f[2] != "OpVariable" && f[2] != "OpFunction" && !strings.HasPrefix(f[2], "OpType"):
				next := with()
				if v := values[f[3]]; v != "" && !strings.HasPrefix(f[2], "OpConstant") {
					for k := range next {
						next[k] = id.ReplaceAllStringFunc(next[k], func(s string) string {
							if s == f[0] {
								return v
							}
							return s
						})
					}
				}
				try(next)
			}
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// textBlock is a block of a function's text.
type textBlock struct {
	name     string
	from, to int
	succs    []string
}

// tidy drops blocks that nothing leads to and the phi sources of ways that are gone.
func tidy(lines []string) (out []string) {
	for i := 0; i < len(lines); {
		if !strings.Contains(lines[i], "= OpFunction ") {
			out = append(out, lines[i])
			i++
			continue
		}
		end := i + slices.Index(lines[i:], "OpFunctionEnd")
		var blocks []textBlock
		for k := i; k < end; k++ {
			f := strings.Fields(lines[k])
			if len(f) == 3 && f[2] == "OpLabel" {
				blocks = append(blocks, textBlock{name: f[0], from: k})
			}
			if len(blocks) == 0 {
				continue
			}
			b := &blocks[len(blocks)-1]
			b.to = k + 1
			switch f[0] {
			case "OpBranch":
				b.succs = f[1:]
			case "OpBranchConditional":
				b.succs = f[2:]
			case "OpSwitch":
				for _, x := range f[2:] {
					if x[0] == '%' {
						b.succs = append(b.succs, x)
					}
				}
			}
		}
		named := map[string]*textBlock{}
		for k := range blocks {
			named[blocks[k].name] = &blocks[k]
		}
		seen := map[string]bool{}
		var walk func(string)
		walk = func(n string) {
			if !seen[n] && named[n] != nil {
				seen[n] = true
				for _, s := range named[n].succs {
					walk(s)
				}
			}
		}
		walk(blocks[0].name)
		out = append(out, lines[i:blocks[0].from]...)
		for k := range blocks {
			b := &blocks[k]
			if !seen[b.name] {
				continue
			}
			for _, l := range lines[b.from:b.to] {
				f := strings.Fields(l)
				switch {
				case len(f) > 3 && f[2] == "OpPhi":
					keep := f[:4:4]
					for q := 4; q+1 < len(f); q += 2 {
						if p := named[f[q+1]]; p != nil && seen[p.name] && slices.Contains(p.succs, b.name) {
							keep = append(keep, f[q], f[q+1])
						}
					}
					l = strings.Join(keep, " ")
				case f[0] == "OpSelectionMerge" && !seen[f[1]], f[0] == "OpLoopMerge" && !(seen[f[1]] && seen[f[2]]):
					continue
				}
				out = append(out, l)
			}
		}
		out = append(out, "OpFunctionEnd")
		i = end + 1
	}
	return out
}
