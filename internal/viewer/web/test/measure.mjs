// Measures the page in Chromium: COLLIDE_BIN=bin/collide node internal/viewer/web/test/measure.mjs [SECONDS]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browser, view } from './driver.mjs'

const seconds = Number(process.argv[2] ?? 20)

/** watch notes when the first frame was drawn and counts the frames that came. */
function watch() {
  window.came = 0
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (text) {
    if (text.startsWith('{"ack"')) window.came++
    send.call(this, text)
  }
  addEventListener('DOMContentLoaded', () => {
    window.loaded = performance.now()
    new MutationObserver(() => { if (document.body.dataset.ready === 'frame') window.drawn ??= performance.now() }).observe(document.body, { attributes: true })
  })
}

/** swarm is a scene of n spheres and boxes that fly about. */
function swarm(n) {
  let seed = 1
  const in_ = (w) => { seed = (seed * 48271) % 2147483647; return w * ((2 * seed) / 2147483647 - 1) }
  const bodies = Array.from({ length: n }, (_, i) => ({
    name: `body ${i}`, pose: [1, 0, 0, in_(30), 0, 1, 0, in_(30), 0, 0, 1, in_(15)],
    ...(i % 2 ? { box: { center: [0, 0, 0], size: [0.4, 0.3, 0.25] } } : { sphere: { center: [0, 0, 0], radius: 0.2 } }),
    motion: { velocity: [in_(2), in_(2), in_(2)], spin: i % 2 ? [in_(1), in_(1), in_(1)] : [0, 0, 0] },
  }))
  return { version: 1, walls: { min: [-31, -31, -16], max: [31, 31, 16] }, bodies }
}

async function on(args, run) {
  const server = await view(...args), chrome = await browser()
  try {
    const page = await (await chrome.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await page.addInitScript(watch)
    await page.goto(server.url)
    await page.waitForSelector('body[data-ready="frame"]', { timeout: 60_000 })
    await run(page)
  } finally {
    await chrome.close()
    await server.stop()
  }
}

await on([], async (page) => {
  const { loaded, drawn } = await page.evaluate(() => ({ loaded: window.loaded, drawn: window.drawn }))
  console.log(`the demo: DOM loaded after ${loaded.toFixed(0)} ms, first frame drawn after ${drawn.toFixed(0)} ms`)
})

const folder = mkdtempSync(join(tmpdir(), 'collide-'))
try {
  const file = join(folder, 'swarm.json')
  writeFileSync(file, JSON.stringify(swarm(20_000)))
  await on(['--dt', String(1 / 30), file], async (page) => {
    const now = () => page.evaluate(() => ({ came: window.came, heap: performance.memory.usedJSHeapSize, at: performance.now(), frame: Number(document.body.dataset.frame) }))
    await page.waitForTimeout(5000)
    const start = await now()
    await page.waitForTimeout(1000 * seconds)
    const end = await now(), s = (end.at - start.at) / 1000
    const fps = await page.evaluate(() => document.querySelector('.hud dd').textContent)
    console.log(`20,000 bodies for ${s.toFixed(0)} s: ${((end.came - start.came) / s).toFixed(1)} frames/s came, ${((end.frame - start.frame) / s).toFixed(1)} stepped, ${fps} pictures/s; `
      + `heap of the page ${(start.heap / 1e6).toFixed(0)} MB, then ${(end.heap / 1e6).toFixed(0)} MB`)
  })
} finally { rmSync(folder, { recursive: true }) }
