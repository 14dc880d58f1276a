// The page of collide view in Chromium: make browser, or go test ./viewer.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { browser, command, open, view } from './driver.mjs'

const data = new URL('../../../../testdata/', import.meta.url).pathname
// A quarter of the pixels: the renderer in software takes most of the time, and no test looks at single ones.
const small = { viewport: { width: 900, height: 520 }, deviceScaleFactor: 0.5 }
let chrome

before(async () => { chrome = await browser() })
after(async () => { await chrome?.close() })

/** on runs a test on the page of collide view with arguments; nothing may complain. */
async function on(args, run, options = {}) {
  const server = await view(...args)
  try {
    const opened = await open(chrome, server.url, { ...small, ...options })
    await run(opened.page, server, opened)
    assert.deepEqual(opened.complaints, [])
    assert.deepEqual([...opened.hosts], [new URL(server.url).host], 'the page talks to its own server alone')
    await opened.context.close()
  } finally {
    assert.equal(await server.stop(), 0, server.log)
  }
}

const shown = (page, name) => page.evaluate((n) => document.body.dataset[n] ?? '', name)
const hud = (page, name) => page.evaluate((n) => [...document.querySelectorAll('.hud div')].find((d) => d.firstChild.textContent === n).lastChild.textContent, name)
const until = (page, f, arg) => page.waitForFunction(f, arg, { timeout: 60_000 })
const frameIs = (page, n) => until(page, (k) => document.body.dataset.frame === String(k), n)

async function pause(page) {
  await page.keyboard.press('k')
  await until(page, () => document.querySelector('.transport .play').getAttribute('aria-label') === 'Play')
}

test('the demo opens, moves and leaves no token behind', () => on([], async (page, server, { seconds }) => {
  console.log(`# the demo showed after ${seconds.toFixed(2)} s`)
  assert.equal(new URL(page.url()).search, '')
  const first = Number(await shown(page, 'frame'))
  await until(page, (k) => Number(document.body.dataset.frame) > k + 5, first)
  assert.match(await hud(page, 'FPS'), /^[\d.]+$/)
  await page.reload()
  await page.waitForSelector('body[data-ready="frame"]')
}))

test('keys and mouse move the camera', () => on([], async (page) => {
  let last = await hud(page, 'Position')
  for (const key of ['w', 's', 'a', 'd', 'Space', 'Shift', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.down(key)
    await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, last)
    await page.keyboard.up(key)
    await page.waitForTimeout(250)
    last = await hud(page, 'Position')
  }
  const yaw = await hud(page, 'Yaw')
  await page.mouse.move(250, 250)
  await page.mouse.down()
  await page.mouse.move(330, 280, { steps: 4 })
  await page.mouse.up()
  await until(page, (y) => [...document.querySelectorAll('.hud dd')][2].textContent !== y, yaw)
  await page.keyboard.press('o')
  assert.equal(await page.textContent('.mode'), 'Orbit')
  await page.keyboard.press('h')
}))

