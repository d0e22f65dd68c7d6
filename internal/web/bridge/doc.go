// Package bridge lets JavaScript call a service: it sets the function that the loader
// waits for, of a method's name and a request in JSON, which returns the answer in JSON.
package bridge
