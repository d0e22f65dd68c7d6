package transform

// Check validates a module, for tests of the package from outside.
var Check = check
