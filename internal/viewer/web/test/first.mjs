// Measures how long the page without a server takes to its first verdict, in a fresh browser each time: node internal/viewer/web/test/first.mjs bin/collide.html [RUNS]
import { pathToFileURL } from 'node:url'
import { browser } from './driver.mjs'

const [, , file, runs = '5'] = process.argv

/** watch presses Example as soon as it is there, and notes when what it does is on the screen. */
function watch() {
  window.at = {}
  const painted = (name) => setTimeout(() => { window.at[name] ??= performance.now() }) // after the frame that has it
  const look = () => {
    const example = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Example')
    if (example && !window.at.pressed) {
      window.at.pressed = performance.now()
      example.click()
    }
    if (/Collision|Free/.test(document.querySelector('.verdict b')?.textContent ?? '')) painted('verdict')
    if (document.body?.dataset.ready === 'frame') painted('picture')
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

for (let k = 0; k < Number(runs); k++) {
  const chrome = await browser()
  try {
    const page = await (await chrome.newContext({ viewport: { width: 1280, height: 800 }, offline: true })).newPage()
    await page.addInitScript(watch)
    await page.goto(pathToFileURL(file).href)
    await page.waitForFunction(() => window.at.picture, undefined, { timeout: 120_000 })
    const { pressed, verdict, picture } = await page.evaluate(() => window.at)
    console.log(`after navigation began: Example pressed at ${(pressed / 1000).toFixed(2)} s, its verdict shown at ${(verdict / 1000).toFixed(2)} s, its picture at ${(picture / 1000).toFixed(2)} s`)
  } finally { await chrome.close() }
}
