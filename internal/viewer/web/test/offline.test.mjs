// The page without a server in Chromium, opened from its file: make browser.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { browser, command } from './driver.mjs'

const data = new URL('../../../../testdata/', import.meta.url).pathname
const file = process.env.COLLIDE_PAGE
let chrome, folder

before(async () => {
  chrome = await browser()
  folder = mkdtempSync(join(tmpdir(), 'collide-page-'))
})
after(async () => {
  await chrome?.close()
  rmSync(folder, { recursive: true })
})

/** on runs a test on the page, without a network; nothing may complain but what may, and nothing be asked of anybody. */
async function on(run, may = /^\b$/, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 520, height: 380 }, deviceScaleFactor: 0.5, offline: true, ...options })
  const page = await context.newPage()
  const complaints = [], asked = []
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|software WebGL|GL Driver/.test(m.text()) && !may.test(m.text())) complaints.push(m.text()) })
  page.on('pageerror', (e) => { if (!may.test(e.message)) complaints.push(e.message) })
  page.on('request', (r) => { if (!r.url().startsWith('blob:')) asked.push(r.url()) })
  const url = pathToFileURL(file).href
  await page.goto(url)
  await page.locator('.start').waitFor()
  await run(page)
  assert.deepEqual(complaints, [])
  assert.deepEqual(asked, [url], 'the page loads nothing but itself')
  await context.close()
}

const settled = (page) => page.waitForFunction(() => !document.body.classList.contains('checking') &&
  (document.body.dataset.ready === 'frame' || [...document.querySelectorAll('.trouble')].some((e) => e.offsetParent)), undefined, { timeout: 120_000 })
const hash = (page) => page.evaluate(() => document.body.dataset.hash)
const verdict = (page) => page.textContent('.verdict b')
const trouble = (page) => page.evaluate(() => [...document.querySelectorAll('.trouble')].find((e) => e.offsetParent)?.textContent ?? '')

/** give chooses files, all in one folder; act is done instead where it is given. */
async function give(page, files) {
  await page.evaluate(() => { delete document.body.dataset.ready })
  await page.locator('input[type=file]').setInputFiles(files)
  await settled(page)
}

async function set(page, act) {
  await page.evaluate(() => { delete document.body.dataset.ready })
  await act()
  await settled(page)
}

/** native is the report of the command about the same files. */
function native(...args) {
  const r = spawnSync(command, ['check', ...args, '--format', 'json'], { encoding: 'utf8' })
  assert.ok(r.status < 2, r.stderr)
  return JSON.parse(r.stdout)
}

test('the example has its verdict, kinds and distances, and the page is under 4 MB', () => on(async (page) => {
  assert.ok(statSync(file).size < 4e6, `${statSync(file).size} bytes`)
  const start = Date.now()
  await set(page, () => page.getByRole('button', { name: 'Example' }).click())
  console.log(`# the example was drawn after ${((Date.now() - start) / 1000).toFixed(2)} s`)
  assert.equal(await verdict(page), 'Collision')
  const rows = () => page.locator('.pairs:not(.near) .number').allTextContents()
  assert.equal((await rows()).length, 2)
  for (const row of await rows()) assert.match(row, /penetrate, depth .*, width/)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.keyboard.press('n')
  assert.equal(await page.locator('.pairs button[aria-pressed=true]').getAttribute('data-pair'), '2-3')
  await set(page, async () => { await page.getByLabel('Clearance').fill('0.1'); await page.getByLabel('Clearance').press('Enter') })
  assert.match(await page.textContent('.near .number'), /^0\.0\d+$/)
}))

