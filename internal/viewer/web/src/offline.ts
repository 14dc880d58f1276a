import { Desk } from './desk'
import { decodeFrame, decodeScene } from './protocol'
import type { Listener, Source } from './source'

/** Asked is a question to the engine; its fields are those of page.Request. */
export interface Asked {
  files: string[]; srdf: string; state: string; joints: string
  kinds: boolean; solid: boolean; self: boolean; clearance: string
}

/** Answer is what the engine says: an error in words, or messages, reports, the states of the robot, and the files that it did not read. */
export interface Answer {
  error?: string; scene: Uint8Array<ArrayBuffer>; frame: Uint8Array<ArrayBuffer>; json: Uint8Array<ArrayBuffer>; text: Uint8Array<ArrayBuffer>
  states: string[]; warnings: string[]; unread: string[]
}

/** offline answers in the page itself: the engine is in the page, and files come from the person before it. */
export function offline(text: string, to: Listener): Source {
  const engine = unpack(text)
  const desk = new Desk((dropped, asked) => ask(engine, dropped, asked), {
    pending: (what, title) => to.unknown(what, title),
    answer: (a) => {
      const { scene, meshes } = decodeScene(a.scene.buffer)
      to.scene(scene, meshes)
      to.frame(decodeFrame(a.frame.buffer))
    },
  })
  engine.catch((e: unknown) => desk.broken(`This page is damaged, or the browser has no WebAssembly: ${String(e)}`))
  return { live: false, send: () => {}, controls: desk.controls }
}

/** Engine is the worker's script and what it runs. */
interface Engine { script: string; module: WebAssembly.Module }

/** Run is a check on its way; stop ends it without an answer. */
export interface Run { answer: Promise<Answer>; stop(why: string): void }

/** ask starts a worker for one check: whatever happens to it, nothing of it is left. A worker that ends without an answer is an error. */
function ask(engine: Promise<Engine>, dropped: Map<string, File>, asked: Asked): Run {
  let worker: Worker | undefined
  let stopped = false
  let fail: (why: Error) => void = () => {}
  const started = (w: Worker) => {
    worker = w
    if (stopped) w.terminate()
  }
  const answer = new Promise<Answer>((resolve, reject) => {
    fail = reject
    start(engine, dropped, asked, started).then(resolve, reject)
  })
  const stop = (why: string) => {
    stopped = true
    fail(new Error(why))
    worker?.terminate()
  }
  return { answer: answer.finally(() => worker?.terminate()), stop }
}

async function start(engine: Promise<Engine>, dropped: Map<string, File>, asked: Asked, started: (w: Worker) => void): Promise<Answer> {
  const { script, module } = await engine
  const files = await Promise.all([...dropped].map(read))
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url)
  started(worker)
  return new Promise((resolve, reject) => {
    worker.onerror = (e) => reject(new Error(`The engine ended without an answer: ${e.message || 'the browser does not say why'}.`))
    worker.onmessageerror = () => reject(new Error('The answer of the engine could not be read.'))
    worker.onmessage = ({ data }: MessageEvent<{ answer?: Answer; unread?: string[]; dead?: string }>) => {
      URL.revokeObjectURL(url)
      if (data.answer?.error !== undefined) reject(new Error(data.answer.error))
      else if (data.answer) resolve({ ...data.answer, unread: data.unread ?? [] })
      else reject(new Error(data.dead?.startsWith('memory') ? 'The engine ran out of memory: nothing is known. The command collide check has more.' : `The engine ended without an answer: ${data.dead}`))
    }
    worker.postMessage({ module, dropped: files, request: JSON.stringify(asked) }, files.map((f) => f.data))
  })
}

/** read reads a file anew for each check: one that has gone or changed since it was dropped is an error of the browser, which does not name it. */
async function read([path, file]: [string, File]): Promise<{ path: string; data: ArrayBuffer }> {
  try {
    return { path, data: await file.arrayBuffer() }
  } catch (e) {
    throw new Error(`${path} cannot be read: ${e instanceof Error ? e.message : String(e)} If it has changed, drop the files again.`)
  }
}

// The engine is text: seven bits a character, and two times seven in those that stand for characters that HTML changes.
const changed = [0, 13, 60]

/** bytesOf undoes the text of package viewer's EnginePage, before which stand the number of bytes and a semicolon. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const head = text.indexOf(';')
  const size = Number(text.slice(0, head))
  const out = new Uint8Array(size + 2)
  let n = 0, bits = 0, held = 0
  const put = (seven: number) => {
    held = (held << 7) | seven
    bits += 7
    if (bits >= 8) {
      bits -= 8
      out[n++] = (held >> bits) & 255
      held &= (1 << bits) - 1
    }
  }
  for (let i = head + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 128) put(c)
    else { put(changed[(c - 128) >> 7]!); put((c - 128) & 127) }
  }
  if (n < size || n > size + 1) throw new Error(`${n} bytes, expected ${size}`)
  return out.slice(0, size)
}

/** unpack returns the worker's script and the compiled module; before them stands the length of the script. */
async function unpack(text: string): Promise<Engine> {
  const data = await new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
  const length = new DataView(data).getUint32(0, true)
  const script = new TextDecoder().decode(new Uint8Array(data, 4, length))
  return { script, module: await WebAssembly.compile(data.slice(4 + length)) }
}
