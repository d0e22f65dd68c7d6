//go:build js

package bridge

import (
	"context"
	"syscall/js"
)

// hook is the function of the loader that takes the function.
const hook = "__refract_ready"

// Serve doesn't return.
func Serve(answer func(ctx context.Context, method string, request []byte) []byte) {
	call := js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(answer(context.Background(), args[0].String(), []byte(args[1].String())))
	})
	js.Global().Call(hook, call)
	select {}
}
