/** Exact collision detection of triangle meshes. Every answer is that of exact arithmetic on the coordinates as they are. */
import type { Answers } from './answers.js'
import type { Poses } from './numbers.js'
import { type Asked, type Options, Scene } from './scene.js'
import type { Body, Shape } from './shapes.js'

export { Answers, CONTACT, FREE, Hits, UNKNOWN, type Contact, type Hit, type Kind, type Pair } from './answers.js'
export { CollideError, EngineError, IncompleteError, InputError } from './errors.js'
export type { Matrix, Pose, Poses, Vector } from './numbers.js'
export { Scene, type Asked, type Moves, type Options, type Ray, type RayOptions } from './scene.js'
export type { Attribute, Body, Box, File, Geometry, Mesh, Shape, Sphere } from './shapes.js'

/** Distance is how far two bodies are apart. */
export interface Distance {
  /** the float64 nearest to the exact distance, 0 if and only if they touch */
  value: number
  /** proven bounds */
  bounds: [number, number]
  /** the ends of a shortest segment, each within pointError of its exact place */
  points: [[number, number, number], [number, number, number]]
  pointError: number
}

/** check answers for bodies where they stand, in one row. Scene answers many questions about the same bodies faster. */
export function check(bodies: readonly (Shape | Body)[], options: Options & Asked = {}): Promise<Answers> {
  return once(bodies, options, (s, asked) => s.query({}, asked))
}

/** sweep answers a row for each pose of a; b stands still. */
export function sweep(a: Shape | Body, b: Shape | Body, poses: Poses, options: Options & Asked = {}): Promise<Answers> {
  return once([a, b], options, (s, asked) => {
    if (s.names.length !== 2) throw new TypeError(`${s.names.length} bodies; a sweep has two: open a Scene`)
    return s.query({ 0: poses }, asked)
  })
}

/** distance measures how far two bodies are apart. */
export async function distance(a: Shape | Body, b: Shape | Body, options: Options & Asked = {}): Promise<Distance> {
  const r = await check([a, b], { ...options, distance: true })
  const p = r.points!
  if (Number.isNaN(r.distance![0])) throw new TypeError('nothing to measure: no pair of bodies is compared')
  return { value: r.distance![0]!, bounds: [r.least![0]!, r.most![0]!], points: [[p[0]!, p[1]!, p[2]!], [p[3]!, p[4]!, p[5]!]], pointError: r.pointError![0]! }
}

/** once opens a scene for one question. */
async function once(bodies: readonly (Shape | Body)[], options: Options & Asked, question: (s: Scene, asked: Asked) => Promise<Answers>): Promise<Answers> {
  const { hashes, contacts, distance, clearance, pairs, signal, ...rest } = options
  signal?.throwIfAborted()
  const s = await Scene.open(bodies, rest)
  try {
    return await question(s, { hashes, contacts, distance, clearance, pairs, signal } as Asked)
  } finally {
    s.close()
  }
}
