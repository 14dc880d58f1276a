// Takes the pictures of docs/viewer.md in Chromium and writes them as WebP:
// COLLIDE_BIN=bin/collide node internal/viewer/web/test/pictures.mjs docs/images [RECORDING]
// With COLLIDE_PAGE=bin/collide.html it takes that of docs/wasm.md alone.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browser, open, view } from './driver.mjs'

const [folder, recording] = process.argv.slice(2)
const patience = { timeout: 120_000 }

/** webp draws a PNG anew as WebP of the given width. */
async function webp(page, png, width) {
  const url = 'data:image/png;base64,' + png.toString('base64')
  const out = await page.evaluate(async ([u, w]) => {
    const image = new Image()
    image.src = u
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = w
    canvas.height = Math.round((image.height * w) / image.width)
    const c = canvas.getContext('2d')
    c.imageSmoothingQuality = 'high'
    c.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp', 0.8)
  }, [url, width])
  return Buffer.from(out.split(',')[1], 'base64')
}

async function picture(chrome, page, name) {
  await page.waitForTimeout(2500) // switches slide, shadows settle
  const blank = await chrome.newPage()
  writeFileSync(join(folder, `viewer-${name}.webp`), await webp(blank, await page.screenshot(patience), 1000))
  await blank.close()
  console.log(name)
}

/** still pauses and goes to a frame. */
async function still(page, frame) {
  await page.keyboard.press('k')
  await page.waitForTimeout(1500)
  await page.locator('.transport input').fill(String(frame))
  await page.waitForFunction((f) => document.body.dataset.frame === f, String(frame), patience)
  await page.evaluate(() => document.activeElement.blur())
}

/** overlay is what data-layers says of an overlay that is drawn. */
const shown = (page, layer) => page.waitForFunction((l) => new RegExp(`${l} [1-9]`).test(document.body.dataset.layers), layer, patience)

async function overlays(chrome, colorScheme, list) {
  const server = await view()
  const { page } = await open(chrome, server.url + '#fine', { colorScheme, viewport: { width: 1200, height: 740 } })
  await still(page, 150)
  for (const { key, layer, name, method, level, beside } of list) {
    if (method) {
      await page.selectOption('select[aria-label="Method"]', method)
      await page.waitForFunction((m) => document.querySelector('.menu select').value === m, method, patience)
      await page.evaluate(() => document.activeElement.blur())
    }
    if (beside) {
      await page.selectOption('select[aria-label="Second method"]', beside)
      await page.waitForSelector('th[aria-label="Stage"]', patience)
      await page.evaluate(() => document.activeElement.blur())
    }
    if (key) await page.keyboard.press(key)
    if (layer) await shown(page, layer)
    for (let k = 3; level !== undefined && k > level; k--) {
      const before = await page.evaluate(() => document.body.dataset.layers)
      await page.keyboard.press('[')
      await page.waitForFunction((l) => document.body.dataset.layers !== l, before, patience)
    }
    await picture(chrome, page, name)
    if (key) await page.keyboard.press(key)
  }
  await page.context().close()
  await server.stop()
}

/** offline takes the page without a server, with its example. */
async function offline(chrome, file) {
  const page = await (await chrome.newContext({ viewport: { width: 1200, height: 740 }, offline: true })).newPage()
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('button', { name: 'Example' }).click()
  await page.waitForSelector('body[data-ready="frame"]', patience)
  await picture(chrome, page, 'page')
}

const chrome = await browser()
try {
  if (process.env.COLLIDE_PAGE) {
    await offline(chrome, process.env.COLLIDE_PAGE)
    process.exit(0)
  }
  await overlays(chrome, 'light', [{ key: '4', layer: 'broad', name: 'pairs' }, { key: '7', name: 'wireframe' }, { key: 'Escape', name: 'menu' }])
  await overlays(chrome, 'dark', [{ name: 'dark' }, { key: '1', layer: 'volumes', name: 'volumes' }, { key: '2', layer: 'octree', name: 'octree' }, { key: '3', layer: 'front', name: 'front' },
    { key: '3', layer: 'front', name: 'oocda-front', method: 'oocda' }, { key: '1', layer: 'volumes', name: 'dops', method: 'oocda', level: 1 }])
  await overlays(chrome, 'light', [{ key: '1', layer: 'volumes', name: 'lbvh', method: 'lbvh' }])
  await overlays(chrome, 'dark', [{ key: '3', layer: 'front', name: 'side-by-side', method: 'octree-hybrid', beside: 'oocda' }])
  if (recording) {
    const server = await view(recording)
    const { page } = await open(chrome, server.url, { colorScheme: 'light', viewport: { width: 1200, height: 740 } })
    await still(page, 300)
    await picture(chrome, page, 'recording')
    await server.stop()
  }
} finally {
  await chrome.close()
}
