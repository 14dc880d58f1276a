// The installed package in Node.js, beside what is known of the same meshes: make npm.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONTACT, EngineError, FREE, IncompleteError, InputError, Scene, UNKNOWN, check, distance, sweep } from 'collide-exact'
import * as three from 'three'
import { pairs, read, root } from './pairs.mjs'

const command = join(root, 'bin/collide')
const box = (pose) => ({ shape: { box: [1, 1, 1] }, pose })
const at = (x, y = 0, z = 0) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
const bytes = (path) => new Uint8Array(readFileSync(path))
const tetrahedron = (size = 1) => ({ vertices: [0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] })

for (const pair of pairs) {
  test(`${pair.name} has the hashes that are known of it`, { skip: !pair.dir && 'its meshes are not here' }, async () => {
    const { known, files, poses, a, b } = read(pair)
    const r = await sweep({ file: a }, { file: b }, poses, { files, hashes: true })
    assert.deepEqual(known.map((_, k) => r.hash(k)), known)
  })
}

test('reported cases have the hashes of the command', async () => {
  let tried = 0
  for (const name of readdirSync(join(root, 'testdata/reported/cases'))) {
    const dir = join(root, 'testdata/reported/cases', name), c = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8'))
    if (c.query !== 'check' || c.bodies.length !== 2 || c.bodies.some((b) => typeof b !== 'string')) continue
    const native = JSON.parse(spawnSync(command, ['check', ...c.bodies.map((b) => join(dir, b)), '--format', 'json'], { encoding: 'utf8' }).stdout)
    const files = Object.fromEntries(c.bodies.map((b) => [b, bytes(join(dir, b))]))
    const r = await check(c.bodies.map((file) => ({ file })), { files, hashes: true, contacts: true })
    assert.equal(r.hash(0), native.hash, name)
    assert.equal(r.contactsOf(0).length, r.contacts[0], name)
    tried++
  }
  assert.ok(tried > 40, `${tried} cases`)
})

test('every column of an answer', async () => {
  const s = await Scene.open([tetrahedron(), { shape: tetrahedron(), name: 'other' }, box(at(50))], { kinds: true })
  assert.equal(s.names.length, 3)
  assert.equal(s.names[1], 'other')
  const r = await s.query({ 0: [at(0.25), at(3), at(1, 5, 5)] }, { hashes: true, contacts: true, distance: true, clearance: 2.5, pairs: true })
  assert.deepEqual([...r.verdict], [CONTACT, FREE, FREE])
  assert.deepEqual([0, 1, 2].map((k) => [r.touches(k), r.free(k), r.passes(k)]), [[true, false, false], [false, false, false], [false, true, true]])
  assert.deepEqual([r.distance[0], r.distance[1]], [0, 2])
  assert.ok(r.least[2] <= r.distance[2] && r.distance[2] <= r.most[2])
  assert.deepEqual([...r.points.slice(6, 12)], [3, 0, 0, 1, 0, 0])
  assert.deepEqual([...r.closest.slice(4, 6)], [0, 1])
  assert.deepEqual([...r.clear], [CONTACT, CONTACT, FREE])
  const [p, ...more] = r.pairsOf(0)
  assert.deepEqual([p.a, p.b, p.kind, p.verdict, p.allowed, more.length, r.pairsOf(1).length], [0, 1, 'penetrate', CONTACT, false, 0, 0])
  assert.ok(p.depth[0] > 0 && p.depth[0] <= p.depth[1])
  assert.equal(r.contactsOf(0).length, p.contacts)
  assert.ok(r.contactsOf(0).every((c) => c.bodyA === 0 && c.bodyB === 1 && c.triA < 4 && c.triB < 4))
  assert.notEqual(r.hash(0), r.hash(1))
  assert.match(r.withinHash(2), /^sha256:/)
  assert.throws(() => r.pairsOf(3), RangeError)
  const bare = await s.query()
  assert.throws(() => bare.hash(0), /not asked for/)
  assert.equal((await s.query({ 0: [] })).length, 0)
  s.close()
  await assert.rejects(s.query(), EngineError)
})

