package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// registry is what is read of vk.xml.
type registry struct {
	Types    []typeXML    `xml:"types>type"`
	Enums    []enumsXML   `xml:"enums"`
	Commands []commandXML `xml:"commands>command"`
	Features []featureXML `xml:"feature"`
	Exts     []featureXML `xml:"extensions>extension"`
	types    map[string]*typeXML
	commands map[string]*commandXML
	enums    map[string]*enum   // by C name
	groups   map[string][]*enum // by C name of the enumeration, in the registry's order
}

type typeXML struct {
	Category  string      `xml:"category,attr"`
	NameAttr  string      `xml:"name,attr"`
	NameElem  string      `xml:"name"`
	Alias     string      `xml:"alias,attr"`
	Requires  string      `xml:"requires,attr"`
	BitValues string      `xml:"bitvalues,attr"`
	Base      string      `xml:"type"`
	Members   []memberXML `xml:"member"`
}

type memberXML struct {
	Inner string `xml:",innerxml"`
}

type commandXML struct {
	Name   string      `xml:"name,attr"`
	Alias  string      `xml:"alias,attr"`
	Proto  memberXML   `xml:"proto"`
	Params []memberXML `xml:"param"`
}

type enumsXML struct {
	Name    string    `xml:"name,attr"`
	Type    string    `xml:"type,attr"`
	Members []enumXML `xml:"enum"`
}

type enumXML struct {
	Name    string `xml:"name,attr"`
	Value   string `xml:"value,attr"`
	BitPos  string `xml:"bitpos,attr"`
	Alias   string `xml:"alias,attr"`
	Extends string `xml:"extends,attr"`
	Offset  string `xml:"offset,attr"`
	Dir     string `xml:"dir,attr"`
	Number  string `xml:"extnumber,attr"`
}

type featureXML struct {
	Number  string       `xml:"number,attr"`
	Require []requireXML `xml:"require"`
}

type requireXML struct {
	Enums []enumXML `xml:"enum"`
}

// enum is one constant with its value as Go writes it.
type enum struct {
	name, group, value string
	core               bool
}

func readRegistry(file string) (*registry, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &registry{types: map[string]*typeXML{}, commands: map[string]*commandXML{}, enums: map[string]*enum{}, groups: map[string][]*enum{}}
	if err := xml.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i := range r.Types {
		t := &r.Types[i]
		if t.NameAttr == "" {
			t.NameAttr = t.NameElem
		}
		if _, ok := r.types[t.NameAttr]; !ok {
			r.types[t.NameAttr] = t
		}
	}
	for i := range r.Commands {
		c := &r.Commands[i]
		if c.Name == "" {
			c.Name = parseDecl(c.Proto.Inner).name
		}
		r.commands[c.Name] = c
	}
	r.collectEnums()
	return r, nil
}

func (r *registry) collectEnums() {
	for _, g := range r.Enums {
		for _, e := range g.Members {
			r.addEnum(g.Name, e, "", true)
		}
	}
	for i, f := range append(r.Features, r.Exts...) {
		for _, q := range f.Require {
			for _, e := range q.Enums {
				if e.Extends != "" || e.Value != "" {
					r.addEnum(e.Extends, e, f.Number, i < len(r.Features))
				}
			}
		}
	}
	for _, e := range r.enums { // aliases last, when what they stand for is known
		if target, ok := r.enums[e.value]; ok {
			e.value = target.value
		}
	}
}

// addEnum gives a constant its value, after "Assigning Extension Token Values" of
// the Vulkan style guide for offsets.
func (r *registry) addEnum(group string, e enumXML, ext string, core bool) {
	if r.enums[e.Name] != nil {
		return
	}
	v := e.Value
	switch {
	case e.Alias != "":
		v = e.Alias
	case e.BitPos != "":
		v = "1 << " + e.BitPos
	case e.Offset != "":
		if e.Number != "" {
			ext = e.Number
		}
		n, _ := strconv.Atoi(ext)
		o, _ := strconv.Atoi(e.Offset)
		v = fmt.Sprintf("%s%d", e.Dir, 1_000_000_000+(n-1)*1000+o)
	}
	switch v {
	case "(~0U)":
		v = "1<<32 - 1"
	case "(~0ULL)":
		v = "1<<64 - 1"
	}
	c := &enum{name: e.Name, group: group, value: v, core: core}
	r.enums[e.Name] = c
	r.groups[group] = append(r.groups[group], c)
}

// decl is a C declaration: of a member, a parameter or a function's result.
type decl struct {
	name, base string
	stars      int
	array      string // length, a number or the name of a constant; "" for none
}

var (
	comments = regexp.MustCompile(`<comment>.*?</comment>`)
	tags     = regexp.MustCompile(`<[^>]*>`)
	baseType = regexp.MustCompile(`<type>(\w+)</type>`)
	declName = regexp.MustCompile(`<name>(\w+)</name>`)
	arrayLen = regexp.MustCompile(`\[(\w+)\]`)
)

func parseDecl(inner string) decl {
	inner = comments.ReplaceAllString(inner, "")
	d := decl{name: declName.FindStringSubmatch(inner)[1], base: baseType.FindStringSubmatch(inner)[1]}
	before, after, _ := strings.Cut(inner, "<name>")
	d.stars = strings.Count(before, "*")
	after = tags.ReplaceAllString(after, "")
	if m := arrayLen.FindStringSubmatch(after); m != nil {
		d.array = m[1]
	}
	if strings.Contains(after, ":") {
		panic("bit field " + d.name + ": not supported")
	}
	return d
}
