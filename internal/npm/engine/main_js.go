// Command engine is the engine of the npm package, for js/wasm: a session of package pipe whose two directions are functions of
// the worker that starts it.
package main

import (
	"context"
	"io"
	"os"
	"syscall/js"

	"github.com/collide-go/collide/internal/npm"
	"github.com/collide-go/collide/internal/pipe"
)

// release is the version; the build of the package sets it.
var release = "v0.0.0-dev"

// main gives the worker the function collideReceive, which takes bytes, and sends bytes by its collideSend.
func main() {
	in := &inbox{more: make(chan struct{}, 1)}
	js.Global().Set("collideReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(data, args[0])
		in.put(data)
		return nil
	}))
	js.Global().Call("collideReady")
	err := pipe.Serve(context.Background(), in, outbox{}, release, npm.Open)
	if err != nil {
		_, _ = io.WriteString(os.Stderr, err.Error()+"\n") // the worker reports it as the reason
	}
	os.Exit(2) // the input never ends
}

// inbox is what arrived and was not read. There is one thread, so that it needs no lock.
type inbox struct {
	parts [][]byte
	more  chan struct{}
}

func (in *inbox) put(data []byte) {
	in.parts = append(in.parts, data)
	select {
	case in.more <- struct{}{}:
	default: // it knows already
	}
}

// Read waits until something arrives.
func (in *inbox) Read(p []byte) (int, error) {
	for len(in.parts) == 0 {
		<-in.more
	}
	n := copy(p, in.parts[0])
	if in.parts[0] = in.parts[0][n:]; len(in.parts[0]) == 0 {
		in.parts[0] = nil
		in.parts = in.parts[1:]
	}
	return n, nil
}

// outbox hands bytes to the worker.
type outbox struct{}

func (outbox) Write(p []byte) (int, error) {
	data := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(data, p)
	js.Global().Call("collideSend", data)
	return len(p), nil
}
