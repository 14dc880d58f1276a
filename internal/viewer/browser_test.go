package viewer

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/collide-go/collide/internal/require"
)

// TestPageInBrowser drives the page in Chromium. It needs what make browser
// installs; without that it is skipped.
func TestPageInBrowser(t *testing.T) {
	why := missing()
	switch {
	case why != "":
		require.Missing(t, require.Browser, why)
	case !require.Listed(require.Browser):
		t.Skip("it draws without a graphics card for a minute: set COLLIDE_REQUIRE=browser, or run make browser")
	}
	bin := filepath.Join(t.TempDir(), "collide")
	ctx, cancel := context.WithTimeout(t.Context(), 18*time.Minute) // CI may be busy with more
	defer cancel()
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", bin, "../../cmd/collide").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	page := filepath.Join(t.TempDir(), "collide.html")
	if out, err := exec.CommandContext(ctx, "go", "run", "../page/build", "-out", page).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.CommandContext(ctx, "node", "--test", "--test-reporter=spec", "--test-concurrency=1", "test/page.test.mjs", "test/offline.test.mjs")
	c.Dir = "web"
	c.Env = append(os.Environ(), "COLLIDE_BIN="+bin, "COLLIDE_PAGE="+page)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// missing states what the test lacks, "" for nothing.
func missing() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "no node"
	}
	if _, err := os.Stat("web/node_modules/playwright-core"); err != nil {
		return "no playwright-core: run npm ci in internal/viewer/web"
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if _, err := exec.LookPath(name); err == nil {
			return ""
		}
	}
	return "no Chromium"
}
