/** Scenes: bodies that one worker answers for. */
import { Answers, Hits, ask, decodeHits, decodeRows } from './answers.js'
import type { Columns } from './columns.js'
import { EngineError, IncompleteError, InputError } from './errors.js'
import { type Poses, type Vector, posesOf, vectorOf } from './numbers.js'
import { type Message, Session, bytesOf, textOf } from './session.js'
import { Bodies, type Body, type Shape } from './shapes.js'

/** Options are those of collide check. */
export interface Options {
  /** containment in closed meshes counts, and rays that begin in one hit it at 0 */
  solid?: boolean
  orient?: 'winding' | 'parity'
  /** kinds, depths and widths of pairs */
  kinds?: boolean
  /** stop each row at its first contact */
  first?: boolean
  /** pairs of bodies that may touch, by index */
  allow?: readonly (readonly [number, number])[]
  unit?: string
  method?: string
  /** of the method, as "name=value" */
  options?: readonly string[]
  /** what bodies that are files read, by path: a scene's meshes are here, too */
  files?: ReadonlyMap<string, Uint8Array> | Readonly<Record<string, Uint8Array>>
}

/** Asked is what a query asks for beside verdict and number of contacts. */
export interface Asked {
  hashes?: boolean
  contacts?: boolean
  distance?: boolean
  clearance?: number
  pairs?: boolean
  /** ends the question, and the worker with it: the next question starts another one */
  signal?: AbortSignal
}

/** Ray is the points origin + t·direction for t from 0 to max, which is more than 0; without max it has no end. */
export interface Ray { origin: Vector; direction: Vector; max?: number }

/** Moves are poses of bodies, by their index: as many for each. */
export type Moves = ReadonlyMap<number, Poses> | Readonly<Record<number, Poses>>

/** RayOptions: with all every hit is returned, not only the first of each ray. Poses are those of the bodies while the rays are cast. */
export interface RayOptions { all?: boolean; poses?: Moves; signal?: AbortSignal }

/** batch is the number of rows or rays of a message. */
const batch = 1 << 17

interface Done { rows: number; complete: boolean; cut?: boolean; reason?: string; unknown?: { row: number; reason: string }[] }

/** Scene has bodies that are asked about again and again as they move. No answer depends on what was asked before. Questions are
 * answered one after the other. */
export class Scene {
  /** the names of the bodies, in the order of their indices */
  names: readonly string[] = []
  /** what the engine has to say about the files */
  warnings: readonly string[] = []
  private session: Session | undefined
  private last: Promise<unknown> = Promise.resolve()
  private closed = false

  private constructor(
    private readonly bodies: Bodies, private readonly setup: Uint8Array<ArrayBuffer>, private readonly files: ReadonlyMap<string, Uint8Array>, private readonly permits: boolean,
  ) {}

  /** open starts the engine with bodies, which are copied. Close ends it. */
  static async open(bodies: readonly (Shape | Body)[], options: Options = {}): Promise<Scene> {
    const { files, ...rest } = options
    const all = new Bodies()
    for (const b of bodies) all.add(b)
    const setup = bytesOf(JSON.stringify({ bodies: all.setups, ...rest }))
    const s = new Scene(all, setup, filesOf(files), (options.allow?.length ?? 0) > 0)
    await s.ask(undefined, async () => {})
    return s
  }

  /** close ends the worker. A question that is asked later is an error. */
  close(): void {
    this.closed = true
    this.session?.fail(new EngineError('the scene was closed'))
  }

  /** query answers a row for each pose. Bodies that have none are where the scene places them; without moves there is one row.
   * It throws an IncompleteError if a row is not decided, an InputError if the engine refuses, and an EngineError if it ends. */
  async query(moves: Moves = {}, asked: Asked = {}): Promise<Answers> {
    const what = (asked.hashes ? ask.hashes : 0) | (asked.contacts ? ask.contacts : 0) | (asked.distance ? ask.distance : 0) |
      (asked.clearance !== undefined ? ask.clearance : 0) | (asked.pairs ? ask.pairs : 0)
    const { indices, rows, table } = tableOf(moves)
    const head = [new Uint32Array([what]), new Float64Array([asked.clearance ?? NaN]), new Uint32Array([indices.length, ...indices])]
    const width = 12 * indices.length
    const r = await this.batches(rows, asked.signal, 'Q', 'r', (first, n) => [...head, new Uint32Array([n]), table.subarray(first * width, (first + n) * width)],
      (payload, expected) => decodeRows(payload, what, expected), 'verdict')
    if (!r.parts.length) r.parts.push(decodeRows(new Uint8Array(8), what, 0))
    const answers = new Answers(r.parts, r.reasons, this.permits)
    if (r.problem !== undefined) throw new IncompleteError(r.problem, answers)
    return answers
  }

  /** raycast returns the hits of rays: the first of each, or all. It throws an IncompleteError if hits may be missing. */
  async raycast(rays: readonly Ray[], options: RayOptions = {}): Promise<Hits> {
    const { indices, rows, table } = tableOf(options.poses ?? {})
    if (rows !== 1) throw new InputError(`${rows} poses of bodies that rays are cast at; expected 1`)
    const numbers = raysOf(rays)
    const head = [new Uint32Array([options.all ? 1 : 0, indices.length, ...indices]), table]
    const r = await this.batches(rays.length, options.signal, 'R', 'y', (first, n) => [...head, new Uint32Array([n]), numbers.subarray(7 * first, 7 * (first + n))], decodeHits, 'counts')
    const hits = new Hits(r.parts, r.reasons)
    if (r.problem !== undefined) throw new IncompleteError(r.problem, hits)
    return hits
  }