test('a finger turns the scene', () => on([], async (page) => {
  const yaw = await hud(page, 'Yaw')
  const touch = await page.context().newCDPSession(page)
  const at = (x) => [{ x, y: 150 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(200) })
  for (const x of [215, 240, 280]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await until(page, (y) => [...document.querySelectorAll('.hud dd')][2].textContent !== y, yaw)
}, { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true }))

test('the menu pauses, steps, resets and sets', () => on([], async (page) => {
  await page.keyboard.press('Escape')
  const menu = page.locator('dialog.menu')
  assert.ok(await menu.isVisible())
  await menu.getByRole('button', { name: 'Pause' }).click()
  await menu.getByRole('button', { name: 'Go on' }).waitFor()
  await menu.getByRole('button', { name: 'Reset' }).click()
  await frameIs(page, 0)
  await menu.getByRole('button', { name: 'Single step' }).click()
  await frameIs(page, 1)
  for (const name of ['Roaming speed', 'Mouse sensitivity', 'Animation speed']) assert.ok(await menu.getByLabel(name).isVisible(), name)
  await menu.getByLabel('Animation speed').press('ArrowLeft')
  await menu.getByLabel('Wireframe').check()
  await menu.getByLabel('Method').selectOption('rapid')
  await until(page, () => document.querySelector('.menu select').value === 'rapid')
  await menu.getByLabel('Back end').selectOption('gpu')
  await page.locator('.note').waitFor() // rapid has none: the page says so
  assert.match(await page.textContent('.note'), /gpu/)
  await page.keyboard.press('Escape')
  assert.ok(!(await menu.isVisible()))
}))

test('a change of method keeps state and contacts', () => on([], async (page) => {
  await pause(page)
  await page.keyboard.press('r')
  await frameIs(page, 0)
  for (let k = 1; k <= 3; k++) {
    await page.keyboard.press('.')
    await frameIs(page, k)
  }
  const state = await shown(page, 'state'), hash = await shown(page, 'hash')
  assert.match(state + hash, /^[0-9a-f]{128}$/)
  for (const method of ['rapid', 'octree-hybrid', 'brute', 'bvh']) {
    await page.selectOption('select[aria-label="Method"]', method)
    await until(page, (m) => document.querySelector('.menu select').value === m, method)
    await page.keyboard.press('r')
    await frameIs(page, 0)
    for (let k = 1; k <= 3; k++) {
      await page.keyboard.press('.')
      await frameIs(page, k)
    }
    assert.equal(await shown(page, 'state'), state, method)
    assert.equal(await shown(page, 'hash'), hash, method)
  }
}))

test('overlays toggle', () => on([], async (page) => {
  await pause(page)
  const layers = (what) => until(page, (w) => new RegExp(w).test(document.body.dataset.layers), what)
  await page.keyboard.press('1')
  await layers('volumes [1-9]')
  const one = await shown(page, 'layers')
  await page.keyboard.press(']')
  await until(page, (l) => document.body.dataset.layers !== l, one)
  await page.keyboard.press('2')
  await layers('octree [1-9]')
  await page.keyboard.press('3')
  await layers('front [1-9]')
  await page.keyboard.press('4')
  await layers('broad [1-9]')
  await page.keyboard.press('8')
  await layers('levels [1-9]')
  assert.ok((await page.locator('.levels tbody tr').count()) > 2)
  await page.keyboard.press('5')
  await until(page, () => Number(document.body.dataset.points) > 0)
  for (const key of ['1', '2', '3', '4', '5', '8']) await page.keyboard.press(key)
  await layers('^broad 0, levels 0$')
  const box = page.getByRole('switch', { name: 'Colour by contact' })
  assert.ok(await box.isChecked())
  await page.keyboard.press('6')
  assert.ok(!(await box.isChecked()))
}))

test('each method shows what it has, and says what it has not', () => on([], async (page) => {
  await pause(page)
  for (const [method, has, lacks] of [['oocda', 'volumes [1-9].*front [1-9].*levels [1-9]', /Levels of oocda count where its fronts stand/], ['brute', 'levels 0', /brute has no volumes and no front and no levels/]]) {
    await page.selectOption('select[aria-label="Method"]', method)
    await until(page, (m) => document.querySelector('.menu select').value === m, method)
    await page.evaluate(() => document.activeElement.blur())
    for (const key of ['1', '3', '8']) await page.keyboard.press(key)
    await until(page, (w) => new RegExp(w).test(document.body.dataset.layers), has)
    await until(page, (w) => new RegExp(w).test(document.querySelector('.switches p').textContent), lacks.source)
    for (const key of ['1', '3', '8']) await page.keyboard.press(key)
    await until(page, () => /^broad 0, levels 0$/.test(document.body.dataset.layers))
  }
}))

test('two methods side by side agree', () => on([], async (page) => {
  await page.selectOption('select[aria-label="Second method"]', 'sphere')
  await until(page, () => /the same contacts/.test(document.querySelector('.caption.second').textContent))
  const table = await until(page, () => {
    const rows = [...document.querySelectorAll('.beside tbody tr')].map((r) => [...r.children].map((c) => c.textContent))
    return rows.length === 10 && rows.every((r) => r.length === 3) && rows.find((r) => r[0] === 'Volume tests').slice(1).every((x) => Number.parseFloat(x) > 0) && rows
  })
  const rows = await table.jsonValue()
  const row = (name) => rows.find((r) => r[0] === name)
  assert.equal(row('Contacts')[1], row('Contacts')[2], 'both find the same')
  assert.notEqual(row('Volume tests')[1], row('Volume tests')[2], 'their trees differ')
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('.beside thead th')].map((e) => e.textContent)), ['', 'auto', 'sphere'])
  await until(page, () => document.querySelectorAll('.levels thead th').length === 3 && document.querySelectorAll('.levels tbody tr').length > 3)
}))

