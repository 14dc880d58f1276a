/** What queries return. */
import { type Columns, Reader, join, startsOf, sum } from './columns.js'
import { EngineError } from './errors.js'

/** Verdicts as numbers. Unknown is 0: what was never decided is never free. */
export const UNKNOWN = 0, FREE = 1, CONTACT = 2

/** What a query asks for beside verdict and number of contacts. */
export const ask = { hashes: 1, contacts: 2, distance: 4, clearance: 8, pairs: 16 }

export type Kind = '' | 'touch' | 'penetrate' | 'inside' | 'surface' | 'unknown'
const kinds: readonly Kind[] = ['', 'touch', 'penetrate', 'inside', 'surface', 'unknown']

/** Pair is a pair of bodies in contact or undecided. Kind, depth and width are there with the option kinds of the scene. */
export interface Pair {
  a: number
  b: number
  /** the number of triangle pairs */
  contacts: number
  verdict: number
  /** the body that lies in the other one, with the option solid */
  inside: '' | 'a' | 'b'
  allowed: boolean
  kind: Kind
  equal: boolean
  crossing: boolean
  /** proven bounds, NaN where there is none */
  depth: [number, number]
  width: [number, number]
}

/** Contact is a pair of triangles that share a point. A sphere or a box has the one triangle 0. */
export interface Contact { bodyA: number; triA: number; bodyB: number; triB: number }

/** decodeRows returns the columns of a message of rows, the first of which must be the one expected. */
export function decodeRows(payload: Uint8Array<ArrayBuffer>, asked: number, expected: number): Columns {
  const r = new Reader(payload)
  const [first, n] = r.words(2) as unknown as [number, number]
  if (first !== expected) throw new EngineError(`row ${first} arrived; expected ${expected}`)
  const c: Columns = { verdict: r.bytes(n), contacts: r.words(n) }
  if (asked & ask.hashes) c.digests = r.bytes(32 * n)
  if (asked & ask.contacts) c.contactList = r.words(4 * sum(c.contacts as Uint32Array))
  if (asked & ask.distance) {
    Object.assign(c, { distance: r.numbers(n), least: r.numbers(n), most: r.numbers(n), pointError: r.numbers(n) })
    Object.assign(c, { points: r.numbers(6 * n), closest: r.integers(4 * n) })
  }
  if (asked & ask.clearance) Object.assign(c, { clear: r.bytes(n), within: r.words(n) })
  if (asked & ask.clearance && asked & ask.hashes) c.nearDigests = r.bytes(32 * n)
  if (asked & ask.pairs) {
    c.pairCounts = r.words(n)
    c.pairBytes = r.bytes(64 * sum(c.pairCounts as Uint32Array))
  }
  r.end()
  return c
}

/** Answers are those to a query, an entry a row. What was not asked for is undefined. */
export class Answers {
  /** UNKNOWN, FREE or CONTACT of each row: use free to ask whether a row is free */
  readonly verdict: Uint8Array
  /** the number of triangle pairs that share a point */
  readonly contacts: Uint32Array
  /** four numbers for each contact: body a, triangle a, body b, triangle b; rows one after the other */
  readonly contactList?: Uint32Array
  /** the float64 nearest to the exact distance, 0 for contact alone, NaN with nothing to compare */
  readonly distance?: Float64Array
  /** proven bounds of the distance */
  readonly least?: Float64Array
  readonly most?: Float64Array
  /** six numbers for each row: the ends of a shortest segment, each within pointError of its exact place */
  readonly points?: Float64Array
  readonly pointError?: Float64Array
  /** four numbers for each row: body, body, triangle, triangle; −1 where there is none */
  readonly closest?: Int32Array
  /** FREE where all pairs are proven farther apart than the clearance, CONTACT where one is not */
  readonly clear?: Uint8Array
  /** the number of triangle pairs at most the clearance apart */
  readonly within?: Uint32Array
  private readonly digests?: Uint8Array
  private readonly nearDigests?: Uint8Array
  private readonly pairCounts?: Uint32Array
  private readonly pairBytes?: Uint8Array
  private starts: { contacts?: Float64Array; pairs?: Float64Array } = {}

  /** reasons are those of rows that could not be decided. With permits pairs are permitted to touch, which verdicts leave out. */
  constructor(parts: readonly Columns[], readonly reasons: ReadonlyMap<number, string>, readonly permits: boolean) {
    this.verdict = new Uint8Array(0)
    this.contacts = new Uint32Array(0)
    Object.assign(this, join(parts))
  }

  get length(): number { return this.verdict.length }

  /** free is true where it is proven that no two bodies touch and, with clearance, that all are farther apart. With allow no row is
   * free, because nothing is proven about permitted pairs: use passes. Two immovable bodies are never tested. A body inside a
   * mesh touches it with solid or kinds alone. */
  free(row: number): boolean { return this.passes(row) && this.contacts[row] === 0 && !this.permits }

