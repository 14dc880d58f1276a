package volumes

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

func newRapid(w *world.World) (world.Engine, error) {
	e := &volumeEngine[volume.OBB, *volume.OBB]{phase: &broad.Auto{Workers: w.Workers}, load: (*world.World).OBBTree}
	return e.start(w, w.Workers), nil
}
