// The worker of the page without a server: files and one check. It stands after files.js and before wasm_exec.js.
globalThis.onmessage = async ({ data: { module, dropped, request } }) => {
  for (const { path, data } of dropped) files.set(path, new Uint8Array(data))
  const ended = (why) => postMessage({ dead: why + (log ? `\n${log}` : '') })
  try {
    const go = new Go()
    go.exit = (code) => ended(/out of memory|cannot allocate/.test(log) ? 'memory' : `exit code ${code}`)
    globalThis.collideReady = () => globalThis.collideCheck(request, (answer) => {
      const arrays = ['scene', 'frame', 'json', 'text'].map((name) => answer[name]?.buffer).filter(Boolean)
      postMessage({ answer, unread: [...files.keys()].filter((path) => !read.has(path)) }, arrays)
    })
    await go.run(await WebAssembly.instantiate(module, go.importObject))
  } catch (e) {
    ended(String(e))
  }
}
