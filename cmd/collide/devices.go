package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) devicesCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "devices",
		Short: "List the devices of --backend gpu",
		Long: `devices lists the Vulkan devices of this machine, their kind and the limits that
matter. --backend gpu runs on the one marked with a star: the best kind, or what
COLLIDE_GPU names by index, kind (discrete, integrated, virtual, cpu) or part of
the name. The kind cpu is a software driver: right, but slower than --backend cpu.`,
		Example: "  collide devices\n  collide devices --format json\n  COLLIDE_GPU=cpu collide check a.stl b.stl --backend gpu",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.listDevices(format == "json") },
	}
	choose(c, &format, "format", "text", "", textOrJSON())
	return c
}

// byteSize prints a size with a binary unit.
func byteSize(n uint64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	i, x := 0, float64(n)
	for x >= 1024 && i+1 < len(units) {
		i, x = i+1, x/1024
	}
	return fmt.Sprintf("%.4g %s", x, units[i])
}
