package refract

import (
	"refract/back"
	"refract/internal/driver"
)

// A BudgetError says that an input costs more than its Budget allows: What names the thing
// that is counted ("instructions", "bytes of output") and Limit how many the Budget allows.
// The errors of Parse, Validate, Optimize and Write that hold one hold a *diag.Diagnostics,
// too.
type BudgetError = driver.BudgetError

// A FaultError says that the library has failed, whatever the input is: that is a
// fault of refract, not of the shader. Name is the name of the input, Value the value of the
// panic, and Stack the place of it. Errors that hold one hold a *diag.Diagnostics with the
// same words, too.
type FaultError = driver.FaultError

// An OptimizeError says that optimizing failed: passes that don't exist or lack
// what they require (the errors of package ssa/pipeline), or a fault of a pass. Err is that
// error. A fault holds a *diag.Diagnostics as well, which says where in the source it is met.
type OptimizeError = driver.OptimizeError

// An OptionError says what is wrong with an option or its value: Name is the option's
// ("spv.version"), Err the reason.
type OptionError = back.OptionError

// An EntryPointError says that a module lacks the entry point that was asked for, or
// has several where one is to be written: Name and Stage are those asked for, Others the
// entry points of the module.
type EntryPointError = back.EntryPointError
