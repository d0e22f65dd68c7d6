package raygen

// This file chooses the variable that holds a shader's queries: a query alone, arrays of
// queries, and structs and arrays of structs with queries. Functions get a query or the
// whole variable. The index of an element is pick.

import (
	"fmt"
	"math/rand/v2"
)

// A form is the type of the variable that holds queries.
type form int

const (
	aloneQuery   form = iota // rayQueryEXT q
	queryArray               // rayQueryEXT q[n]
	queryArrays              // rayQueryEXT q[2][n]
	structArray              // Holder q[n], a query in each
	structQuery              // Holder q, a query in it
	arrayInArray             // Holder q[2], an array of n queries in each
)

type holder struct {
	form  form
	n     int
	whole bool   // functions get the whole variable
	index string // of the element
}

// newHolder chooses a variable; for half of the seeds a query alone.
func newHolder(r *rand.Rand, global bool) holder {
	h := holder{n: 1 + r.IntN(5)}
	if r.IntN(2) == 0 {
		return h
	}
	h.form = 1 + form(r.IntN(int(arrayInArray)))
	h.whole = r.IntN(2) == 0 && !global
	h.index = fmt.Sprintf("%du", r.IntN(h.n))
	if x := []string{"", "x.hash >> 4", "i", "l ^ x.mask", "at"}[r.IntN(5)]; x != "" {
		h.index = fmt.Sprintf("(%s) %% %du", x, h.n)
	}
	return h
}

// types are the declarations ahead of functions.
func (h *holder) types() string {
	switch h.form {
	case structArray, structQuery:
		return "struct Holder { uint before; rayQueryEXT q; vec2 after; };\n"
	case arrayInArray:
		return fmt.Sprintf("struct Holder { vec2 before; rayQueryEXT q[%d]; uint after; };\n", h.n)
	}
	return ""
}

// declarator is a variable or parameter of the form.
func (h *holder) declarator(name string) string {
	switch h.form {
	case queryArray:
		return fmt.Sprintf("rayQueryEXT %s[%d]", name, h.n)
	case queryArrays:
		return fmt.Sprintf("rayQueryEXT %s[2][%d]", name, h.n)
	case structArray:
		return fmt.Sprintf("Holder %s[%d]", name, h.n)
	case structQuery:
		return "Holder " + name
	case arrayInArray:
		return "Holder " + name + "[2]"
	}
	return "rayQueryEXT " + name
}

// declare is the declaration of a variable.
func (h *holder) declare(name string) string { return h.declarator(name) + ";" }

// place is the chosen query in a variable.
func (h *holder) place(name string) string {
	return name + map[form]string{queryArray: "[pick]", queryArrays: "[pick & 1u][pick]", structArray: "[pick].q", structQuery: ".q", arrayInArray: "[pick & 1u].q[pick]"}[h.form]
}

// param are the parameters of a function that gets a query, and the query in it.
func (h *holder) param() (params, query string) {
	if !h.whole {
		return "rayQueryEXT q, ", "q"
	}
	return h.declarator("q") + ", uint pick, ", h.place("q")
}

// argument are the arguments for param.
func (h *holder) argument(name string) string {
	if !h.whole {
		return h.place(name)
	}
	return name + ", pick"
}

// pass are the arguments of a function that got them itself.
func (h *holder) pass() string {
	if !h.whole {
		return "q"
	}
	return "q, pick"
}

// choose sets the index, and a member beside the query.
func (h *holder) choose(name string) string {
	if h.form == aloneQuery {
		return ""
	}
	text := "    uint pick = " + h.index + ";\n"
	if m := h.member(name); m != "" {
		text += "    " + m + " = at ^ 77u;\n"
	}
	return text
}

// member is a member beside the query.
func (h *holder) member(name string) string {
	return map[form]string{structArray: name + "[pick].before", structQuery: name + ".before", arrayInArray: name + "[pick & 1u].after"}[h.form]
}

// check makes the first result wrong if the member beside the query isn't as it was set.
func (h *holder) check(name string) string {
	if m := h.member(name); m != "" {
		return "    words[at] += " + m + " - (at ^ 77u);\n"
	}
	return ""
}