test('pairs of meshes have the hashes that are known of them', () => on(async (page) => {
  for (const [a, b] of [['rob', 'env'], ['gridcube', 'gridcube']]) {
    const lines = (what) => readFileSync(join(data, `pairs/${a}-${b}.${what}.txt`), 'utf8').split('\n').filter((l) => l && !l.startsWith('#'))
    const poses = lines('poses'), known = lines('hash').map((l) => l.split(' ')[2].replace('sha256:', ''))
    for (const k of [1, 2, 5, 8]) {
      const scene = join(folder, 'scene.json')
      writeFileSync(scene, JSON.stringify({ version: 1, bodies: [{ name: 'a', mesh: `${a}.obj`, pose: poses[k].trim().split(/\s+/).map(Number) }, { name: 'b', mesh: `${b}.obj` }] }))
      await give(page, [...new Set([scene, join(data, `pairs/${a}.obj`), join(data, `pairs/${b}.obj`)])])
      assert.equal(await hash(page) || 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', known[k], `${a}-${b} ${k}: ${await trouble(page)}`)
    }
  }
}))

test('reported cases have the answers of the command', () => on(async (page) => {
  let tried = 0
  for (const [i, name] of readdirSync(join(data, 'reported/cases')).entries()) {
    const dir = join(data, 'reported/cases', name), c = JSON.parse(readFileSync(join(dir, 'case.json'), 'utf8'))
    if (i % 5 || c.query !== 'check' || c.bodies.length !== 2 || c.bodies.some((b) => typeof b !== 'string') || new Set(c.bodies).size < 2) continue
    const files = c.bodies.map((b) => join(dir, b))
    await give(page, files)
    assert.equal(`sha256:${await hash(page)}`, native(...files).hash, name)
    tried++
  }
  assert.ok(tried > 8, `${tried} cases`)
}))

test('a robot stands as its SRDF says', () => on(async (page) => {
  const files = readdirSync(join(data, 'ur5')).filter((f) => /\.(stl|urdf|srdf)$/.test(f)).map((f) => join(data, 'ur5', f))
  await give(page, files)
  await set(page, () => page.getByLabel('State').selectOption('colliding'))
  const r = native(join(data, 'ur5/ur5.urdf'), '--srdf', join(data, 'ur5/ur5.srdf'), '--state', 'colliding')
  assert.equal(`sha256:${await hash(page)}`, r.hash)
  assert.equal(await verdict(page), 'Collision')
}))

/** glb is a file of two triangles that cross, or are shift apart. */
function glb(shift) {
  const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])
  const nodes = [{ mesh: 0, name: 'a' }, { mesh: 0, name: 'b', rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], translation: [shift, 0.2, 0.5] }]
  const json = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, 1] }], nodes, meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }], bufferViews: [{ buffer: 0, byteLength: 36 }], buffers: [{ byteLength: 36 }] }
  const text = Buffer.from(JSON.stringify(json).padEnd(Math.ceil(JSON.stringify(json).length / 4) * 4))
  const word = (...n) => Buffer.from(new Uint32Array(n).buffer)
  return Buffer.concat([word(0x46546c67, 2, 12 + 8 + text.length + 8 + 36), word(text.length, 0x4e4f534a), text, word(36, 0x4e4942), Buffer.from(points.buffer)])
}

test('a GLB is dropped, and what is not known is not free', () => on(async (page) => {
  const drop = (name, bytes) => set(page, () => page.evaluate(([n, base64]) => {
    const t = new DataTransfer()
    t.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], n))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: t, bubbles: true }))
  }, [name, bytes.toString('base64')]))
  for (const shift of [0.2, 7]) {
    writeFileSync(join(folder, 'two.glb'), glb(shift))
    await drop('two.glb', glb(shift))
    const r = native(join(folder, 'two.glb'))
    assert.equal(await verdict(page), r.colliding ? 'Collision' : 'Free')
    assert.equal(r.colliding, shift < 1)
  }
  await set(page, async () => { await page.getByLabel('Clearance').fill('much'); await page.getByLabel('Clearance').press('Enter') })
  assert.equal(await verdict(page), 'Unknown')
  assert.match(await trouble(page), /clearance/)
  assert.equal(await hash(page), undefined)
  await drop('two.glb', glb(7).subarray(0, 300))
  assert.equal(await verdict(page), 'Unknown')
  assert.match(await trouble(page), /two\.glb/)
}))

/** plane is a mesh of 2n² triangles. */
function plane(n, z) {
  const lines = []
  for (let i = 0; i <= n; i++) for (let k = 0; k <= n; k++) lines.push(`v ${i} ${k} ${z}`)
  const at = (i, k) => i * (n + 1) + k + 1
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) lines.push(`f ${at(i, k)} ${at(i + 1, k)} ${at(i + 1, k + 1)}`, `f ${at(i, k)} ${at(i + 1, k + 1)} ${at(i, k + 1)}`)
  return lines.join('\n')
}