test('each method and each overlay is explained, with a link to its page', () => on([], async (page) => {
  await pause(page)
  const options = await page.evaluate(() => [...document.querySelector('select[aria-label="Method"]').options].map((o) => o.value))
  assert.ok(options.length >= 12, `${options.length} methods`)
  for (const method of options) {
    await page.selectOption('select[aria-label="Second method"]', method)
    await until(page, (m) => document.querySelectorAll('.facts .what a')[1]?.href.endsWith(`/docs/methods/${m}.md`), method)
    const text = await page.evaluate(() => document.querySelectorAll('.facts .what')[1].textContent)
    assert.match(text, /^\S.{40,}\. More$/, method)
  }
  await page.evaluate(() => document.activeElement.blur())
  for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) {
    if (key === '8' || key === '6') continue // on as the second method came, or from the start
    await page.keyboard.press(key)
    await until(page, (k) => [...document.querySelectorAll('.switches label')].find((l) => l.querySelector('kbd').textContent === k).nextElementSibling.offsetHeight > 0, key)
  }
}))

test('the time line seeks', () => on([], async (page) => {
  await pause(page)
  await page.locator('.transport input').fill('300')
  await frameIs(page, 300)
  await page.keyboard.press(',')
  await frameIs(page, 299)
}))

test('a simulation resets, and its recording seeks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const run = (...args) => execFileSync(command, args, { encoding: 'utf8' })
    const scene = join(folder, 'collidables.txt'), clr = join(folder, 'run.clr')
    run('gen', 'tian', '-n', '24', '--seed', '1', '--out', scene)
    const lines = run('sim', scene, '--frames', '150', '--format', 'json', '--record', clr).trim().split('\n').map((l) => JSON.parse(l))
    let third
    await on([scene], async (page) => {
      await pause(page)
      assert.equal(await page.locator('.transport input').count(), 0, 'a simulation does not seek')
      await page.keyboard.press('r')
      await frameIs(page, 0)
      for (let k = 1; k <= 3; k++) {
        await page.keyboard.press('.')
        await frameIs(page, k)
      }
      third = await shown(page, 'state')
    })
    await on([clr], async (page) => {
      await pause(page)
      const line = page.locator('.transport input')
      assert.equal(await line.getAttribute('max'), '149')
      for (const k of [120, 3, 149]) {
        await line.fill(String(k))
        await frameIs(page, k)
        const state = await shown(page, 'state')
        if (k === 3) assert.equal(state, third, 'the recording has the states of the simulation')
        assert.equal(`sha256:${state}`, lines.find((l) => l.frame === k).state)
      }
      await page.keyboard.press(',')
      await frameIs(page, 148)
    })
  } finally { rmSync(folder, { recursive: true }) }
})

test('meshes show their contacts, and a pair is flown to', () => on(['--method', 'rapid', join(data, 'example/knot.obj'), join(data, 'example/ring.obj')], async (page) => {
  assert.equal(await page.textContent('.verdict b'), 'Collision')
  const before = await hud(page, 'Position')
  await page.locator('.pairs li button').first().click()
  await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
  await page.locator('.pairs li button').first().press('ArrowDown') // stays in the list
}))

