//go:build !wasm

package viewer

import (
	"fmt"
	"os/exec"
	"runtime"
)

// OpenBrowser asks the system to open a URL. It does not wait for the browser.
func OpenBrowser(url string) error {
	var c *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		c = exec.Command("open", url)
	case "windows":
		c = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	default:
		c = exec.Command("xdg-open", url)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("no browser could be started: %w", err)
	}
	go func() { _ = c.Wait() }() // whether it found a page is for the reader to see
	return nil
}
