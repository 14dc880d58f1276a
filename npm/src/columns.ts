/** Columns of the engine's messages, each checked against what is left of the message. */
import { EngineError } from './errors.js'

export type Column = Uint8Array | Uint32Array | Int32Array | Float64Array
export type Columns = Record<string, Column>

/** Reader takes columns off a payload. Machines are little-endian, which Session checks. */
export class Reader {
  private at = 0
  constructor(private readonly payload: Uint8Array<ArrayBuffer>) {}

  bytes(n: number): Uint8Array<ArrayBuffer> {
    if (this.at + n > this.payload.length) throw new EngineError(`a message of ${this.payload.length} bytes was cut short`)
    this.at += n
    return this.payload.slice(this.at - n, this.at) // a copy, which is aligned
  }

  words(n: number): Uint32Array { return new Uint32Array(this.bytes(4 * n).buffer) }
  integers(n: number): Int32Array { return new Int32Array(this.bytes(4 * n).buffer) }
  numbers(n: number): Float64Array { return new Float64Array(this.bytes(8 * n).buffer) }

  end(): void {
    if (this.at !== this.payload.length) throw new EngineError(`${this.payload.length - this.at} bytes after the rows of a message`)
  }
}

/** join appends the columns of successive messages. */
export function join(parts: readonly Columns[]): Columns {
  if (parts.length === 1) return parts[0]!
  const whole: Columns = {}
  for (const [name, first] of Object.entries(parts[0] ?? {})) {
    const make = first.constructor as new (n: number) => Column
    const out = new make(parts.reduce((n, p) => n + p[name]!.length, 0))
    let at = 0
    for (const p of parts) {
      out.set(p[name]!, at)
      at += p[name]!.length
    }
    whole[name] = out
  }
  return whole
}

/** sum adds counts. */
export const sum = (counts: Uint32Array): number => counts.reduce((n, k) => n + k, 0)

/** startsOf returns where the entries of each row begin, and the end of the last. */
export function startsOf(counts: Uint32Array): Float64Array {
  const starts = new Float64Array(counts.length + 1) // exact to 2^53
  counts.forEach((n, i) => { starts[i + 1] = starts[i]! + n })
  return starts
}