test('more rows than a message has', async () => {
  const s = await Scene.open([{ sphere: 1 }, { sphere: 1 }])
  const n = (1 << 17) + 3, poses = new Float64Array(12 * n)
  for (let k = 0; k < n; k++) poses.set(at(k % 7), 12 * k)
  const r = await s.query({ 1: poses })
  assert.equal(r.length, n)
  for (let k = 0; k < n; k++) assert.equal(r.free(k), k % 7 > 2)
  s.close()
})

test('geometries and matrices of three.js', async () => {
  const sphere = new three.SphereGeometry(1, 12, 8), knot = new three.TorusKnotGeometry(1, 0.3, 40, 8)
  const turned = (x) => new three.Matrix4().makeRotationY(0.5).setPosition(x, 0, 0)
  const mesh = (g) => ({ vertices: g.attributes.position.array, triangles: g.index.array })
  const a = await sweep(sphere, knot, [turned(0.5), turned(9)], { hashes: true })
  const rows = [0.5, 9].map((x) => { const e = turned(x).elements; return [0, 1, 2].flatMap((i) => [e[i], e[4 + i], e[8 + i], e[12 + i]]) })
  const b = await sweep(mesh(sphere), mesh(knot), rows, { hashes: true })
  assert.deepEqual([a.touches(0), a.free(1)], [true, true])
  assert.deepEqual([a.hash(0), a.hash(1)], [b.hash(0), b.hash(1)])
  const c = await sweep(sphere.toNonIndexed(), knot, [turned(0.5)], { hashes: true })
  assert.equal(c.hash(0), a.hash(0), 'triangles of a geometry without an index keep their order')
  const interleaved = new three.InterleavedBuffer(new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]), 4)
  const g = new three.BufferGeometry().setAttribute('position', new three.InterleavedBufferAttribute(interleaved, 3, 0))
  const d = await distance(g, { shape: { sphere: 1 }, pose: at(0, 0, 3) })
  assert.deepEqual([d.value, d.bounds], [2, [2, 2]])
  await assert.rejects(sweep(new three.Mesh(sphere), knot, [turned(1)]), /its geometry/)
  await assert.rejects(sweep(new three.BufferGeometry(), knot, [turned(1)]), InputError)
  const far = new three.Matrix4().makePerspective(-1, 1, 1, -1, 1, 9)
  await assert.rejects(sweep(sphere, knot, [far]), /last row/)
})

test('rays: first hits, all of them, and bodies where they are asked about', async () => {
  const s = await Scene.open([tetrahedron(), { shape: { sphere: 1 }, pose: at(10) }])
  const x = { origin: [-1, 0.1, 0.2], direction: [1, 0, 0] }
  const first = await s.raycast([x, { ...x, max: 0.5 }, { origin: new three.Vector3(-1, 0, 9), direction: new three.Vector3(1, 0, 0) }])
  assert.deepEqual([...first.counts], [1, 0, 0])
  assert.deepEqual(first.of(0), [{ t: 1, body: 0, triangle: 2 }])
  const all = await s.raycast([x, x], { all: true, poses: { 1: [at(5, 0.1, 0.2)] } })
  assert.deepEqual(all.of(1).map((h) => h.body), [0, 0, 1])
  assert.deepEqual(all.of(1)[2], { t: 5, body: 1, triangle: 0 })
  assert.deepEqual((await s.raycast([x], { all: true })).of(0).map((h) => h.body), [0, 0, 1])
  const many = await s.raycast(Array.from({ length: 9000 }, (_, k) => ({ ...x, origin: [-1 - k, 0.1, 0.2] })))
  for (let k = 0; k < 9000; k++) assert.equal(many.of(k)[0].t, 1 + k)
  assert.equal((await s.raycast([])).length, 0)
  for (const [bad, why] of [[{ ...x, max: 0 }, /greatest t 0/], [{ ...x, max: NaN }, /ray 1/], [{ ...x, direction: [0, 0, 0] }, /no direction/], [{ ...x, origin: [0, NaN, 0] }, /finite/]]) {
    await assert.rejects(s.raycast([x, bad]), (e) => e instanceof InputError && why.test(e.message))
  }
  assert.equal((await s.raycast([x])).of(0)[0].t, 1, 'a refusal leaves the scene')
  s.close()
  const one = await Scene.open([tetrahedron()], { solid: true })
  assert.deepEqual((await one.raycast([{ origin: [0.1, 0.1, 0.1], direction: [1, 0, 0] }])).of(0), [{ t: 0, body: 0, triangle: -1 }])
  await assert.rejects(one.query(), /two or more/)
  one.close()
})