  /** batches asks for rows, some in a message, and returns the columns of the answers. */
  private batches(
    rows: number, signal: AbortSignal | undefined, kind: string, answer: string,
    partsOf: (first: number, n: number) => ArrayBufferView[], decode: (payload: Uint8Array<ArrayBuffer>, expected: number) => Columns, counted: string,
  ): Promise<{ parts: Columns[]; reasons: Map<number, string>; problem?: string }> {
    return this.ask(signal, async (s) => {
      const parts: Columns[] = [], reasons = new Map<number, string>()
      for (let first = 0; first < rows; first += batch) {
        const n = Math.min(batch, rows - first)
        s.send(kind, ...partsOf(first, n))
        let m: Message, got = 0
        while ((m = await s.receive()).kind === answer) {
          const columns = decode(m.payload, got)
          parts.push(columns)
          got += columns[counted]!.length
        }
        const done = doneOf(s, m)
        if (done.rows !== got || (got !== n && !done.cut)) throw s.fail(`${got} rows arrived of ${n}; it counts ${done.rows}`)
        for (const u of done.unknown ?? []) reasons.set(first + u.row, u.reason)
        if (done.cut || got !== n || !done.complete && !reasons.size) return { parts, reasons, problem: done.reason || 'incomplete' }
      }
      const problem = reasons.values().next().value
      return problem === undefined ? { parts, reasons } : { parts, reasons, problem }
    })
  }

  /** ask asks a question when those before it are answered. */
  private ask<T>(signal: AbortSignal | undefined, question: (s: Session) => Promise<T>): Promise<T> {
    const answer = this.last.then(async () => {
      signal?.throwIfAborted()
      const stop = () => this.session?.fail(signal!.reason instanceof Error ? signal!.reason : new EngineError('the question was stopped'))
      signal?.addEventListener('abort', stop)
      try {
        const s = await this.running()
        signal?.throwIfAborted()
        return await question(s)
      } catch (e) {
        if (!(e instanceof InputError)) this.session?.fail(e as Error) // what it sends next belongs to this question
        throw e
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    })
    this.last = answer.catch(() => {})
    return answer
  }

  /** running returns the session, started if there is none. */
  private async running(): Promise<Session> {
    if (this.closed) throw new EngineError('the scene is closed')
    if (this.session && !this.session.ended) return this.session
    const s = this.session = await Session.open(this.files)
    if (this.closed) throw s.fail(new EngineError('the scene was closed'))
    for (const m of this.bodies.meshes) s.post(m)
    s.send('O', this.setup)
    const m = await s.receive()
    if (m.kind !== 'o') {
      s.fail('refused')
      throw refusal(s, m)
    }
    const opened = JSON.parse(textOf(m.payload)) as { bodies: { name: string }[]; warnings?: string[] }
    this.names = opened.bodies.map((b) => b.name)
    this.warnings = opened.warnings ?? []
    return s
  }
}

/** doneOf returns the end of a query, or throws what the engine says instead. */
function doneOf(s: Session, m: Message): Done {
  if (m.kind !== 'd') throw refusal(s, m)
  return JSON.parse(textOf(m.payload)) as Done
}

function refusal(s: Session, m: Message): Error {
  return m.kind === 'e' ? new InputError(textOf(m.payload)) : s.fail(`it sent a message ${m.kind}`)
}

/** tableOf returns indices of bodies, the number of rows, and bodies × 12 numbers for each. */
function tableOf(moves: Moves): { indices: number[]; rows: number; table: Float64Array } {
  const entries: [number, Poses][] = moves instanceof Map ? [...moves] : Object.entries(moves).map(([i, p]) => [Number(i), p as Poses])
  const columns = entries.map(([i, poses]) => posesOf(`poses of body ${i}`, poses))
  const sizes = [...new Set(columns.map((c) => c.length / 12))]
  if (sizes.length > 1) throw new InputError(`bodies with ${sizes.join(', ')} poses; expected as many for each`)
  const indices = entries.map(([i]) => i), rows = sizes[0] ?? 1
  for (const i of indices) if (!(Number.isInteger(i) && i >= 0 && i < 2 ** 32)) throw new InputError(`poses of body ${i}; expected an index from 0`)
  if (columns.length === 1) return { indices, rows, table: columns[0]! }
  const table = new Float64Array(12 * rows * columns.length)
  columns.forEach((c, k) => {
    for (let i = 0; i < rows; i++) table.set(c.subarray(12 * i, 12 * i + 12), 12 * (i * columns.length + k))
  })
  return { indices, rows, table }
}

/** raysOf returns seven numbers for each ray. */
function raysOf(rays: readonly Ray[]): Float64Array {
  const out = new Float64Array(7 * rays.length)
  rays.forEach((r, i) => {
    out.set(vectorOf(`origin of ray ${i}`, r.origin), 7 * i)
    out.set(vectorOf(`direction of ray ${i}`, r.direction), 7 * i + 3)
    out[7 * i + 6] = r.max ?? Infinity
  })
  return out
}

/** filesOf returns files by path, which has no "..". */
function filesOf(files: Options['files'] = {}): Map<string, Uint8Array> {
  const all = new Map<string, Uint8Array>(files instanceof Map ? files : Object.entries(files))
  for (const [path, data] of all) {
    if (path.split('/').includes('..')) throw new InputError(`file ${path}; expected a path without ".."`)
    if (!(data instanceof Uint8Array)) throw new InputError(`file ${path}: expected a Uint8Array`)
    all.set(path, data.slice())
  }
  return all
}