test('a million triangles are refused in words, half a million are not; a check that is stopped is unknown', () => on(async (page) => {
  const large = join(folder, 'large.obj'), half = join(folder, 'half.obj'), small = join(folder, 'small.obj')
  writeFileSync(large, plane(708, 0))
  writeFileSync(half, plane(499, 0))
  writeFileSync(small, plane(2, 1))
  await give(page, [large, small])
  assert.match(await trouble(page), /500000 triangles of all files together, at most/)
  await give(page, [half, small])
  assert.equal(await verdict(page), 'Free')
  await page.evaluate(() => { delete document.body.dataset.ready })
  await page.getByRole('switch', { name: 'Within meshes' }).check()
  await page.getByRole('button', { name: 'Stop' }).evaluate((e) => e.click()) // a click of the mouse waits for frames, which an engine at work holds up
  await settled(page)
  assert.equal(await verdict(page), 'Unknown')
  assert.match(await trouble(page), /nothing is known/)
}))

test('an engine that ends without an answer leaves nothing known', () => on(async (page) => {
  await set(page, () => page.getByRole('button', { name: 'Example' }).click())
  await page.evaluate(() => {
    const Real = Worker
    globalThis.Worker = class extends Real { constructor() { super(URL.createObjectURL(new Blob(['onmessage = () => { throw new Error("killed") }']))) } }
  })
  await page.getByRole('switch', { name: 'Solids' }).check()
  await page.waitForFunction(() => /ended without an answer/.test(document.querySelector('.notes .trouble')?.textContent ?? ''))
  assert.equal(await verdict(page), 'Unknown')
}, /killed/))

test('an engine that ends says why, however much follows', () => {
  const why = (text) => {
    const said = []
    const script = ['files.js', 'worker.js'].map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8')).join('\n')
    class Go { run() { for (const t of [text, '\n\tgoroutine'.repeat(5000)]) context.fs.writeSync(2, new TextEncoder().encode(t)); this.exit(2) } }
    const context = vm.createContext({ TextDecoder, Uint8Array, Go, WebAssembly: { instantiate: async () => ({}) }, postMessage: (m) => said.push(m) })
    vm.runInContext(script, context)
    return context.onmessage({ data: { module: 0, dropped: [], request: '{}' } }).then(() => said[0].dead)
  }
  return Promise.all([
    why('runtime: out of memory: cannot allocate 4194304-byte block\nfatal error: out of memory').then((s) => assert.match(s, /^memory/)),
    why('panic: unexpected').then((s) => assert.match(s, /^exit code 2\npanic: unexpected/)),
  ])
})

/** drop drops files, [name, text] each; what it shows first is not waited for. */
const drop = (page, ...files) => page.evaluate((all) => {
  const t = new DataTransfer()
  for (const [name, text] of all) t.items.add(new File([text], name))
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: t, bubbles: true }))
}, files)
const dropped = (page, ...files) => set(page, () => drop(page, ...files))
const flat = (z, x = 0) => `v ${x} 0 ${z}\nv ${x + 1} 0 ${z}\nv ${x} 1 ${z}\nf 1 2 3\n`

test('what is typed stands in its field, and no answer stands beside it before it is asked', () => on(async (page) => {
  await dropped(page, ['a.obj', flat(0)], ['b.obj', flat(15)])
  assert.equal(await verdict(page), 'Free')
  const field = page.getByLabel('Clearance')
  await field.click()
  for (const typed of ['16', '0.5', '1cm', '7.9mrhkpob,w']) { // digits, points and letters are keys of the page, too
    await field.press('Control+a')
    await page.keyboard.type(typed)
    assert.equal(await field.inputValue(), typed)
    assert.equal(await verdict(page), 'Unknown')
    assert.equal(await hash(page), undefined)
    assert.equal(await page.getByRole('button', { name: 'Save JSON' }).count(), 0)
  }
  await set(page, async () => { await field.press('Control+a'); await page.keyboard.type('16\n') })
  assert.equal(await verdict(page), 'Too near')
  assert.ok(await field.evaluate((e) => e === document.activeElement), 'the keyboard stays where it was')
  await page.keyboard.type('7')
  assert.equal(await verdict(page), 'Unknown')
  await set(page, () => page.keyboard.press('Backspace').then(() => page.keyboard.press('Tab'))) // what was asked before: no change, and asked again
  assert.equal(await verdict(page), 'Too near')
}))

