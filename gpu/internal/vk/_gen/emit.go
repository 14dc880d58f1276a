package main

import (
	"fmt"
	"slices"
	"strings"
)

// goDecl is a declaration's type in Go.
func (g *generator) goDecl(d decl) string {
	base := g.goBase(d)
	if d.array != "" {
		base = fmt.Sprintf("[%d]%s", g.length(d), base)
	}
	return base
}

func (g *generator) goBase(d decl) string {
	if d.base == "void" {
		return strings.Repeat("*", d.stars-1) + "unsafe.Pointer"
	}
	name := scalars[d.base].goName
	if name == "" {
		name = g.need(d.base)
	}
	return strings.Repeat("*", d.stars) + name
}

// typeDecl writes one type.
func (g *generator) typeDecl(c string) {
	t := g.resolve(c)
	name := goType(t.NameAttr)
	g.printf("// %s is %s.\n", name, t.NameAttr)
	switch t.Category {
	case "handle":
		under := "uint64"
		if t.Base == "VK_DEFINE_HANDLE" {
			under = "uintptr"
		}
		g.printf("type %s %s\n\n", name, under)
	case "enum":
		g.printf("type %s int32\n\n", name)
	case "bitmask":
		g.printf("type %s %s\n\n", name, scalars[t.Base].goName)
	case "funcpointer":
		g.printf("type %s uintptr\n\n", name)
	case "union":
		s := g.sizeOfType(t.NameAttr)
		g.printf("type %s [%d]uint%d // a union\n\n", name, s.bytes/s.align, 8*s.align)
	case "struct":
		g.structDecl(t, name)
	}
}

func (g *generator) structDecl(t *typeXML, name string) {
	g.printf("type %s struct {\n", name)
	for _, m := range t.Members {
		d := parseDecl(m.Inner)
		g.printf("%s %s\n", goName(d.name, true), g.goDecl(d))
	}
	g.printf("}\n\nvar _ [%d]byte = [unsafe.Sizeof(%s{})]byte{}\n\n", g.sizeOfType(t.NameAttr).bytes, name)
}

// constants writes those that are used, group by group.
func (g *generator) constants(names map[string]bool) {
	byGroup := map[string][]*enum{}
	for _, e := range g.reg.enums {
		if names[goConst(e.name)] {
			byGroup[e.group] = append(byGroup[e.group], e)
		}
	}
	for _, group := range sortedKeys(byGroup) {
		list := byGroup[group]
		slices.SortFunc(list, func(a, b *enum) int { return strings.Compare(a.name, b.name) })
		typed := ""
		if t := g.reg.types[group]; t != nil {
			typed = g.need(group)
			g.printf("// Values of %s.\n", typed)
		} else {
			g.printf("// Constants of the interface.\n")
		}
		g.printf("const (\n")
		for _, e := range list {
			g.printf("%s %s = %s\n", goConst(e.name), typed, e.value)
		}
		g.printf(")\n\n")
	}
}

// results writes the names of the result codes.
func (g *generator) results() {
	g.printf("var resultNames = map[Result]string{\n")
	for _, e := range g.reg.groups["VkResult"] {
		if e.core {
			g.printf("%s: %q,\n", e.value, e.name)
		}
	}
	g.printf("}\n")
}

// tables are the three levels at which commands are found.
var tables = []struct{ name, doc string }{
	{"GlobalCommands", "need no instance"},
	{"InstanceCommands", "belong to an instance or a physical device"},
	{"DeviceCommands", "belong to a device"},
}

func (g *generator) level(c *commandXML) int {
	switch c.Name { // found without what their first parameter names
	case "vkGetInstanceProcAddr":
		return 0
	case "vkGetDeviceProcAddr":
		return 1
	}
	switch parseDecl(c.Params[0].Inner).base {
	case "VkInstance", "VkPhysicalDevice":
		return 1
	case "VkDevice", "VkQueue", "VkCommandBuffer":
		return 2
	}
	return 0
}

func (g *generator) commandTables(commands []*commandXML) {
	for level, t := range tables {
		g.printf("// %s are the commands that %s.\ntype %s struct {\n", t.name, t.doc, t.name)
		var loads strings.Builder
		for _, c := range commands {
			if g.level(c) == level {
				field := goName(strings.TrimPrefix(c.Name, "vk"), false)
				g.printf("%s uintptr\n", field)
				fmt.Fprintf(&loads, "c.%s = find(%q)\n", field, c.Name)
			}
		}
		g.printf("}\n\n// Load looks every command up; find answers 0 for what there is not.\n")
		g.printf("func (c *%s) Load(find func(name string) uintptr) {\n%s}\n\n", t.name, loads.String())
		for _, c := range commands {
			if g.level(c) == level {
				g.command(t.name, c)
			}
		}
	}
}

// command writes one method. Allocation callbacks are always nil.
func (g *generator) command(table string, c *commandXML) {
	name := strings.TrimPrefix(c.Name, "vk")
	var params, args []string
	for _, p := range c.Params {
		d := parseDecl(p.Inner)
		if d.base == "VkAllocationCallbacks" {
			args = append(args, "0")
			continue
		}
		if d.base == "float" && d.stars == 0 {
			panic(c.Name + ": a float by value, not supported")
		}
		if d.array != "" {
			panic(c.Name + ": an array by value, not supported")
		}
		n := goName(d.name, false)
		params = append(params, n+" "+g.goDecl(d))
		if d.stars > 0 {
			n = "unsafe.Pointer(" + n + ")"
		}
		args = append(args, "uintptr("+n+")")
	}
	result := parseDecl(c.Proto.Inner)
	arity := 6
	if len(args) > 6 {
		arity = 12
	}
	for len(args) < arity {
		args = append(args, "0")
	}
	call := fmt.Sprintf("call%d(c.%s, %s)", arity, goName(name, false), strings.Join(args, ", "))
	g.printf("// %s is %s.\nfunc (c *%s) %s(%s) ", name, c.Name, table, name, strings.Join(params, ", "))
	if result.base == "void" && result.stars == 0 {
		g.printf("{\n%s\n}\n\n", call)
		return
	}
	t := g.goDecl(result)
	if result.base == "PFN_vkVoidFunction" {
		t = "uintptr"
	}
	g.printf("%s {\nreturn %s(%s)\n}\n\n", t, t, call)
}
