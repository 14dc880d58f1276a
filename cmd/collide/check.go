package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/viewer"
)

// checkFlags are the flags of check.
type checkFlags struct {
	queryFlags
	solidFlags
	ruleFlags
	self, kinds  bool
	clearance    clearanceFlag
	along        alongFlag
	legs         legFlags
	split, image string
	outDir       string
	baseline     string
	trusted      string
	cache        string
	proof        string
	old          *baseline.Report // what baseline names
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Find all contacts between bodies",
		Long: `check finds the contacts between all pairs of bodies. Each mesh file (OBJ, STL,
PLY, OFF) is a body at its place; a scene file (.json) brings posed bodies, a glTF
or 3MF file a body of each placement of a mesh, and a robot (.urdf) its links, where
--joints or --state says.
Bodies are named after their files; of two with one name the second becomes
name#2.

--to moves the bodies of a scene to where they are in another one, and checks the
way, too: nothing that is thinner than a step is missed.

Exit code: 0 free and complete, 1 contact found, 2 bad usage or input,
3 incomplete and nothing found so far.`,
		Example: `  collide check bracket.stl shaft.stl
  collide check --self scan.ply
  collide check assembly.obj --split objects --allow pairs.allow
  collide check cell.json --kinds --format json
  collide check open.json --to half.json --to closed.json
  collide check arm.urdf table.stl --srdf arm.srdf --joints "elbow=1.2,wrist=-0.5"
  collide check assembly.json --rules assembly.rules --format text,html --out-dir reports
  collide check cell.json --format junit --out report.xml --image report.png
  collide check cell.json --format html --out cell.html
  collide check cell.json --format text,junit,html --out-dir reports
  collide check --first --budget 50ms a.obj b.obj`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("check: no file; expected FILE... (see collide check --help)")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.legs.check(c, args, f.format); err != nil {
				return err
			}
			if err := checkProof(c, f.proof); err != nil {
				return err
			}
			if len(f.legs.to) > 0 {
				return a.checkLegs(c.Context(), args, &f)
			}
			return a.check(c.Context(), args, &f)
		},
	}
	f.queryFlags.register(c, checkFormats())
	a.limitFlags(c)
	a.unitFlag(c)
	a.robotFlags(c, true)
	flags := c.Flags()
	flags.BoolVar(&f.self, "self", false, "also contacts within each mesh")
	f.solidFlags.register(c)
	kindsFlag(c, &f.kinds)
	f.along.register(c)
	f.legs.register(c)
	proofFlag(c, &f.proof)
	f.clearance.register(c, "pairs at most this far apart fail, too")
	choose(c, &f.split, "split", "", "make a body of each part of a file: ", splits())
	f.ruleFlags.register(c)
	flags.StringVar(&f.baseline, "baseline", "", "earlier JSON report: only new and worse clashes fail")
	flags.StringVar(&f.trusted, "trusted", "", "read rules, statuses, baseline and allow file from this directory alone, which the change under test cannot write")
	if err := c.MarkFlagDirname("trusted"); err != nil {
		panic(err) // the flag is not registered: a bug seen by every run
	}
	flags.StringVar(&f.cache, "cache", "", "keep what pairs of bodies do in this directory: only what changed is searched again")
	flags.Lookup("format").Value.(*choice).several = true
	flags.StringVar(&f.outDir, "out-dir", "", "write each of several formats, as --format text,junit, into this directory")
	flags.StringVar(&f.image, "image", "", "draw the bodies and their contacts into this PNG file")
	return c
}

