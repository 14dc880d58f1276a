/** The engine's worker in Node.js: engine.js, which is written for browsers' workers. */
import { parentPort } from 'node:worker_threads'

const port = parentPort!
const scope = globalThis as unknown as { postMessage(m: unknown, transfer?: ArrayBuffer[]): void; onmessage(event: { data: unknown }): void }
scope.postMessage = (m, transfer) => port.postMessage(m, transfer)
await import(new URL('./engine.js', import.meta.url).href)
port.on('message', (data) => scope.onmessage({ data }))
