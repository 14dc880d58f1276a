// Command engine is the engine of the page without a server, for js/wasm. The worker that starts it has a file system of
// the dropped files in its memory.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/collide-go/collide/internal/page"
)

// main gives the worker the function collideCheck, which takes a request as JSON and a function that is called
// with the answer, once. It then waits for questions until the worker ends.
func main() {
	js.Global().Set("collideCheck", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, reply := args[0].String(), args[1]
		go func() { reply.Invoke(answer(text)) }() // reading files waits for the worker, which waits for this call
		return nil
	}))
	js.Global().Call("collideReady")
	select {}
}

// answer returns an object with the answer, or with the error in words.
func answer(text string) js.Value {
	o := js.Global().Get("Object").New()
	var r page.Request
	err := json.Unmarshal([]byte(text), &r)
	var a *page.Answer
	if err == nil {
		a, err = page.Check(context.Background(), &r)
	}
	if err != nil {
		o.Set("error", err.Error())
		return o
	}
	for name, data := range map[string][]byte{"scene": a.Scene, "frame": a.Frame, "json": a.JSON, "text": a.Text} {
		o.Set(name, bytesOf(data))
	}
	o.Set("states", listOf(a.States))
	o.Set("warnings", listOf(a.Warnings))
	return o
}

func bytesOf(data []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(v, data)
	return v
}

func listOf(texts []string) js.Value {
	v := js.Global().Get("Array").New()
	for _, s := range texts {
		v.Call("push", s)
	}
	return v
}