test('the keyboard stays on a switch that it worked', () => on(async (page) => {
  await dropped(page, ['a.obj', flat(0)], ['b.obj', flat(1)])
  const box = page.getByRole('switch', { name: 'Solids' })
  await box.focus()
  await set(page, () => page.keyboard.press('Space'))
  assert.ok(await box.evaluate((e) => e === document.activeElement && e.checked))
}))

test('files that the page would leave out are no part of a free answer', () => on(async (page) => {
  await dropped(page, ['a.obj', flat(0)], ['b.obj', flat(5)], ['b.obj', flat(0)])
  assert.match(await trouble(page), /Two files are called b\.obj/)
  await dropped(page, ['a.obj', flat(0)], ['b.obj', flat(5)], ['c.step', 'ISO-10303-21;'])
  assert.match(await trouble(page), /c\.step/)
  await set(page, () => page.getByRole('switch', { name: 'c.step' }).uncheck())
  assert.equal(await verdict(page), 'Free')
  assert.doesNotMatch(await page.textContent('.notes'), /Not read/) // its switch says so
  const scene = (mesh) => ['cell.json', JSON.stringify({ version: 1, bodies: [{ name: 'a', mesh: 'a.obj' }, { name: 'b', mesh }] })]
  await dropped(page, scene('b.obj'), ['a.obj', flat(0)], ['b.obj', flat(5)], ['c.x_t', ''])
  assert.equal(await verdict(page), 'Free')
  assert.match(await page.textContent('.notes'), /Not read, and no part of this check: c\.x_t/)
  for (const elsewhere of ['../b.obj', '/b.obj', 'parts/../../b.obj']) { // another file, which was not dropped
    await dropped(page, scene(elsewhere), ['a.obj', flat(0)], ['b.obj', flat(5)])
    assert.equal(await verdict(page), 'Unknown', elsewhere)
    assert.match(await trouble(page), /drop the folder/)
  }
  await dropped(page, scene('parts/../b.obj'), ['a.obj', flat(0)], ['b.obj', flat(5)])
  assert.equal(await verdict(page), 'Free')
}))

test('the files that were dropped last are those whose answer is shown', () => on(async (page) => {
  await dropped(page, ['a.obj', flat(0)], ['b.obj', flat(5)])
  assert.equal(await verdict(page), 'Free')
  await page.evaluate(() => { delete document.body.dataset.ready })
  await drop(page, ['a.obj', plane(150, 0)], ['b.obj', plane(150, 0)]) // long
  await drop(page, ['c.obj', flat(0)], ['d.obj', flat(0)])
  assert.equal(await verdict(page), 'Unknown')
  assert.doesNotMatch(await page.textContent('.panel h1'), /[ab]\.obj/)
  await settled(page)
  assert.equal(await verdict(page), 'Collision')
  assert.equal(await page.textContent('.panel h1'), 'c.obj, d.obj')
  await drop(page) // nothing, such as a folder without files
  assert.equal(await verdict(page), 'Unknown')
  assert.equal(await page.locator('.files li').count(), 0)
}))

test('a file that has gone is named, and a first set that is refused can be chosen otherwise', () => on(async (page) => {
  const path = join(folder, 'gone.obj')
  writeFileSync(path, flat(0))
  await give(page, [path])
  assert.match(await trouble(page), /one body/)
  await set(page, () => page.getByRole('switch', { name: 'Within meshes' }).check())
  assert.equal(await verdict(page), 'Free')
  rmSync(path)
  await set(page, () => page.getByRole('switch', { name: 'Solids' }).check())
  assert.equal(await verdict(page), 'Unknown')
  assert.match(await trouble(page), /gone\.obj cannot be read/)
}))
