package lbvh

import (
	"cmp"
	"fmt"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// CheckJudge looks at what pairs of the triangles of CheckTriangles, each a candidate of a pair of bodies of its own, say about these.
func CheckJudge(t *primitives.Tester) error {
	const n = fixedEach
	corners := fixedTriangles()
	pairs := touching(corners[:9*n], corners[9*n:])
	t.Rand.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	touches := map[broad.Pair]bool{}
	for _, p := range pairs {
		touches[p] = true
	}
	for range 200 {
		pairs = append(pairs, broad.Pair{A: int32(t.Rand.IntN(n)), B: int32(t.Rand.IntN(n))})
	}
	words, err := judged(t, corners, pairs)
	if err != nil {
		return err
	}
	for k, p := range pairs {
		a, b := triangleOf(corners, int(p.A)), triangleOf(corners, n+int(p.B))
		if by := max(crossing(&a, &b), crossing(&b, &a)); !rightWord(words[k], touches[p], by) {
			return fmt.Errorf("%w: triangles %d and %d: %d; they touch: %v, by %g times the bound", vulkan.ErrFaulty, p.A, p.B, words[k], touches[p], by)
		}
	}
	return nil
}

// rightWord reports whether a word is what triangles may say that touch or not, and cross by a multiple of the bound.
func rightWord(word uint32, touches bool, by float64) bool {
	switch {
	case !touches:
		return word == 0
	case by > 2:
		return word&models.Touching != 0
	case by < 0.5:
		return word == models.Doubtful
	}
	return word&(models.Touching|models.Doubtful) != 0
}

// judged has a device judge pairs of triangles.
func judged(t *primitives.Tester, corners []float32, pairs []broad.Pair) ([]uint32, error) {
	d, half := t.Device, uint32(len(corners)/18)
	numbers := make([]uint32, len(corners)/3)
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	var records []models.PairRecord
	var candidates []uint32
	for k, p := range pairs {
		records = append(records, together(half))
		candidates = append(candidates, uint32(k), uint32(p.A), uint32(p.B))
	}
	words, number := make([]uint32, len(pairs)), []uint32{uint32(len(pairs))}
	g := &models.Geometry{Vertices: d.NewBuffer("vertices"), Triangles: d.NewBuffer("triangles"), Rest: d.NewBuffer("vertices at rest")}
	list := primitives.NewAppender(d, "candidates", 12)
	recordsOn, args, wordsOn := d.NewBuffer("records"), d.NewBuffer("arguments"), d.NewBuffer("words")
	return words, t.With(func(b *vulkan.Batch) error {
		if err := cmp.Or(list.Reserve(len(pairs)), recordsOn.Grow(models.PairRecordBytes*len(pairs)), args.Grow(16), wordsOn.Grow(4*len(pairs)), sendTriangles(b, g, corners, numbers)); err != nil {
			return err
		}
		b.Start()
		b.Write(recordsOn, 0, vulkan.BytesOf(records))
		b.Write(list.Data, 0, vulkan.BytesOf(candidates))
		b.Write(list.Count, 0, vulkan.BytesOf(number))
		b.Fill(wordsOn, 0, 4*len(pairs), 0)
		g.Judge(b, recordsOn, args, list, wordsOn)
		b.Read(vulkan.BytesOf(words), wordsOn, 0)
		return b.Run()
	}, list.Close, recordsOn.Close, args.Close, wordsOn.Close, g.Close)
}
