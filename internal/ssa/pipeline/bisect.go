package pipeline

// This file finds the application of a pass that makes a test fail, by running
// the first applications only, and fewer and fewer of them.

// ErrAlwaysFails is the error of Bisect if the test fails without any pass.
var ErrAlwaysFails error = plainError("the test fails without any pass too")

// ErrNeverFails is the error of Bisect if the test passes with all of them.
var ErrNeverFails error = plainError("the test doesn't fail with all passes")

// A plainError is an error that is there without code before main.
type plainError string

func (e plainError) Error() string { return string(e) }

// Bisect returns the application whose effect makes a test fail: with the ones before it
// the test passes, with it it fails. The applications are the ones of a run without a
// limit. fails runs the test on the shader after the first n applications; its errors end
// the search.
func Bisect(applications []Application, fails func(n int) (bool, error)) (*Application, error) {
	var changed []*Application
	for k := range applications {
		if applications[k].Changed {
			changed = append(changed, &applications[k])
		}
	}
	if bad, err := fails(0); err != nil {
		return nil, err
	} else if bad {
		return nil, ErrAlwaysFails
	}
	if len(changed) == 0 {
		return nil, ErrNeverFails
	}
	if bad, err := fails(changed[len(changed)-1].Number); err != nil {
		return nil, err
	} else if !bad {
		return nil, ErrNeverFails
	}
	// The test passes with good of them and fails with bad.
	good, bad := 0, len(changed)
	for bad-good > 1 {
		mid := (good + bad) / 2
		failed, err := fails(changed[mid-1].Number)
		switch {
		case err != nil:
			return nil, err
		case failed:
			bad = mid
		default:
			good = mid
		}
	}
	return changed[bad-1], nil
}
