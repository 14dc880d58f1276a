// The worker of the npm package. It stands after files.js and wasm_exec.js. The first message has the module and the files; each
// later one is bytes for the engine, and each to the page is bytes of the engine, or why it ended.
const ended = (why) => postMessage({ dead: why + (log ? `\n${log}` : '') })
const early = [] // what came before the engine was ready

globalThis.collideSend = (bytes) => postMessage(bytes.buffer, [bytes.buffer])
globalThis.collideReady = () => {
  globalThis.onmessage = ({ data }) => globalThis.collideReceive(new Uint8Array(data))
  for (const data of early.splice(0)) globalThis.collideReceive(new Uint8Array(data))
}

globalThis.onmessage = async ({ data: { module, sources } }) => {
  globalThis.onmessage = ({ data }) => early.push(data)
  for (const [path, data] of sources) files.set(tidy(path), data)
  try {
    const go = new Go()
    go.exit = (code) => ended(/out of memory|cannot allocate/.test(log) ? 'it ran out of memory' : `exit code ${code}`)
    await go.run(await WebAssembly.instantiate(module, go.importObject))
  } catch (e) {
    ended(String(e))
  }
}