test('a floor is shown where the bodies are, and flown to there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const name = join(folder, 'floor.json')
    writeFileSync(name, JSON.stringify({ version: 1, bodies: [
      { name: 'floor', half_space: { point: [1e6, 0, 0], normal: [0, 0, 1] }, immovable: true },
      { name: 'cap', capsule: { from: [3, 0, 0.4], to: [4, 0, 0.4], radius: 0.5 } },
    ] }))
    await on([name], async (page) => {
      const place = async () => (await hud(page, 'Position')).replaceAll('−', '-').match(/-?[0-9.]+/g).map(Number)
      const seen = await place()
      assert.ok(Math.hypot(seen[0] - 3.5, seen[1], seen[2]) < 20, `all is seen from ${seen}`)
      const before = await hud(page, 'Position')
      await page.locator('.pairs li button').first().click()
      await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
      await page.waitForTimeout(1500)
      const near = await place()
      assert.ok(Math.hypot(near[0] - 3.5, near[1], near[2]) < 20, `the contact is seen from ${near}`)
    })
  } finally { rmSync(folder, { recursive: true }) }
})

test('check --format html is a page of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const out = join(folder, 'a b.html')
    const args = ['check', join(data, 'ur5/colliding.json'), '--allow', join(data, 'ur5/neighbours.allow')]
    const run = (...more) => { try { return execFileSync(command, [...args, ...more], { encoding: 'utf8' }) } catch (e) { assert.equal(e.status, 1); return e.stdout } }
    run('--format', 'html', '--out', out)
    const answer = JSON.parse(run('--format', 'json'))
    const { page, context, complaints, hosts } = await open(chrome, pathToFileURL(out).href, small)
    assert.equal(`sha256:${await shown(page, 'hash')}`, answer.hash)
    assert.equal(await page.locator('.pairs li button').count(), answer.pairs.length)
    const before = await hud(page, 'Position')
    await page.locator('.pairs li button.collides').first().click()
    await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
    assert.deepEqual(complaints, [])
    assert.deepEqual([...hosts], [''], 'nothing is fetched')
    assert.match(readFileSync(out, 'utf8'), /<noscript><pre>collision: /)
    await context.close()
  } finally { rmSync(folder, { recursive: true }) }
})

test('without WebGL a page shows its report and pictures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const out = join(folder, 'page.html')
    const args = ['check', join(data, 'ur5/colliding.json'), '--allow', join(data, 'ur5/neighbours.allow'), '--kinds', '--format', 'html', '--out', out]
    try { execFileSync(command, args) } catch (e) { assert.equal(e.status, 1) }
    const context = await chrome.newContext(small)
    const page = await context.newPage()
    await page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null })
    await page.goto(pathToFileURL(out).href)
    await page.waitForSelector('p.failed')
    assert.match(await page.textContent('p.failed'), /cannot be drawn: .*WebGL\. The report follows\.$/)
    const report = await page.textContent('pre.report')
    assert.match(report, /^collision: /)
    assert.doesNotMatch(report, /<pre>|&lt;|&amp;/)
    assert.equal(await page.locator('#clashes figure').count(), await page.locator('#clashes img').count())
    await context.close()
  } finally { rmSync(folder, { recursive: true }) }
})

