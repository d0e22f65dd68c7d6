package back

// The choice of an entry point, and the error of asking for one that isn't there, or isn't the
// only one.

import (
	"fmt"
	"strings"

	"refract/diag"
	"refract/ir"
)

// EntryPointError reports that a module lacks the named entry point, or has several if one
// is to be written.
type EntryPointError struct {
	Name       string // "": any
	Stage      ir.Stage
	Candidates []EntryPointName // more than one, or none
	Others     []EntryPointName // all of the module
	Single     string           // the language that is one entry point, or ""
}

const codeSeveral diag.Code = "several-entry-points"

// EntryPointName is an entry point by its name and stage.
type EntryPointName struct {
	Name  string
	Stage ir.Stage
}

// EntryPoints lists the entry points of a module.
func EntryPoints(m *ir.Module) []EntryPointName {
	var list []EntryPointName
	for i := range m.EntryPoints {
		list = append(list, EntryPointName{m.EntryPoints[i].Name, m.EntryPoints[i].Stage})
	}
	return list
}

func (e *EntryPointError) Error() string {
	what := "entry point"
	if e.Stage != ir.NoStage {
		what = e.Stage.String() + " " + what
	}
	switch {
	case len(e.Candidates) > 0:
		return fmt.Sprintf("%s is one entry point, and the module has several: %s; choose one (--entry NAME)", e.Single, entryPointNames(e.Candidates))
	case len(e.Others) == 0 && e.Single != "":
		return fmt.Sprintf("the module has no %s, and %s is one", what, e.Single)
	case len(e.Others) == 0 && e.Name != "":
		return fmt.Sprintf("the module has no %s %q; it has none", what, e.Name)
	case e.Name != "":
		return fmt.Sprintf("the module has no %s %q; it has %s", what, e.Name, entryPointNames(e.Others))
	}
	return fmt.Sprintf("the module has no %s; it has %s", what, entryPointNames(e.Others))
}

// Diagnostic is the code of the error; it has no place.
func (e *EntryPointError) Diagnostic() (diag.Code, diag.Span) {
	if len(e.Candidates) > 1 {
		return codeSeveral, diag.Span{}
	}
	return diag.CodeNoEntryPoint, diag.Span{}
}

// entryPointNames lists entry points, a few of them.
func entryPointNames(list []EntryPointName) string {
	const most = 20
	var b strings.Builder
	for i, e := range list {
		switch {
		case i == most:
			fmt.Fprintf(&b, " and %d more", len(list)-most)
			return b.String()
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %q", e.Stage, e.Name)
	}
	return b.String()
}

// A Choice selects entry points of a module for a language whose outputs have one each.
type Choice struct {
	Name   string   // "": any
	Stage  ir.Stage // ir.NoStage: any
	Single string   // the language
}

// Takes reports whether the choice leaves an entry point.
func (c Choice) Takes(e *ir.EntryPoint) bool {
	return (c.Name == "" || e.Name == c.Name) && (c.Stage == ir.NoStage || e.Stage == c.Stage)
}

// One returns the index of the only entry point that the choice leaves. The error is an
// *EntryPointError.
func (c Choice) One(m *ir.Module) (int, error) {
	found := -1
	for i := range m.EntryPoints {
		if !c.Takes(&m.EntryPoints[i]) {
			continue
		}
		if found >= 0 {
			return 0, c.failure(m)
		}
		found = i
	}
	if found < 0 {
		return 0, c.failure(m)
	}
	return found, nil
}

// Each calls f with the index of every entry point that the choice leaves, in order. The
// error is that of the first call that fails, or an *EntryPointError if no entry point is left.
func (c Choice) Each(m *ir.Module, f func(i int) error) error {
	none := true
	for i := range m.EntryPoints {
		if !c.Takes(&m.EntryPoints[i]) {
			continue
		}
		none = false
		if err := f(i); err != nil {
			return err
		}
	}
	if none {
		return c.failure(m)
	}
	return nil
}

// failure is the error of a choice that leaves no entry point, or several.
func (c Choice) failure(m *ir.Module) error {
	e := &EntryPointError{Name: c.Name, Stage: c.Stage, Others: EntryPoints(m), Single: c.Single}
	for i := range m.EntryPoints {
		if c.Takes(&m.EntryPoints[i]) {
			e.Candidates = append(e.Candidates, e.Others[i])
		}
	}
	return e
}