  /** passes is true where that is proven of all pairs that are not permitted to touch. */
  passes(row: number): boolean { return this.verdict[row] === FREE && (this.clear === undefined || this.clear[row] === FREE) }

  /** touches is true where a contact that is not permitted was found. Its opposite is not "free". */
  touches(row: number): boolean { return this.verdict[row] === CONTACT }

  /** hash is that of a row's contacts, as collide sweep prints it; "" for a row that has none, which is incomplete. */
  hash(row: number): string { return digestAt(asked('hashes', this.digests), row) }

  /** withinHash is that of the pairs at most the clearance apart. */
  withinHash(row: number): string { return digestAt(asked('hashes with a clearance', this.nearDigests), row) }

  contactsOf(row: number): Contact[] {
    const list = asked('contacts', this.contactList), starts = this.starts.contacts ??= startsOf(this.contacts)
    return range(starts, row, (i) => ({ bodyA: list[4 * i]!, triA: list[4 * i + 1]!, bodyB: list[4 * i + 2]!, triB: list[4 * i + 3]! }))
  }

  pairsOf(row: number): Pair[] {
    const starts = this.starts.pairs ??= startsOf(asked('pairs', this.pairCounts)), bytes = this.pairBytes!
    return range(starts, row, (i) => pairAt(bytes.slice(64 * i, 64 * i + 64)))
  }
}

function asked<T>(what: string, column: T | undefined): T {
  if (column === undefined) throw new TypeError(`${what} were not asked for`)
  return column
}

function digestAt(digests: Uint8Array, row: number): string {
  const text = Array.from(digests.subarray(32 * row, 32 * row + 32), (b) => b.toString(16).padStart(2, '0')).join('')
  return /[1-9a-f]/.test(text) ? `sha256:${text}` : ''
}

function range<T>(starts: Float64Array, row: number, make: (i: number) => T): T[] {
  if (!(row >= 0 && row < starts.length - 1)) throw new RangeError(`row ${row} of ${starts.length - 1}`)
  return Array.from({ length: starts[row + 1]! - starts[row]! }, (_, i) => make(starts[row]! + i))
}

function pairAt(bytes: Uint8Array): Pair {
  const w = new Uint32Array(bytes.buffer), x = new Float64Array(bytes.buffer, 32)
  return {
    a: w[0]!, b: w[1]!, contacts: w[2]!, verdict: w[3]!, inside: (['', 'a', 'b'] as const)[w[4]!]!, allowed: w[5] === 1, kind: kinds[w[6]!]!,
    equal: (w[7]! & 1) > 0, crossing: (w[7]! & 2) > 0, depth: [x[0]!, x[1]!], width: [x[2]!, x[3]!],
  }
}

/** Hit is where a ray enters a triangle, or a solid at t = 0. */
export interface Hit {
  /** the float64 nearest to the exact t, in lengths of the ray's direction */
  t: number
  body: number
  /** 0 for a sphere or a box, −1 for a solid mesh that the ray begins in */
  triangle: number
}

/** decodeHits returns the columns of a message of hits. */
export function decodeHits(payload: Uint8Array<ArrayBuffer>, expected: number): Columns {
  const r = new Reader(payload)
  const [first, n] = r.words(2) as unknown as [number, number]
  if (first !== expected) throw new EngineError(`ray ${first} arrived; expected ${expected}`)
  const counts = r.words(n), hits = sum(counts)
  const c = { counts, t: r.numbers(hits), bodies: r.words(hits), triangles: r.integers(hits) }
  r.end()
  return c
}

/** Hits are those of rays, in the order of their exact t, equals by body, then triangle. */
export class Hits {
  /** the number of hits of each ray */
  readonly counts: Uint32Array
  /** t, body and triangle of each hit, rays one after the other */
  readonly t: Float64Array
  readonly bodies: Uint32Array
  readonly triangles: Int32Array
  private starts?: Float64Array

  /** reasons are those of rays for which hits may be missing. */
  constructor(parts: readonly Columns[], readonly reasons: ReadonlyMap<number, string>) {
    this.counts = new Uint32Array(0)
    this.t = new Float64Array(0)
    this.bodies = new Uint32Array(0)
    this.triangles = new Int32Array(0)
    Object.assign(this, join(parts))
  }

  /** length is the number of rays. */
  get length(): number { return this.counts.length }

  of(ray: number): Hit[] {
    const starts = this.starts ??= startsOf(this.counts)
    return range(starts, ray, (i) => ({ t: this.t[i]!, body: this.bodies[i]!, triangle: this.triangles[i]! }))
  }
}
