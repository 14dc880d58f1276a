// The messages between the page and the command; docs/viewer.md describes them.

export interface Method { name: string; summary: string; source: string; backends: string[] }

export interface Bodies {
  names: string[]
  files: string[]
  file: number[]
  mesh: number[] // index into the meshes, -1 a sphere, -2 a box, -3 not drawn
  endless?: number[] // the half spaces, whose meshes are parts of their planes
  size: number[]
  immovable: number[] | null
  kind: number[]
  triangles: number[]
  color?: number[] // 0xRRGGBB, 0 for the page's choice
}

export interface Span { at: number; count: number }

/** Camera is a place to look from, in stage coordinates; the angle is in degrees. */
export interface Camera { name: string; eye: [number, number, number]; target: [number, number, number]; angle: number }

/** Near is a pair within the clearance that does not touch: its distance in six digits and exactly, and where the shortest segment ends. */
export interface Near { a: number; b: number; text: string; exact: string; allowed: boolean; ends?: [[number, number, number], [number, number, number]] }

export interface Check {
  word: string; outcome: 'pass' | 'fail' | 'unknown' // as the reports have them
  complete: boolean; reason: string; first: boolean; method: string; backend: string; read: string; total: string
  clearance?: string // in words
  tooNear?: number // pairs that fail
  near?: Near[]
  nearLeftOut?: number
  kinds?: string[] // of the pairs of the frame, in words; '' where a pair has none
  depths?: [number, number][] // of the pairs of the frame, in units of the check; 0, 0 where a pair has none
  unit?: string
  looks?: Look[] // of the pairs that have a picture
}

/** Look is where to look at a pair from: a ball, and the direction from there to the camera, on a side that is free. */
export interface Look { a: number; b: number; center: [number, number, number]; from: [number, number, number]; radius: number }

/** Track is the time line of a page that plays states: a text, a letter (pass, fail, unknown) and a distance for each frame. */
export interface Track {
  texts: string[]
  outcomes: string
  ways: string // of the motion that leads to a frame, - for none
  distances?: (number | null)[]
  unit?: string
  first: number // frame that fails, -1 for none
  word: string
  sum: string
  notes: string[]
}

/** Joint is a variable of a robot, or a mimic joint, whose value is multiplier times that of the variable, plus offset. */
export interface Joint { name: string; lower: number; upper: number; angle: boolean; variable: number; mimic: boolean; multiplier: number; offset: number }

export interface Joints { list: Joint[]; states: { name: string; values: number[] }[]; values: number[] }

/** Proof is what a proof is about. The order of a mesh of it is that of its triangles; a node of a step is a run of it. */
export interface Proof { what: string; notes: string[]; orders: Span[]; order: Uint32Array[]; mesh: number[] }

/** ProofStep is a plane, which has a normal and half the width of what is free around it, or a point, or two points that are near. */
export interface ProofStep {
  a: number; b: number; text: string; exact: string
  nodes: [number, number, number, number] // first and end of both runs
  at: [number, number, number]
  normal?: [number, number, number]
  radius: number
  half: number
  ends?: [[number, number, number], [number, number, number]]
}

/** ProvenFrame is what a frame of a proof says, after it was checked. */
export interface ProvenFrame { word: string; what: string; free: boolean; text: string; bounds?: string[]; steps: ProofStep[]; leftOut: number }

export interface Scene {
  title: string
  version: string
  film: 'still' | 'motion' | 'simulation' | 'recording' | 'states'
  frames: number
  dt: number
  up: [number, number, number]
  origin: [number, number, number]
  scale: number
  min: [number, number, number]
  max: [number, number, number]
  counters: string[]
  methods: Method[]
  self: boolean
  walls?: { min: [number, number, number]; max: [number, number, number] }
  cameras: Camera[]
  bodies: Bodies
  meshes: { vertices: Span; triangles: Span; deforms: boolean }[] | null
  check?: Check
  track?: Track // of a page that plays states
  joints?: Joints // of robots that can be moved
  reach?: string // the clearance in words
  proof?: Proof // that is shown
}

export interface Mesh { vertices: Float32Array; triangles: Uint32Array; deforms: boolean }

export interface State {
  playing: boolean
  speed: number
  method: string
  backend: string
  second: string
  volumes: number
  octree: boolean
  front: boolean
  broad: boolean
  points: boolean
  levels: boolean
  distances: boolean
  values?: number[] // of the joints
  note: string
  ended: boolean
}

/** Layer has boxes and balls, 12 numbers each, and the edges of other volumes, 6 each. */
export interface Layer { kind: LayerKind; cut: boolean; shapes: Float32Array; edges: Float32Array; volumes: number }

export const enum LayerKind { Volumes = 1, Octree, Front }

export interface Level { tested: number; culled: number }

export interface Side {
  counters: Float64Array
  hash: string
  broad: Uint32Array // pairs of bodies
  layers: Layer[]
  levels: Level[]
}

/** Nears is what a frame has of distances; the note says what is not known, or why nothing is near. */
export interface Nears { near: Near[]; leftOut: number; note: string }

export interface Frame {
  index: number
  time: number
  state: string
  incomplete: boolean
  verdict: Verdict // of the first side
  // Bodies that moved, 13 numbers each: the body, from words, and the rows of its
  // pose, from floats.
  moved: number
  words: Uint32Array
  floats: Float32Array
  deformed: { mesh: number; vertices: Float32Array }[]
  pairs: Uint32Array // a, b, contacts, flags
  contacts: Uint32Array // bodyA, triA, bodyB, triB
  points: Float32Array // position, normal
  curves: Float32Array // segments
  distances?: Nears // where they are shown
  proven?: ProvenFrame // of a proof
  sides: Side[]
}

