// The installed package in Chromium, without a bundler, beside what is known of the same meshes: make npm.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { pairs, read } from './pairs.mjs'

const browsers = process.env.PATH.split(delimiter).flatMap((d) => ['chromium', 'chromium-browser', 'google-chrome'].map((n) => join(d, n))).filter(existsSync)
const required = (process.env.COLLIDE_REQUIRE ?? '').split(',').includes('browser')
assert.ok(browsers.length || !required, 'COLLIDE_REQUIRE lists browser: no Chromium')
const skip = !browsers.length && 'no Chromium'
const dist = join(import.meta.dirname, 'node_modules/collide-exact/dist')
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' }
const served = new Map()
let server, chrome, page

before(async () => {
  if (skip) return
  served.set('/', '<!doctype html>')
  for (const name of readdirSync(dist)) served.set(`/${name}`, readFileSync(join(dist, name)))
  server = createServer((request, response) => {
    const data = served.get(request.url)
    if (data === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', types[extname(request.url)] ?? 'text/html').end(data)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  chrome = await chromium.launch({ executablePath: browsers[0], args: ['--no-sandbox'] })
  page = await chrome.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
})
after(async () => {
  await chrome?.close()
  server?.close()
})

for (const pair of pairs) {
  test(`${pair.name} in Chromium`, { skip: skip || (!pair.dir && 'its meshes are not here') }, async () => {
    const { known, poses, files, a, b } = read(pair)
    for (const [name, data] of Object.entries(files)) served.set(`/${name}`, data)
    served.set('/poses', Buffer.from(poses.buffer))
    const hashes = await page.evaluate(async ([a, b]) => {
      const { sweep } = await import('/index.js')
      const get = async (name) => (await fetch(name)).arrayBuffer()
      const files = new Map()
      for (const name of [a, b]) files.set(name, new Uint8Array(await get(`/${name}`)))
      const r = await sweep({ file: a }, { file: b }, new Float64Array(await get('/poses')), { files, hashes: true })
      return Array.from(r.verdict, (_, k) => r.hash(k))
    }, [a, b])
    assert.deepEqual(hashes, known)
  })
}

test('a worker that cannot start is an error', { skip }, async () => {
  const why = await page.evaluate(async () => {
    const { check } = await import('/index.js')
    globalThis.Worker = class { constructor() { throw new Error('no workers here') } }
    return check([{ sphere: 1 }, { sphere: 1 }]).then((r) => `free: ${r.free(0)}`, (e) => `${e.name}: ${e.message}`)
  })
  assert.equal(why, 'EngineError: the engine does not start: no workers here')
})
