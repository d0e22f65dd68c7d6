package driver

// Errors of back ends and transforms become diagnostics with a code and a place in the
// source, and the typed error behind them.

import (
	"errors"
	"slices"

	"refract/diag"
	"refract/internal/back"
)

// An inexpressibleError is a diagnostic with the back end's error behind it.
type inexpressibleError struct {
	*diag.Diagnostics
	cause error
}

func (e *inexpressibleError) Unwrap() []error { return []error{e.Diagnostics, e.cause} }

// inexpressible makes a diagnostic of a feature that a back end can't write.
func inexpressible(v *Valid, code diag.Code, span diag.Span, cause error) error {
	var list diag.List
	list.Errorf(code, span, "%v", cause)
	return &inexpressibleError{list.Diagnostics(v.Module.Sources), cause}
}

// targetError makes a diagnostic of a back end's or a transform's error about the
// module. Other errors, which are about options, stay as they are.
func targetError(v *Valid, err error) error {
	var long *back.TooLongError
	if errors.As(err, &long) {
		return budgetError(v, &BudgetError{long.What, long.Limit})
	}
	var found diag.Diagnosable
	if errors.As(err, &found) {
		code, span := found.Diagnostic()
		return inexpressible(v, code, span, err)
	}
	return err
}

// budgetError makes a diagnostic of a budget that is passed.
func budgetError(v *Valid, e *BudgetError) error {
	return inexpressible(v, codeBudget, diag.Span{}, e)
}

// targetErrors collects the diagnostics of several targets.
type targetErrors struct {
	found  *diag.Diagnostics
	causes []error
}

// add adds an error, and reports whether it has diagnostics. Two targets that fail for
// the same reason give one error.
func (e *targetErrors) add(err error) bool {
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		return false
	}
	if slices.Contains(e.causes, err) {
		return true
	}
	e.causes = append(e.causes, err)
	if e.found == nil {
		e.found = found
	} else {
		e.found = &diag.Diagnostics{Sources: e.found.Sources, Items: slices.Concat(e.found.Items, found.Items), Dropped: e.found.Dropped + found.Dropped}
	}
	return true
}

func (e *targetErrors) err() error {
	switch len(e.causes) {
	case 0:
		return nil
	case 1:
		return e.causes[0]
	}
	return &inexpressibleError{e.found, errors.Join(e.causes...)}
}
