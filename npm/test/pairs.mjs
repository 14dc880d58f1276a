// Pairs of meshes with poses and the hashes that are known of them; the larger ones are not in the repository.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = process.env.COLLIDE_ROOT
export const pairs = [['rob', 'env'], ['gridcube', 'gridcube'], ['cow', 'homer'], ['bunny', 'bunny']].map(([a, b]) => ({
  name: `${a}-${b}`, a, b, dir: ['testdata', '../shared/data'].map((d) => join(root, d, 'pairs')).find((d) => existsSync(join(d, `${a}-${b}.poses.txt`))),
}))

if ((process.env.COLLIDE_REQUIRE ?? '').split(',').includes('data')) for (const p of pairs) assert.ok(p.dir, `COLLIDE_REQUIRE lists data: ${p.name}`)

/** read returns what files of a pair hold. */
export function read({ name, a, b, dir }) {
  const lines = (what) => readFileSync(join(dir, `${name}.${what}.txt`), 'utf8').split('\n').filter((l) => l && !l.startsWith('#'))
  const known = lines('hash').map((l) => `sha256:${l.trim().split(/\s+/)[2].replace('sha256:', '')}`)
  const poses = Float64Array.from(lines('poses').flatMap((l) => l.trim().split(/\s+/).map(Number)))
  assert.ok(known.length >= 300 && poses.length === 12 * known.length, `${name}: ${known.length} hashes, ${poses.length} numbers`)
  const files = Object.fromEntries([a, b].map((n) => [`${n}.obj`, new Uint8Array(readFileSync(join(dir, `${n}.obj`)))]))
  return { known, poses, files, a: `${a}.obj`, b: `${b}.obj` }
}