test('what is refused, in a line', async () => {
  const two = [tetrahedron(), tetrahedron()]
  for (const [ask, why] of [
    [() => check(two, { solids: true }), /solids/],
    [() => check(two, { method: 'fast' }), /unknown method "fast"/],
    [() => check([{ vertices: [0, 0, NaN], triangles: [0, 0, 0] }, two[0]]), /finite/],
    [() => check([{ vertices: [0, 0, 0], triangles: [0, 0, 1] }, two[0]]), /vertex/],
    [() => check([{ vertices: [0, 0, 0], triangles: [0, -1, 0] }, two[0]]), /indices from 0/],
    [() => check([{ vertices: [0, 0, 0], triangles: [0, 0.5, 0] }, two[0]]), /indices from 0/],
    [() => check([{ file: 'no.obj' }, two[0]]), /no\.obj/],
    [() => check([{ file: 'a.obj' }, two[0]], { files: { 'a.obj': new TextEncoder().encode('f 1 2 3') } }), /a\.obj.*line 1|a\.obj:1/],
    [() => check(two, { files: { '../a': new Uint8Array() } }), /\.\./],
    [() => sweep(two[0], two[1], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), /list of poses/],
    [() => sweep(two[0], two[1], [[1, 0, 0]]), /3 numbers; expected 12/],
    [() => check(two.map((shape) => ({ shape, immovable: true }))), /immovable/],
  ]) await assert.rejects(ask(), (e) => why.test(e.message), String(why))
})

test('what is not decided is not free', async () => {
  const open = { vertices: tetrahedron(4).vertices, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2] } // without its fourth side
  const s = await Scene.open([{ shape: tetrahedron(0.1), pose: at(0.5, 0.5, 0.5) }, open], { solid: true })
  await assert.rejects(s.query(), (e) => e instanceof IncompleteError && e.answers.verdict[0] === UNKNOWN && !e.answers.free(0) && e.answers.reasons.get(0) === e.message)
  const far = await s.query({ 0: [at(99)] })
  assert.equal(far.free(0), true)
  await assert.rejects(s.query({ 0: [at(99), at(0.5, 0.5, 0.5), at(99)] }), (e) => [0, 1, 2].map((k) => e.answers.free(k)).join() === 'true,false,true')
  await assert.rejects(s.raycast([{ origin: [0.5, 0.5, 0.5], direction: [1, 1, 1] }]), (e) => e instanceof IncompleteError && e.answers.length === 1)
  s.close()
  const allowed = await check([tetrahedron(), tetrahedron(), { sphere: 0.01 }], { allow: [[0, 1], [0, 2], [1, 2]] })
  assert.deepEqual([allowed.verdict[0], allowed.passes(0), allowed.free(0)], [FREE, true, false])
})

test('a signal ends a question, and the scene goes on', async () => {
  const n = 60, vertices = [], triangles = []
  for (let i = 0; i <= n; i++) for (let k = 0; k <= n; k++) vertices.push(i, k, Math.sin(i * k))
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) triangles.push(i * (n + 1) + k, (i + 1) * (n + 1) + k, i * (n + 1) + k + 1)
  const s = await Scene.open([{ vertices, triangles }, { vertices, triangles }], { method: 'brute' })
  const poses = Array.from({ length: 5000 }, (_, k) => at(k / 5000, 0.3))
  const stop = new AbortController(), asked = s.query({ 0: poses }, { signal: stop.signal })
  const behind = s.query({ 0: [at(500)] })
  setTimeout(() => stop.abort(), 200)
  await assert.rejects(asked, { name: 'AbortError' })
  assert.equal((await behind).free(0), true)
  await assert.rejects(s.query({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  const closed = s.query({ 0: poses })
  setTimeout(() => s.close(), 200)
  await assert.rejects(closed, /closed/)
})
