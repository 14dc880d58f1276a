package vulkan

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// LoaderVariable names the environment variable that holds the path of the Vulkan
// loader to use instead of the system's.
const LoaderVariable = "COLLIDE_VULKAN"

// loaderNames is where systems keep the loader.
func loaderNames() []string {
	if path := os.Getenv(LoaderVariable); path != "" {
		return []string{path}
	}
	switch runtime.GOOS {
	case "windows":
		return []string{"vulkan-1.dll"}
	case "darwin":
		return []string{"libvulkan.1.dylib", "/opt/homebrew/lib/libvulkan.1.dylib", "/usr/local/lib/libvulkan.1.dylib", "libMoltenVK.dylib"}
	}
	return []string{"libvulkan.so.1"}
}

var loader = sync.OnceValues(func() (uintptr, error) {
	names := loaderNames()
	for _, name := range names {
		lib, err := vk.Open(name)
		if err != nil {
			continue
		}
		if f, err := vk.Symbol(lib, "vkGetInstanceProcAddr"); err == nil {
			return f, nil
		}
	}
	return 0, fmt.Errorf("%w: no Vulkan loader (%s)", ErrNoDevice, strings.Join(names, ", "))
})

// instance is a connection to the loader.
type instance struct {
	vk.InstanceCommands
	global    vk.GlobalCommands
	handle    vk.Instance
	messenger vk.DebugUtilsMessengerEXT
}

const validationLayer = "VK_LAYER_KHRONOS_validation"

// find looks a command up, for an instance or for none.
func (g *instance) find(name string) uintptr {
	b := append([]byte(name), 0)
	return g.global.GetInstanceProcAddr(g.handle, &b[0])
}

// newInstance connects to the loader. A sink asks for the validation layer,
// synchronisation included, and gets its messages.
func newInstance(sink func(string)) (*instance, error) {
	get, err := loader()
	if err != nil {
		return nil, err
	}
	g := &instance{}
	g.global.Load(func(name string) uintptr {
		if name == "vkGetInstanceProcAddr" {
			return get
		}
		b := append([]byte(name), 0)
		r, _, _ := purego.SyscallN(get, 0, uintptr(unsafe.Pointer(&b[0])))
		return r
	})
	if err := g.create(sink); err != nil {
		return nil, err
	}
	g.Load(g.find)
	if sink != nil {
		if err := g.listen(sink); err != nil {
			g.close()
			return nil, err
		}
	}
	return g, nil
}

func (g *instance) create(sink func(string)) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	app := &vk.ApplicationInfo{SType: vk.StructureTypeApplicationInfo, ApplicationName: vk.CString(&pin, "collide"), ApiVersion: vk.Version(1, 1, 0)}
	pin.Pin(app)
	info := &vk.InstanceCreateInfo{SType: vk.StructureTypeInstanceCreateInfo, ApplicationInfo: app}
	var extensions, layers []*byte
	if g.hasExtension(vk.KHRPortabilityEnumerationExtensionName) {
		extensions = append(extensions, vk.CString(&pin, vk.KHRPortabilityEnumerationExtensionName))
		info.Flags |= vk.InstanceCreateEnumeratePortabilityBitKHR
	}
	if sink != nil {
		if !g.hasLayer(validationLayer) {
			return fmt.Errorf("validation asked for, but there is no layer %s", validationLayer)
		}
		layers = append(layers, vk.CString(&pin, validationLayer))
		extensions = append(extensions, vk.CString(&pin, vk.EXTDebugUtilsExtensionName))
		enable := &[1]vk.ValidationFeatureEnableEXT{vk.ValidationFeatureEnableSynchronizationValidationEXT}
		features := &vk.ValidationFeaturesEXT{SType: vk.StructureTypeValidationFeaturesEXT, EnabledValidationFeatureCount: 1, EnabledValidationFeatures: &enable[0]}
		pin.Pin(enable)
		pin.Pin(features)
		info.Next = unsafe.Pointer(features)
	}
	info.EnabledExtensionCount, info.EnabledExtensionNames = uint32(len(extensions)), pinned(&pin, extensions)
	info.EnabledLayerCount, info.EnabledLayerNames = uint32(len(layers)), pinned(&pin, layers)
	r := g.global.CreateInstance(info, &g.handle)
	if r == vk.ErrorIncompatibleDriver {
		return fmt.Errorf("%w: no Vulkan driver is installed (%v)", ErrNoDevice, r)
	}
	return failure(r, "creating a Vulkan instance")
}

// pinned returns the address of a slice's elements, nil if it has none.
func pinned[T any](pin *runtime.Pinner, s []T) *T {
	if len(s) == 0 {
		return nil
	}
	pin.Pin(&s[0])
	return &s[0]
}

func (g *instance) hasExtension(name string) bool {
	var n uint32
	if g.global.EnumerateInstanceExtensionProperties(nil, &n, nil) < 0 || n == 0 {
		return false
	}
	list := make([]vk.ExtensionProperties, n)
	g.global.EnumerateInstanceExtensionProperties(nil, &n, &list[0])
	for i := range list[:min(int(n), len(list))] {
		if vk.GoString(&list[i].ExtensionName[0]) == name {
			return true
		}
	}
	return false
}

func (g *instance) hasLayer(name string) bool {
	var n uint32
	if g.global.EnumerateInstanceLayerProperties(&n, nil) < 0 || n == 0 {
		return false
	}
	list := make([]vk.LayerProperties, n)
	g.global.EnumerateInstanceLayerProperties(&n, &list[0])
	for i := range list[:min(int(n), len(list))] {
		if vk.GoString(&list[i].LayerName[0]) == name {
			return true
		}
	}
	return false
}

// listen sends warnings and errors of the validation layer to sink.
func (g *instance) listen(sink func(string)) error {
	info := &vk.DebugUtilsMessengerCreateInfoEXT{
		SType:           vk.StructureTypeDebugUtilsMessengerCreateInfoEXT,
		MessageSeverity: vk.DebugUtilsMessageSeverityWarningBitEXT | vk.DebugUtilsMessageSeverityErrorBitEXT,
		MessageType:     vk.DebugUtilsMessageTypeValidationBitEXT | vk.DebugUtilsMessageTypePerformanceBitEXT,
		PfnUserCallback: vk.PFN_vkDebugUtilsMessengerCallbackEXT(messageCallback()),
		UserData:        register(sink),
	}
	return failure(g.CreateDebugUtilsMessengerEXT(g.handle, info, &g.messenger), "listening to the validation layer")
}

func (g *instance) close() {
	if g.messenger != 0 {
		g.DestroyDebugUtilsMessengerEXT(g.handle, g.messenger)
	}
	if g.handle != 0 {
		g.DestroyInstance(g.handle)
	}
	g.handle, g.messenger = 0, 0
}
