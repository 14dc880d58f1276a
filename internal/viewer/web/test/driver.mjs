// Starts the command and a browser on its page, for tests and for pictures.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** command is the program under test: COLLIDE_BIN, which make browser and the Go test build. */
export const command = process.env.COLLIDE_BIN ?? '/tmp/collide-view'

const browsers = [process.env.COLLIDE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter(Boolean)

/** browser starts Chromium without a screen; WebGL runs in software. */
export async function browser() {
  const executablePath = browsers.find((b) => existsSync(b))
  if (!executablePath) throw new Error(`no Chromium among ${browsers.join(', ')}`)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] })
}

/** view runs collide view and returns its address and what ends it. */
export async function view(...args) {
  const child = spawn(command, ['view', '--no-open', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.on('data', (d) => { log += d })
  const ended = new Promise((done) => child.on('exit', (code) => done(code)))
  const line = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await Promise.race([line.next(), ended.then((code) => { throw new Error(`collide view ended with ${code}: ${log}`) })])
  return {
    url: first.value, child, get log() { return log },
    /** stop sends Ctrl-C and returns the exit code. */
    async stop() { child.kill('SIGINT'); return ended },
  }
}

/** open opens a page and collects what it complains about and whom it talks to. */
export async function open(chrome, url, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const complaints = []
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !expected.some((e) => e.test(m.text()))) complaints.push(`${m.type()}: ${m.text()}`) })
  page.on('pageerror', (e) => complaints.push(`exception: ${e.message}`))
  const hosts = new Set()
  page.on('request', (r) => hosts.add(new URL(r.url()).host))
  const start = Date.now()
  await page.goto(url)
  await page.waitForSelector('body[data-ready="frame"]', { timeout: 60_000 })
  return { page, context, complaints, hosts, seconds: (Date.now() - start) / 1000 }
}

/** expected are remarks of the software renderer, not of the page. */
const expected = [/GPU stall due to ReadPixels/, /software WebGL/i, /GL Driver Message/]
