/** A session with the engine: messages of the protocol that docs/pipe.md describes, to and from a worker. */
import { EngineError, InputError } from './errors.js'
import * as web from './host-web.js'

const protocol = 1
const longest = 2 ** 30
const utf8 = new TextEncoder()
const text = new TextDecoder()

let host: web.Host = web

/** use replaces the host, which is a browser. */
export function use(other: web.Host): void { host = other }

export interface Message { kind: string; payload: Uint8Array<ArrayBuffer> }

/** message returns the bytes of one. */
export function message(kind: string, ...parts: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const size = 1 + parts.reduce((n, p) => n + p.byteLength, 0)
  if (size > longest) throw new InputError(`a message of ${size} bytes; expected at most ${longest}`)
  const out = new Uint8Array(4 + size)
  new DataView(out.buffer).setUint32(0, size, true)
  out[4] = kind.charCodeAt(0)
  let at = 5
  for (const p of parts) {
    out.set(new Uint8Array(p.buffer, p.byteOffset, p.byteLength), at)
    at += p.byteLength
  }
  return out
}

export const bytesOf = (s: string): Uint8Array<ArrayBuffer> => utf8.encode(s)
export const textOf = (b: Uint8Array): string => text.decode(b)

/** Session is a worker with the engine. After a failure it has ended, and every call throws why. */
export class Session {
  version = ''
  private port: web.Port | undefined
  private why: Error | undefined
  private held = new Uint8Array(0) // what arrived of messages that are not whole
  private readonly arrived: Message[] = []
  private wake: () => void = () => {}

  /** open starts a worker that finds the files, and greets it. */
  static async open(files: ReadonlyMap<string, Uint8Array>): Promise<Session> {
    if (new Uint8Array(new Uint32Array([1]).buffer)[0] !== 1) throw new EngineError('this machine is big-endian, which the package does not know')
    const s = new Session()
    let module: WebAssembly.Module
    try {
      module = await host.load()
      s.port = host.start((data) => s.take(data), (why) => s.fail(why))
      s.port.post({ module, sources: [...files] })
    } catch (e) {
      throw new EngineError(`the engine does not start: ${e instanceof Error ? e.message : String(e)}`)
    }
    s.send('H', bytesOf('collide'), new Uint32Array([protocol]))
    const { kind, payload } = await s.receive()
    if (kind !== 'h' || payload.length < 4 || new DataView(payload.buffer, payload.byteOffset).getUint32(0, true) !== protocol) throw s.fail(`speaks another protocol than version ${protocol}`)
    s.version = textOf(payload.subarray(4))
    return s
  }

  get ended(): boolean { return this.why !== undefined }

  send(kind: string, ...parts: readonly ArrayBufferView[]): void {
    const m = message(kind, ...parts)
    this.post(m, [m.buffer])
  }

  /** post sends bytes of message. Those that are not transferred stay the caller's. */
  post(m: Uint8Array<ArrayBuffer>, transfer: ArrayBuffer[] = []): void {
    if (this.why) throw this.why
    this.port!.post(m.buffer, transfer)
  }

  /** receive returns the next message that is not a sign of life. The process waits for it. */
  async receive(): Promise<Message> {
    this.port?.hold(true)
    try {
      for (;;) {
        const m = this.arrived.shift()
        if (m && m.kind !== 'b') return m
        if (m) continue
        if (this.why) throw this.why
        await new Promise<void>((resolve) => { this.wake = resolve })
      }
    } finally {
      this.port?.hold(false)
    }
  }

  /** fail ends the session. What it was asked and has not answered is an error. */
  fail(why: string | Error): Error {
    this.why ??= typeof why === 'string' ? new EngineError(`the engine ended without an answer: ${why}`) : why
    this.port?.terminate()
    this.wake()
    return this.why
  }

  private take(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) {
      this.fail(String((data as { dead?: unknown } | null)?.dead ?? 'a message of another kind'))
      return
    }
    const all = new Uint8Array(this.held.length + data.byteLength)
    all.set(this.held)
    all.set(new Uint8Array(data), this.held.length)
    let at = 0
    for (const view = new DataView(all.buffer); all.length - at >= 5;) {
      const size = view.getUint32(at, true)
      if (size < 1 || size > 2 ** 32 - 1) { this.fail(`a message of ${size} bytes`); return }
      if (all.length - at < 4 + size) break
      this.arrived.push({ kind: String.fromCharCode(all[at + 4]!), payload: all.slice(at + 5, at + 4 + size) })
      at += 4 + size
    }
    this.held = all.slice(at)
    if (this.arrived.length) this.wake()
  }
}