test('a page has pictures, ghosts, sections, a ruler and a scale of depths', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const cell = join(folder, 'cell.json'), out = join(folder, 'page.html')
    const cube = (name, r) => {
      const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((f) => `f ${f}`)
      const corners = [...Array(8).keys()].map((i) => `v ${[1, 2, 4].map((bit) => (i & bit ? r : -r)).join(' ')}`)
      writeFileSync(join(folder, `${name}.obj`), [...corners, ...faces, ''].join('\n'))
      return { name, mesh: `${name}.obj` }
    }
    const pose = [[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0]].flat()
    writeFileSync(cell, JSON.stringify({ version: 1, unit: 'mm', bodies: [cube('plate', 2), { ...cube('pin', 1), pose }, { name: 'far', box: { center: [9, 0, 0], size: [1, 1, 1] } }, { name: 'sheet', mesh: 'sheet.obj' }] }))
    writeFileSync(join(folder, 'sheet.obj'), 'v 9 9 9\nv 8 9 9\nv 9 8 9\nf 1 2 3\n')
    assert.throws(() => execFileSync(command, ['check', cell, '--kinds', '--format', 'html', '--out', out], { stdio: 'pipe' }), { status: 1 })
    const { page, context, complaints } = await open(chrome, pathToFileURL(out).href, { ...small, reducedMotion: 'reduce' })
    assert.equal(await page.locator('.panel .gallery figure').count(), 1)
    const before = await hud(page, 'Position')
    await page.locator('.gallery a').click()
    await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
    await page.getByRole('button', { name: 'Isolate' }).click()
    assert.equal(await page.textContent('.inspect > p'), 'plate and pin')
    await page.getByRole('button', { name: 'X-ray' }).click()
    await page.selectOption('[aria-label=Section]', '0')
    assert.notEqual(await shown(page, 'section'), '')
    assert.equal(await shown(page, 'filled'), '3') // not the sheet, which is open
    await page.selectOption('[aria-label=Section]', '')
    assert.equal(await shown(page, 'section'), '')
    assert.equal(await shown(page, 'filled'), '0')
    assert.match(await page.textContent('.panel .made p'), /^collide .*, \d{4}-\d\d-\d\d \d\d:\d\d UTC, 4 input files, SHA-256 of their list [0-9a-f]{64}$/)
    assert.equal(await page.locator('.panel .made td:first-child').count(), 4)
    await page.keyboard.press('0')
    assert.match(await page.textContent('.scale'), /^0[\d.]+ mm$/)
    await page.getByRole('switch', { name: 'Measure' }).check()
    const picture = await page.locator('.view').boundingBox()
    for (const [x, y] of [[0.5, 0.5], [0.45, 0.55]]) await page.mouse.click(picture.x + x * picture.width, picture.y + y * picture.height)
    await until(page, () => /^[\d.e-]+ mm from .*(plate|pin) to .*(plate|pin)/.test(document.querySelector('.inspect [role=status]').textContent))
    assert.deepEqual(complaints, [])
    await context.close()
  } finally { rmSync(folder, { recursive: true }) }
})

test('a check that was cut short is undecided, never free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const out = join(folder, 'cut.html')
    for (const [file, more, code, word, note] of [
      ['ur5/free.json', ['--budget', '1steps'], 3, 'Undecided', 'Nothing was found; not all was looked at.'],
      ['ur5/free.json', ['--allow', join(data, 'ur5/neighbours.allow')], 0, 'Touching as allowed', ''],
    ]) {
      let status = 0
      try { execFileSync(command, ['check', join(data, file), ...more, '--format', 'html', '--out', out], { stdio: 'pipe' }) } catch (e) { status = e.status }
      assert.equal(status, code)
      const { page, context, complaints } = await open(chrome, pathToFileURL(out).href, small)
      assert.equal(await page.textContent('.verdict b'), word)
      assert.ok((await page.textContent('body')).includes(note))
      assert.deepEqual(complaints, [])
      await context.close()
    }
  } finally { rmSync(folder, { recursive: true }) }
})