export const enum PairFlag { Allowed = 1, AInside = 2, BInside = 4, Undecided = 8, More = 16 }

/** Verdict is what a query found out; a frame that says nothing is unknown, not free. */
export const enum Verdict { Unknown, Free, InContact }

export type Settings = Partial<Omit<State, 'playing' | 'values' | 'note' | 'ended'>>

export type Message =
  | { ack: number }
  | { do: 'play' | 'pause' | 'step' | 'back' | 'reset' }
  | { do: 'seek'; frame: number }
  | { values: number[] }
  | { set: Settings }

/** decodeScene reads the first message: kind, length of the JSON, JSON, arrays. */
export function decodeScene(data: ArrayBuffer): { scene: Scene; meshes: Mesh[] } {
  const length = new DataView(data).getUint32(4, true)
  const scene = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 8, length))) as Scene
  const start = 8 + length
  const meshes = (scene.meshes ?? []).map((m) => ({
    vertices: new Float32Array(data, start + m.vertices.at, m.vertices.count),
    triangles: new Uint32Array(data, start + m.triangles.at, m.triangles.count),
    deforms: m.deforms,
  }))
  if (scene.proof) scene.proof.order = scene.proof.orders.map((o) => new Uint32Array(data, start + o.at, o.count))
  return { scene, meshes }
}

/** kindOf tells a scene (1) from a frame (2). */
export function kindOf(data: ArrayBuffer): number { return new DataView(data).getUint32(0, true) }

/** decodeFrame reads a frame: a header, then sections of a tag, a side, a detail and a count. */
export function decodeFrame(data: ArrayBuffer): Frame {
  const view = new DataView(data)
  const flags = view.getUint32(8, true)
  const frame: Frame = {
    index: view.getUint32(4, true), time: view.getFloat64(16, true), state: hex(data, 24),
    incomplete: (flags & 2) !== 0, verdict: (flags >> 2) & 3, moved: 0, words: new Uint32Array(), floats: new Float32Array(), deformed: [],
    pairs: new Uint32Array(), contacts: new Uint32Array(), points: new Float32Array(), curves: new Float32Array(), sides: [],
  }
  for (let i = 0; i <= (flags & 1); i++) {
    frame.sides.push({ counters: new Float64Array(), hash: '', broad: new Uint32Array(), layers: [], levels: [] })
  }
  let at = 56
  while (at < data.byteLength) {
    const tag = view.getUint32(at, true)
    const side = frame.sides[view.getUint32(at + 4, true)] ?? frame.sides[0]!
    const detail = view.getUint32(at + 8, true)
    const n = view.getUint32(at + 12, true)
    at = section(frame, side, data, at + 16, tag, view.getUint32(at + 4, true), detail, n)
  }
  return frame
}

const enum Tag { Poses = 1, Vertices, Pairs, Contacts, Points, Curves, Counters, Broad, Layer, Levels, Edges, Near, Proven }

function section(f: Frame, side: Side, data: ArrayBuffer, at: number, tag: number, word: number, detail: number, n: number): number {
  switch (tag) {
    case Tag.Poses:
      f.moved = n
      f.words = new Uint32Array(data, at, 13 * n)
      f.floats = new Float32Array(data, at, 13 * n)
      return at + 52 * n
    case Tag.Vertices:
      f.deformed.push({ mesh: word, vertices: new Float32Array(data, at, n) })
      return at + 4 * n
    case Tag.Pairs:
      f.pairs = new Uint32Array(data, at, 4 * n)
      return at + 16 * n
    case Tag.Contacts:
      f.contacts = new Uint32Array(data, at, 4 * n)
      return at + 16 * n
    case Tag.Points:
      f.points = new Float32Array(data, at, n)
      return at + 4 * n
    case Tag.Curves:
      f.curves = new Float32Array(data, at, n)
      return at + 4 * n
    case Tag.Counters:
      side.hash = hex(data, at)
      side.counters = doubles(data, at + 32, n)
      return at + 32 + 8 * n
    case Tag.Broad:
      side.broad = new Uint32Array(data, at, 2 * n)
      return at + 8 * n
    case Tag.Layer:
      side.layers.push({ kind: detail & 0xffff, cut: detail >> 16 !== 0, shapes: new Float32Array(data, at, n), edges: new Float32Array(), volumes: n / 12 })
      return at + 4 * n
    case Tag.Edges: { // of the layer before
      const l = side.layers.at(-1)!
      l.edges = new Float32Array(data, at, n)
      l.volumes += detail
      return at + 4 * n
    }
    case Tag.Near: // words of text
      f.distances = JSON.parse(new TextDecoder().decode(new Uint8Array(data, at, 4 * n))) as Nears
      return at + 4 * n
    case Tag.Proven: // words of text
      f.proven = JSON.parse(new TextDecoder().decode(new Uint8Array(data, at, 4 * n))) as ProvenFrame
      return at + 4 * n
    case Tag.Levels: {
      const d = doubles(data, at, 2 * n)
      for (let i = 0; i < n; i++) side.levels.push({ tested: d[2 * i]!, culled: d[2 * i + 1]! })
      return at + 16 * n
    }
    default: throw new Error(`a frame with an unknown section ${tag}: this page is of another version than the command`)
  }
}

/** doubles copies numbers that need not be aligned. */
function doubles(data: ArrayBuffer, at: number, n: number): Float64Array {
  return new Float64Array(data.slice(at, at + 8 * n))
}

/** hex returns 32 bytes in hexadecimal, '' for zeros. */
function hex(data: ArrayBuffer, at: number): string {
  let s = ''
  let any = 0
  for (const b of new Uint8Array(data, at, 32)) {
    s += b.toString(16).padStart(2, '0')
    any |= b
  }
  return any ? s : ''
}
