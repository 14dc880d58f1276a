// Times of this package and three-mesh-bvh for the same questions, and what each answers: after make npm,
//   COLLIDE_ROOT=$PWD node bin/npm-test/bench.mjs
// One process, warm; three-mesh-bvh in the thread that asks, this package in its worker, with the messages. Coordinates are rounded to float32,
// which geometries of three.js have. What is wrong is counted against this package, whose answers have CGAL's hashes (package.test.mjs).
import { Scene } from 'collide-exact'
import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Ray, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { pairs, read } from './pairs.mjs'

const rounds = Number(process.env.ROUNDS ?? 3)

/** geometryOf reads triangles, and polygons as fans. */
function geometryOf(bytes) {
  const points = [], index = []
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const [key, ...w] = line.trim().split(/\s+/)
    if (key === 'v') points.push(...w.slice(0, 3).map(Number))
    if (key !== 'f') continue
    const c = w.map((x) => parseInt(x) - 1)
    for (let k = 2; k < c.length; k++) index.push(c[0], c[k - 1], c[k])
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3)).setIndex(index)
}

/** best is the least time of some rounds, in µs for each of n; the first round is not counted. */
async function best(n, run) {
  let least = Infinity, result
  for (let i = 0; i <= rounds; i++) {
    const start = performance.now()
    result = await run()
    if (i > 0) least = Math.min(least, (performance.now() - start) * 1000 / n)
  }
  return { µs: least, result }
}

/** theirs is a tree and the places of its triangles in the geometry as it was: the tree reorders the index. */
function theirs(geometry) {
  const before = new Map(), key = (i) => [0, 1, 2].map((k) => geometry.index.getX(3 * i + k)).join()
  const n = geometry.index.count / 3
  for (let i = 0; i < n; i++) before.set(key(i), i)
  const bvh = new MeshBVH(geometry)
  return { bvh, places: Uint32Array.from({ length: n }, (_, i) => before.get(key(i))) }
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const us = (x) => x.toPrecision(3)
row('pair', 'question', 'three-mesh-bvh µs', 'wrong', 'this package µs', 'ratio')
row('---', '---', '---:', '---:', '---:', '---:')

for (const pair of pairs.filter((p) => p.dir)) {
  const { poses, files, a, b } = read(pair)
  const one = geometryOf(files[a]), two = geometryOf(files[b])
  const scene = await Scene.open([one, two]), quick = await Scene.open([one, two], { first: true })
  const x = theirs(one), y = theirs(two), n = poses.length / 12
  const matrices = Array.from({ length: n }, (_, k) => new Matrix4().set(...poses.subarray(12 * k, 12 * k + 12), 0, 0, 0, 1))
  const line = (what, their, wrong, our) => row(pair.name, what, us(their), wrong, us(our), (our / their).toFixed(2))

  const touch = await best(n, () => matrices.map((m) => y.bvh.intersectsGeometry(one, m)))
  const touches = await best(n, () => quick.query({ 0: poses }))
  line('does it touch?', touch.µs, touch.result.filter((t, k) => t !== touches.result.touches(k)).length, touches.µs)

  const all = await best(n, () => matrices.map((m) => {
    const found = []
    y.bvh.bvhcast(x.bvh, m, { intersectsTriangles: (t, u, i, k) => { if (t.intersectsTriangle(u)) found.push(i, k) } })
    return found
  }))
  const contacts = await best(n, () => scene.query({ 0: poses }, { contacts: true }))
  let wrong = 0
  all.result.forEach((found, k) => {
    const exact = new Set(contacts.result.contactsOf(k).map((c) => `${c.triB} ${c.triA}`))
    for (let i = 0; i < found.length; i += 2) if (!exact.delete(`${y.places[found[i]]} ${x.places[found[i + 1]]}`)) wrong++
    wrong += exact.size
  })
  line('all contacts', all.µs, `${wrong} of ${contacts.result.contacts.reduce((s, c) => s + c, 0)}`, contacts.µs)

  const box = two.boundingBox ?? (two.computeBoundingBox(), two.boundingBox), size = box.getSize(new Vector3()), middle = box.getCenter(new Vector3())
  let seed = 1
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5
  const around = (scale) => new Vector3(random(), random(), random()).multiply(size).multiplyScalar(scale).add(middle)
  const rays = Array.from({ length: 10000 }, () => { const origin = around(4); return { origin, direction: around(1).sub(origin) } })
  const their = rays.map((r) => new Ray(r.origin, r.direction.clone().normalize()))
  const first = await best(rays.length, () => their.map((r) => y.bvh.raycastFirst(r, DoubleSide)))
  const alone = await Scene.open([two])
  const hits = await best(rays.length, () => alone.raycast(rays))
  line('first hit of a ray', first.µs, first.result.filter((h, k) => (h !== null) !== (hits.result.counts[k] > 0)).length, hits.µs)

  const apart = Array.from({ length: n }, (_, k) => k).filter((k) => contacts.result.free(k)).slice(0, 20)
  if (apart.length) {
    const there = apart.map((k) => matrices[k]), moves = { 0: Float64Array.from(apart.flatMap((k) => [...poses.subarray(12 * k, 12 * k + 12)])) }
    const far = await best(apart.length, () => there.map((m) => y.bvh.closestPointToGeometry(one, m).distance))
    const exact = await best(apart.length, () => scene.query(moves, { distance: true }))
    line('distance', far.µs, far.result.filter((d, k) => Math.abs(d - exact.result.distance[k]) > 1e-6 * Math.max(exact.result.distance[k], size.length())).length, exact.µs)
  }
  for (const s of [scene, quick, alone]) s.close()
}