func (a *app) check(ctx context.Context, files []string, f *checkFlags) error {
	outputs, err := f.outputs()
	if err != nil {
		return err
	}
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return err
	}
	if f.image != "" && !strings.EqualFold(filepath.Ext(f.image), ".png") {
		return fmt.Errorf("--image %s; expected a .png file", quote.Name(f.image))
	}
	if err := f.checkRules(); err != nil {
		return err
	}
	// Rules ask for the depths they need.
	opt.Self, opt.Kinds, opt.Depths = f.self, f.rules != "", f.kinds || f.propose != ""
	opt.Pieces = opt.Kinds || opt.Depths
	if err := f.setSolid(&opt); err != nil {
		return err
	}
	if err := f.checkKinds(f.kinds); err != nil {
		return err
	}
	if err := cmp.Or(f.checkBaseline(), f.checkStatuses(), f.checkCache(), f.along.check(f.kinds || f.rules != "", opt.Budget, f.budget)); err != nil {
		return err
	}
	if f.kinds && opt.Orient == collide.Parity {
		return fmt.Errorf("--kinds with --orient %s; kinds go by winding numbers", opt.Orient)
	}
	if f.clearance.set && f.image != "" {
		return errors.New("--clearance with --image; pictures show contacts alone, pages (--format html) what is near, too")
	}
	if f.self && f.clearance.set {
		return errors.New("--clearance with --self; expected one of them: neighbours in a mesh are at distance 0")
	}
	from, err := a.files(f.root, append(slices.Clone(files), f.allow, f.rules, f.baseline, f.statuses, a.robot.srdf), f.claims(outputs)...)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	gate, err := a.gate(ctx, from, f, outputs)
	if err != nil {
		return err
	}
	defer gate.close(from)
	if err := f.readBaseline(ctx, gate.Files); err != nil {
		return err
	}
	bar := a.progress()
	start := time.Now()
	in, err := a.load(ctx, from, files, f.split, bar)
	if ctx.Err() != nil {
		bar.clear()
		return a.interruptedCheck(ctx, in, outputs, f)
	}
	if err != nil {
		bar.clear()
		return err
	}
	if in.bodies.Len() < 2 && !f.self {
		return fmt.Errorf("%s is one body: nothing to check it against; name a second file, or give --self or --split", quote.Name(in.placed[0].File))
	}
	if err := cmp.Or(f.clearance.settle(&in), f.checkUnit(in.unit), checkMeters(outputs, in.unit)); err != nil {
		return err
	}
	if err := f.checkRobot(&in, outputs); err != nil {
		return err
	}
	proof, err := a.openProof(ctx, gate.Files, &in, f.proof, proof.Head{Reach: f.clearance.distance, Solid: f.solid})
	if err != nil {
		bar.clear()
		return err
	}
	defer proof.close(a)
	c := &report.Check{Untested: in.untested, Self: f.self, Kinds: opt.Kinds || opt.Depths, Depths: opt.Depths, Version: version(), Date: sourceDate(), Unit: in.unit, Warnings: in.warnings, Changed: gate.changed, Read: time.Since(start)}
	if listsInputs(outputs) {
		if c.Inputs, err = a.inputFiles(ctx, from, gate.Files, files, &in, f); err != nil {
			return err
		}
	}
	if err := a.detect(ctx, &in, gate.Files, opt, f, c, proof, bar); err != nil {
		return err
	}
	if proof != nil && c.Err == nil {
		err := provingError(ctx, proof.check(ctx, c.Result))
		if err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
		c.Err = err // the answer stands, the proof is missing
	}
	c.Total = time.Since(start)
	c.Places = report.Places{Workers: opt.Workers, Time: opt.Budget.Time}
	c.Places.Progress = func(share float64) {
		if bar.show("reporting", share); share >= 1 {
			bar.clear() // the report follows
		}
	}
	defer bar.clear()
	return a.reportCheck(ctx, &in, outputs, f, c)
}

