/** What differs between browsers and Node.js, see host-web.ts. This is that of Node.js. */
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Port } from './host-web.js'

export function start(message: (data: unknown) => void, failed: (why: string) => void): Port {
  const worker = new Worker(new URL('./engine-node.js', import.meta.url))
  worker.on('message', message)
  worker.on('error', (e) => failed(String(e)))
  worker.on('messageerror', () => failed('a message of it could not be read'))
  worker.on('exit', (code) => failed(`exit code ${code}`))
  return {
    post: (m, transfer = []) => worker.postMessage(m, transfer),
    terminate: () => void worker.terminate(),
    hold: (needed) => (needed ? worker.ref() : worker.unref()),
  }
}

let module: Promise<WebAssembly.Module> | undefined

export function load(): Promise<WebAssembly.Module> {
  module ??= readFile(new URL('./engine.wasm', import.meta.url)).then((bytes) => WebAssembly.compile(new Uint8Array(bytes))).catch((e: unknown) => {
    module = undefined
    throw e
  })
  return module
}
