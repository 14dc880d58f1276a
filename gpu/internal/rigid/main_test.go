package rigid

import (
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

func TestMain(m *testing.M) { vulkantest.Main(m, nil) }
