package refract

import (
	"refract/internal/back"
	"refract/internal/driver"
)

// A BudgetError reports that an input costs more than its Budget allows: What names the
// counted thing ("instructions", "bytes of output") and Limit how many the Budget allows.
// The errors of Parse, Validate, Optimize and Write that hold one hold a *diag.Diagnostics,
// too.
type BudgetError = driver.BudgetError

// A FaultError reports that the library has failed, whatever the input is: that is a fault
// of refract, not of the shader. Name is the name of the input, Value the value of the
// panic, and Stack the place of it. Errors that hold one hold a *diag.Diagnostics with the
// same words, too.
type FaultError = driver.FaultError

// An OptimizeError reports that optimizing failed: passes that don't exist or lack their
// requirements (the errors of passes.go), or a fault of a pass. Err is that
// error. A fault holds a *diag.Diagnostics as well, with its place in the source.
type OptimizeError = driver.OptimizeError

// An OptionError reports a mistake in an option or its value: Name is the option's
// ("spv.version"), Err the reason.
type OptionError = back.OptionError

// An EntryPointError reports that a module lacks the requested entry point, or has several
// if one is to be written: Name and Stage are the request, Others the entry points of the
// module.
type EntryPointError = back.EntryPointError
