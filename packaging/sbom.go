package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// bills writes a CycloneDX bill of materials for each binary: the modules that the go
// command recorded in it, with the hashes of go.sum.
func (r *release) bills(targets []target) error {
	for _, t := range targets {
		bom, err := r.bill(t)
		if err != nil {
			return err
		}
		f, err := os.Create(r.path(t.stem(r.version) + ".cdx.json"))
		if err != nil {
			return err
		}
		e := cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON)
		if err := e.SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) bill(t target) (*cdx.BOM, error) {
	info, err := buildinfo.ReadFile(r.binary(t))
	if err != nil {
		return nil, err
	}
	sum, err := r.sum(r.binary(t))
	if err != nil {
		return nil, err
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.when.Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{
			BOMRef: "collide", Type: cdx.ComponentTypeApplication, Name: t.name(), Version: r.version,
			PackageURL: purl(info.Main.Path, r.version) + "?goos=" + t.goos + "&goarch=" + t.goarch,
			Hashes:     &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: sum}},
			Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
		},
	}
	parts := []cdx.Component{{
		BOMRef: "std", Type: cdx.ComponentTypeLibrary, Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PackageURL: purl("std", strings.TrimPrefix(info.GoVersion, "go")),
	}}
	uses := []string{"std"}
	for _, d := range info.Deps {
		hash, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(d.Sum, "h1:"))
		if err != nil {
			return nil, fmt.Errorf("%s: hash %q: %w", d.Path, d.Sum, err)
		}
		parts = append(parts, cdx.Component{
			BOMRef: d.Path, Type: cdx.ComponentTypeLibrary, Name: d.Path, Version: d.Version, PackageURL: purl(d.Path, d.Version),
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(hash)}},
		})
		uses = append(uses, d.Path)
	}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: "collide", Dependencies: &uses}}
	return bom, nil
}

// purl is a package URL of a Go module.
func purl(path, version string) string { return "pkg:golang/" + path + "@" + version }