test('pairs within the clearance have lines and a list, in both themes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const cell = join(folder, 'cell.json'), out = join(folder, 'near.html')
    const ball = (name, x) => ({ name, sphere: { center: [x, 0, 0], radius: 1 } })
    writeFileSync(cell, JSON.stringify({ version: 1, unit: 'mm', bodies: [ball('left', 0), ball('right', 2.25), ball('far', 9)] }))
    assert.throws(() => execFileSync(command, ['check', cell, '--clearance', '500um', '--format', 'html', '--out', out], { stdio: 'pipe' }), { status: 1 })
    for (const colorScheme of ['light', 'dark']) {
      const { page, context, complaints } = await open(chrome, pathToFileURL(out).href, { ...small, colorScheme })
      assert.equal(await page.textContent('.verdict'), 'Too near0 pairs in contact, 0 contacts, 1 too near')
      assert.equal(await page.textContent('.near li'), 'left · right0.25 mm')
      const lines = page.getByRole('switch', { name: 'Distances' })
      assert.ok(await lines.isChecked())
      await page.keyboard.press('9')
      assert.ok(!(await lines.isChecked()))
      await page.keyboard.press('9')
      const before = await hud(page, 'Position')
      await page.locator('.near button').click()
      await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  } finally { rmSync(folder, { recursive: true }) }
})

test('distances are lines with numbers that move with the bodies, and can be switched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-'))
  try {
    const cell = join(folder, 'cell.json')
    const ball = (name, x, more = {}) => ({ name, sphere: { center: [x, 0, 0], radius: 1 }, ...more })
    writeFileSync(cell, JSON.stringify({ version: 1, unit: 'mm', bodies: [ball('left', 0), ball('right', 2.25), ball('comes', 9, { motion: { velocity: [-0.5, 0, 0] } })] }))
    const rows = (page) => page.evaluate(() => [...document.querySelectorAll('.near li')].map((e) => e.textContent))
    for (const colorScheme of ['light', 'dark']) {
      await on([cell, '--clearance', '2mm', '--dt', '1'], async (page) => {
        await pause(page)
        await page.keyboard.press('r')
        await frameIs(page, 0)
        await until(page, () => document.querySelectorAll('.near li').length === 1)
        assert.deepEqual(await rows(page), ['left · right0.25 mm'])
        assert.ok((await page.evaluate(() => [...document.querySelectorAll('.panel h2')].map((e) => e.textContent))).includes('Within 2 mm'))
        await page.locator('.transport input').fill('7')
        await frameIs(page, 7)
        await until(page, () => document.querySelectorAll('.near li').length === 2)
        assert.deepEqual(await rows(page), ['left · right0.25 mm', 'right · comes1.25 mm'])
        const before = await hud(page, 'Position')
        await page.locator('.near button').last().click()
        await until(page, (p) => [...document.querySelectorAll('.hud dd')][1].textContent !== p, before)
        assert.equal(await shown(page, 'near'), '2')
        await page.keyboard.press('9')
        await until(page, () => document.body.dataset.near === '' && document.querySelector('.near').offsetHeight === 0)
      }, { colorScheme })
    }
    await on([cell], async (page) => {
      await pause(page)
      assert.equal(await shown(page, 'near'), '')
      await page.keyboard.press('9')
      await until(page, () => document.body.dataset.near === '1')
      assert.deepEqual(await rows(page), ['left · right0.25 mm'])
    })
  } finally { rmSync(folder, { recursive: true }) }
})

test('the page hears when the command ends', async () => {
  const server = await view()
  const { page, context } = await open(chrome, server.url, small)
  assert.equal(await server.stop(), 0)
  await until(page, () => /has ended|Connection lost/.test(document.querySelector('.note').textContent))
  await context.close()
})

test('the controls can be reached by keyboard and have names', () => on([], async (page) => {
  const names = await page.evaluate(() => [...document.querySelectorAll('button, input, select')]
    .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML))
  assert.deepEqual(names, [])
  const reached = new Set()
  for (let i = 0; i < 24; i++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.tagName))
  }
  for (const tag of ['CANVAS', 'BUTTON', 'SELECT', 'INPUT', 'SUMMARY']) assert.ok(reached.has(tag), `Tab does not reach ${tag}: ${[...reached]}`)
}))