// detect fills in the result and the world of a check.
func (a *app) detect(ctx context.Context, in *inputs, from *input.Files, opt collide.Options, f *checkFlags, c *report.Check, proof *proofFile, bar *progress) error {
	defer bar.clear()
	allowed, err := a.allow(ctx, from, f.allow, in.names())
	if err != nil {
		return err
	}
	opt.Allow = allowed.Pairs
	for _, u := range allowed.Unmatched {
		c.Warnings = append(c.Warnings, u.String())
	}
	bound, err := bind(ctx, from, f.rules, in)
	if err != nil {
		return err
	}
	decided, err := readStatuses(ctx, from, f.statuses, in.unit)
	if err != nil {
		return err
	}
	cache, err := a.readCache(ctx, from, f)
	if err == nil {
		err = cache.find(ctx, in, bound, &opt)
	}
	if err != nil {
		return err
	}
	opt.Skip = cache.skip()
	opt.Progress = func(share float64) { bar.show("checking", share) }
	c.Choice = a.settle(ctx, &f.queryFlags, &opt, sizeOf(in.placed, 1), bar)
	var spent account
	det, r, err := a.search(ctx, in, opt, &c.Choice, &spent)
	if det == nil {
		return err
	}
	defer func() { _ = det.Close() }() // the answer does not depend on how workers end
	c.World, c.Posed = in.worldOf(det), in.posed()
	if c.Result, c.Err = r, err; r == nil {
		return err
	}
	c.Result = cache.merge(in.bodies.Result(c.Result), opt.Allow)
	whole := c.Err == nil
	a.warnOfLoss(&c.Result.Stats)
	spent.spend(det)
	if f.kinds {
		a.warnOfDepth(c, f.allow, in.names())
	}
	if bound != nil {
		a.warn(c, f.rules, append(bound.Unmatched(), in.sizes(ctx, det)...))
		err = f.judge(ctx, det, c, bound, &spent)
	} else {
		err = f.measure(ctx, in, det, c, &spent)
	}
	if err == nil && c.Err == nil {
		err = proof.within(ctx, det, c, &spent)
	}
	if err = cmp.Or(err, cache.save(ctx, a, c, whole && err == nil)); err != nil {
		return err
	}
	if err = f.part(ctx, in, c, opt, &spent); err != nil || decided == nil {
		return err
	}
	c.Bodies = in.describe(ctx, false)
	return a.approve(ctx, det, f, c, decided, &spent)
}

// measure adds the pairs that are too near, unless the question was answered by a contact.
func (f *checkFlags) measure(ctx context.Context, in *inputs, det *collide.Detector, c *report.Check, spent *account) error {
	if !f.clearance.set || c.Result.First && c.Result.Verdict == collide.InContact {
		return nil
	}
	if errors.Is(c.Err, collide.ErrIncomplete) && !errors.Is(c.Err, collide.ErrUndecided) {
		c.Take(f.clearance.distance, nil) // the query was cut short: its budget is used up
		return nil
	}
	r := c.Result.Clone() // the next query takes the memory
	var near []collide.Distance
	err := spent.limit(det)
	if err == nil {
		near, err = det.Distances(ctx, f.clearance.distance, nil)
		err = spent.whole(err)
	}
	if err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return err
	}
	if c.Result = r; err != nil {
		r.Rest = collide.Unknown // what is not listed may be near
		c.Err = cmp.Or(c.Err, err)
	}
	c.Take(f.clearance.distance, in.bodies.Distances(near))
	return nil
}

// interruptedCheck reports a check that did not get beyond reading.
func (a *app) interruptedCheck(ctx context.Context, in inputs, outputs []checkOutput, f *checkFlags) error {
	c := &report.Check{
		Self: f.self, Kinds: f.kinds, Depths: f.kinds, Version: version(),
		Result: &collide.Result{Method: f.method, Chosen: f.method, Backend: collide.CPU, First: f.first},
		Err:    &collide.IncompleteError{Reason: "interrupted while reading", Cause: context.Cause(ctx)},
	}
	f.image = ""
	return a.reportCheck(ctx, &in, outputs, f, c)
}

// page is a check to look at in a browser.
func (in *inputs) page(c *report.Check) *viewer.CheckPage {
	var files []string
	for _, p := range in.placed {
		file := cmp.Or(p.Scene, p.File)
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return &viewer.CheckPage{Title: title(files), Check: c, Placed: in.placed, Up: in.up()}
}

// drawImage writes the picture. An interruption is no error: the answer stands,
// only the picture is missing.
func (a *app) drawImage(ctx context.Context, in *inputs, path string, c *report.Check) error {
	err := a.writeTo(ctx, path, func(w io.Writer) error {
		return report.Image(ctx, w, c, in.shapes(), in.up())
	})
	if errors.Is(err, context.Canceled) {
		a.logf("%s not drawn: interrupted", quote.Name(path))
		return nil
	}
	return err
}

// up guesses the direction that is up: formats of computer graphics take +Y,
// those of engineering and scenes +Z.
func (in *inputs) up() geom.Vec {
	for _, p := range in.placed {
		switch ext := strings.ToLower(filepath.Ext(cmp.Or(p.Scene, p.File))); {
		case ext == ".glb", ext == ".gltf":
		case ext == ".stl", p.Scene != "":
			return geom.Vec{Z: 1}
		}
	}
	return geom.Vec{Y: 1}
}
