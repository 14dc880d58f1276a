/** What differs between browsers and Node.js: how a worker is started and how the module is loaded. This is the browser's. */

/** Port is a worker that runs the engine. */
export interface Port {
  post(message: unknown, transfer?: ArrayBuffer[]): void
  terminate(): void
  /** hold says whether the process should wait for the worker. */
  hold(needed: boolean): void
}

/** Host starts workers and loads the module. */
export interface Host {
  start(message: (data: unknown) => void, failed: (why: string) => void): Port
  load(): Promise<WebAssembly.Module>
}

/** start starts a worker. message is called with what it sends, failed at most once, with why it cannot go on. */
export function start(message: (data: unknown) => void, failed: (why: string) => void): Port {
  const worker = new Worker(new URL('./engine.js', import.meta.url))
  worker.onmessage = ({ data }) => message(data)
  worker.onerror = (e) => failed(e.message || 'the browser does not say why')
  worker.onmessageerror = () => failed('a message of it could not be read')
  return { post: (m, transfer = []) => worker.postMessage(m, transfer), terminate: () => worker.terminate(), hold: () => {} }
}

let module: Promise<WebAssembly.Module> | undefined

/** load returns the compiled engine, which all workers share. A load that failed is tried again by the next one. */
export function load(): Promise<WebAssembly.Module> {
  module ??= compile().catch((e: unknown) => {
    module = undefined
    throw e
  })
  return module
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('./engine.wasm', import.meta.url))
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