test('trajectory --format html opens at a motion that is too near, else at one that is undecided', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-near-'))
  const write = (name, text) => { writeFileSync(join(folder, name), text); return join(folder, name) }
  try {
    write('pin.obj', 'v 0 0 0\nv 1 0 0\nv 0.5 0 0.1\nf 1 2 3\n')
    const robot = write('pin.urdf', `<robot name="p"><link name="frame"/><link name="pin"><collision><geometry><mesh filename="pin.obj"/></geometry></collision></link>
<joint name="h" type="revolute"><parent link="frame"/><child link="pin"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint></robot>`)
    const wall = write('wall.obj', 'v 1.0000000000000002 -9 -9\nv 1.0000000000000002 9 -9\nv 1.0000000000000002 9 9\nv 1.0000000000000002 -9 9\nf 1 2 3 4\n')
    const states = write('turn.csv', 'h\n-0.5\n0.5\n')
    for (const [flags, status, line, name] of [
      [['--clearance', '0.1'], 1, /State 0 to 1.*too near between t = 0.048.*pin × wall \(contact undecided: too near for a proof/, 'First failure'],
      [[], 3, /State 0 to 1.*undecided: too near for a proof between t = 0.49/, 'First undecided'],
    ]) {
      const out = join(folder, 'page.html')
      assert.throws(() => execFileSync(command, ['trajectory', robot, wall, '--states', states, '--continuous', 'linear', ...flags, '--format', 'html', '--out', out], { stdio: 'pipe' }), { status })
      const opened = await open(chrome, pathToFileURL(out).href, small)
      const { page } = opened
      assert.equal(await shown(page, 'frame'), '1')
      assert.match(await page.textContent('.verdict'), line)
      await page.keyboard.press('r')
      await frameIs(page, 0)
      await page.getByRole('button', { name }).click()
      await frameIs(page, 1)
      assert.match(await page.textContent('.notes'), /1 of 1 motions undecided/)
      assert.deepEqual(opened.complaints, [])
      await opened.context.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('trajectory --format html plays the states and opens at the first failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-play-'))
  try {
    const out = join(folder, 'path.html'), ur5 = join(data, 'ur5')
    assert.throws(() => execFileSync(command, ['trajectory', join(ur5, 'ur5.urdf'), '--srdf', join(ur5, 'ur5.srdf'), '--states', join(ur5, 'path.csv'),
      '--continuous', 'linear', '--distance', '--format', 'html', '--out', out], { stdio: 'pipe' }), { status: 1 })
    for (const colorScheme of ['light', 'dark']) {
      const opened = await open(chrome, pathToFileURL(out).href, { ...small, colorScheme })
      const { page } = opened
      assert.equal(await shown(page, 'frame'), '10')
      assert.match(await page.textContent('.verdict'), /State 9 to 10.*collision between t = .*upperarm × wrist3/)
      assert.equal(await page.locator('.pairs .collides').count(), 1)
      await page.keyboard.press('r')
      await frameIs(page, 0)
      assert.match(await page.textContent('.verdict'), /State 0\s*free/)
      assert.equal(await page.locator('.pairs .collides').count(), 0)
      await page.keyboard.press('k')
      await frameIs(page, 11) // it plays to the end, and stops there
      await until(page, () => document.querySelector('.transport .play').getAttribute('aria-label') === 'Play')
      assert.match(await page.textContent('.verdict'), /102 contacts/)
      await page.keyboard.press(',')
      await frameIs(page, 10)
      const line = page.locator('.timeline .track')
      await line.click({ position: { x: 4, y: 10 } })
      await frameIs(page, 0)
      await page.getByRole('button', { name: 'First failure' }).click()
      await frameIs(page, 10)
      assert.match(await page.textContent('.notes'), /11 states, 1 colliding/)
      assert.match(await page.textContent('.notes'), /not tested \(parent\): base × shoulder/)
      assert.deepEqual(opened.complaints, [])
      await opened.context.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a page of a list that was cut short says so above states that are free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collide-cut-')), ur5 = join(data, 'ur5')
  try {
    const out = join(folder, 'cut.html')
    for (const [lines, status, whole, name] of [[3, 2, /^All states: undecided\(incomplete: .*shoulder is nan/, 'undecided'], [1, 0, /^All states: nothing checked/, 'undecided']]) {
      const path = readFileSync(join(ur5, 'path.csv'), 'utf8').split('\n').slice(0, lines)
      if (status > 0) path.push('7,nan,0,0,0,0,0')
      writeFileSync(join(folder, 'path.csv'), path.join('\n'))
      const r = spawnSync(command, ['trajectory', join(ur5, 'ur5.urdf'), '--srdf', join(ur5, 'ur5.srdf'), '--states', join(folder, 'path.csv'), '--format', 'html', '--out', out], { stdio: 'pipe' })
      assert.equal(r.status, status)
      const context = await chrome.newContext(small), page = await context.newPage()
      await page.goto(pathToFileURL(out).href)
      await page.locator('.whole').waitFor()
      assert.match(await page.textContent('.whole'), whole)
      assert.ok(await page.locator('.whole').evaluate((e, n) => e.classList.contains(n), name))
      await context.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('sliders move the joints of a robot, and links in contact are lit', () => on([join(data, 'ur5', 'ur5.urdf'), '--srdf', join(data, 'ur5', 'ur5.srdf'), '--state', 'free'], async (page) => {
  const verdict = (word) => until(page, (w) => document.querySelector('.verdict b')?.textContent === w, word)
  await verdict('Free')
  assert.equal(await page.locator('.joints input[type=range]').count(), 6)
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'colliding' })
  await verdict('Collision')
  assert.match(await page.textContent('.pairs'), /upperarm · wrist3/)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await verdict('Free')
  const forearm = page.getByLabel('forearm, value')
  await forearm.press('Control+a')
  await page.keyboard.type('2.9') // digits and points are keys of the page, too
  assert.equal(await forearm.inputValue(), '2.9')
  await forearm.press('Enter')
  await verdict('Collision')
  await forearm.fill('nonsense')
  await forearm.press('Tab')
  assert.equal(await page.getByLabel('forearm, value').inputValue(), '2.900')
  const slider = page.getByLabel('forearm', { exact: true })
  await slider.focus()
  for (let i = 0; i < 6; i++) await page.keyboard.press('PageDown')
  await verdict('Free')
  await forearm.fill('1e9') // beyond what the kinematics has bounds for
  await forearm.press('Enter')
  await until(page, () => /forearm/.test(document.querySelector('.note').textContent))
  await page.keyboard.press('Tab')
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('r')
  await until(page, () => document.querySelector('.joints .value').value === '0.524')
}))

test('a proof is shown with the planes and the points that decide it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  const file = join(folder, 'sweep.proof'), files = [join(data, 'example', 'ring.obj'), join(data, 'example', 'knot.obj')]
  writeFileSync(join(folder, 'poses'), '1 0 0 9 0 1 0 0 0 0 1 0\n1 0 0 0 0 1 0 0 0 0 1 0\n')
  assert.equal(spawnSync(command, ['sweep', ...files, '--poses', join(folder, 'poses'), '--proof', file]).status, 1)
  await on([file, ...files], async (page) => {
    const word = (w) => until(page, (x) => document.querySelector('.verdict b').textContent === x, w)
    await word('Free')
    assert.equal(await page.locator('.proof button.plane').count(), 1)
    await page.getByRole('button', { name: 'One frame on' }).click()
    await word('Contact')
    assert.equal(await page.locator('.proof button.collides').count(), 200)
    assert.equal(await page.locator('.proof button.plane').count(), 200)
    await page.getByRole('button', { name: 'Next', exact: true }).first().click()
    assert.equal(await page.locator('.proof [aria-pressed="true"]').count(), 1)
  })
  rmSync(folder, { recursive: true })
})
