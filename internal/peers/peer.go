package harness

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// pairPeers are the engines of the pair workload, in the order they run and are
// printed; partial ones know the boolean query only.
func pairPeers() []peerInfo {
	return []peerInfo{
		{name: "fcl-obbrss", server: "fcl"},
		{name: "fcl-obb", server: "fcl"},
		{name: "cgal-exact", server: "cgal"},
		{name: "cgal-double", server: "cgal"},
		{name: "embree-double", server: "embree"},
		{name: "embree-exact", server: "embree"},
		{name: "bullet-gimpact", server: "bullet"},
		{name: "ode-trimesh", server: "ode", partial: true},
		{name: "pqp", server: "pqp"},
		{name: "rapid", server: "rapid"},
		{name: "opcode", server: "opcode"},
	}
}

// serverPath is where make puts the program of a library.
func serverPath(dir, library string) string {
	path := filepath.Join(dir, "peerd-"+library)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path
}

// peerPair is a pairEngine in a server process.
type peerPair struct {
	peer
	poses int
}

func (p *peerPair) name() string        { return p.info.name }
func (p *peerPair) about() string       { return p.srv.about }
func (p *peerPair) listsContacts() bool { return !p.info.partial }

func (p *peerPair) load(in *pairInput) error {
	if err := p.srv.sendMesh("a", in.a); err != nil {
		return err
	}
	if err := p.srv.sendMesh("b", in.b); err != nil {
		return err
	}
	p.poses = len(in.poses)
	_, err := p.srv.request(fmt.Sprintf("poses %d", p.poses), flatPoses(in.poses))
	return err
}

func (p *peerPair) build(context.Context) (built, error) {
	n, err := p.srv.counts(2, "build "+p.info.name)
	if err != nil {
		return built{}, err
	}
	return built{time: time.Duration(n[0]), bytes: n[1]}, nil
}

func (p *peerPair) booleans(context.Context) (booleans, error) {
	n, err := p.srv.counts(1, "bool")
	if err != nil {
		return booleans{}, err
	}
	if n[0] != p.poses {
		return booleans{}, fmt.Errorf("%s answered %d poses of %d", p.name(), n[0], p.poses)
	}
	ns, err := readArray[int64](p.srv, n[0])
	if err != nil {
		return booleans{}, err
	}
	hit, err := readArray[bool](p.srv, n[0])
	return booleans{ns: ns, hit: hit}, err
}

func (p *peerPair) contacts(context.Context) (contacts, error) {
	n, err := p.srv.counts(2, "all")
	if err != nil {
		return contacts{}, err
	}
	if n[0] != p.poses {
		return contacts{}, fmt.Errorf("%s answered %d poses of %d", p.name(), n[0], p.poses)
	}
	ns, err := readArray[int64](p.srv, n[0])
	if err != nil {
		return contacts{}, err
	}
	lists, err := p.srv.readLists(n[0], n[1])
	return contacts{ns: ns, pairs: lists}, err
}

// readLists reads n counts and the total pairs they cut into n lists, each
// made canonical.
func (s *server) readLists(n, total int) ([][]triPair, error) {
	counts, err := readArray[uint32](s, n)
	if err != nil {
		return nil, err
	}
	flat, err := readArray[triPair](s, total)
	if err != nil {
		return nil, err
	}
	lists := make([][]triPair, n)
	for i, c := range counts {
		if int(c) > len(flat) {
			return nil, fmt.Errorf("%s: lists of more than the %d pairs announced", s.path, total)
		}
		lists[i], flat = canonical(flat[:c:c]), flat[c:]
	}
	if len(flat) > 0 {
		return nil, fmt.Errorf("%s: %d pairs belong to no list", s.path, len(flat))
	}
	return lists, nil
}

// sendMesh hands over a mesh as raw arrays, so that every library starts from
// identical float64 coordinates and reading is never timed.
func (s *server) sendMesh(which string, m *mesh.Mesh) error {
	vertices := make([]float64, 0, 3*len(m.Vertices))
	for _, v := range m.Vertices {
		vertices = append(vertices, v.X, v.Y, v.Z)
	}
	triangles := make([]uint32, 0, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		triangles = append(triangles, t[0], t[1], t[2])
	}
	line := fmt.Sprintf("mesh %s %d %d", which, len(m.Vertices), len(m.Triangles))
	_, err := s.request(line, vertices, triangles)
	return err
}

// flatPoses lays poses out as 3×4 matrices, row-major.
func flatPoses(poses []geom.Pose) []float64 {
	flat := make([]float64, 0, 12*len(poses))
	for i := range poses {
		r, t := &poses[i].R, poses[i].T
		flat = append(flat, r[0], r[1], r[2], t.X, r[3], r[4], r[5], t.Y, r[6], r[7], r[8], t.Z)
	}
	return flat
}
