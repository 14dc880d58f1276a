import { button, make, text } from './dom'
import { fit, nice } from './plot'
import type { Frame, Track } from './protocol'
import { onTheme } from './theme'

const strip = 9 // pixels of the verdicts below

/** Timeline shows the verdicts of all frames, the distances above them, and where something fails first, or is undecided. */
export class Timeline {
  readonly element: HTMLElement
  private readonly canvas = make('canvas', { class: 'track', role: 'img' })
  private readonly line = make('output', { class: 'line', 'aria-live': 'off' })
  private at = 0

  constructor(private readonly track: Track, private readonly seek: (frame: number) => void) {
    const first = track.first < 0 ? undefined
      : button(this.fails() ? 'First failure' : 'First undecided', `Go to the first state or motion that ${this.fails() ? 'fails' : 'is undecided'}`, () => seek(track.first), { class: this.fails() ? 'first' : 'first open' })
    this.canvas.classList.toggle('flat', !track.distances)
    this.canvas.setAttribute('aria-label', `Verdicts${track.distances ? ' and distances' : ''} over time`)
    this.element = make('div', { class: 'timeline' }, make('div', { class: 'now' }, this.line, first), this.canvas)
    this.canvas.addEventListener('pointerdown', (e) => { this.canvas.setPointerCapture(e.pointerId); this.point(e) })
    this.canvas.addEventListener('pointermove', (e) => { if (e.buttons & 1) this.point(e) })
    new ResizeObserver(() => this.draw()).observe(this.canvas)
    onTheme(() => this.draw())
  }

  /** fails reports whether what is to be seen first fails; else it is undecided. */
  private fails(): boolean { return this.track.outcomes[this.track.first] === 'f' }

  private point(e: PointerEvent): void {
    const n = this.track.texts.length
    this.seek(Math.max(0, Math.min(n - 1, Math.floor((e.offsetX / this.canvas.clientWidth) * n))))
  }

  frame(f: Frame): void {
    this.at = f.index
    const s = this.track.texts[f.index] ?? ''
    text(this.line, s)
    this.line.title = s
    this.draw()
  }

  private draw(): void {
    const fitted = fit(this.canvas)
    if (!fitted) return
    const { g, w, h } = fitted
    const style = getComputedStyle(document.documentElement)
    const color = (name: string) => style.getPropertyValue(`--${name}`)
    const tints: Record<string, string> = { p: color('good'), f: color('accent'), u: color('warn') }
    if (this.track.distances) this.curve(g, this.track.distances, w, h - strip - 4, color)
    this.verdicts(g, w, h, tints)
    const n = this.track.texts.length, x = (i: number) => ((i + 0.5) / n) * w
    if (this.track.first >= 0) this.flag(g, x(this.track.first), h, color(this.fails() ? 'accent' : 'warn'))
    g.fillStyle = color('ink')
    g.fillRect(Math.round(x(this.at)) - 1, 0, 2, h)
  }

  /** verdicts are cells, the motion that leads to a frame before it; what fails is seen however many frames a pixel has. */
  private verdicts(g: CanvasRenderingContext2D, w: number, h: number, tints: Record<string, string>): void {
    const { outcomes, ways } = this.track
    const n = outcomes.length
    for (const worst of ['p', 'u', 'f']) {
      g.fillStyle = tints[worst]!
      for (let i = 0; i < n; i++) {
        const a = (i / n) * w, b = ((i + 1) / n) * w
        const half = ways[i] === '-' ? a : a + (b - a) / 3
        if (ways[i] === worst) g.fillRect(a, h - strip + 3, Math.max(half - a, 1), strip - 6)
        if (outcomes[i] === worst) g.fillRect(half, h - strip, Math.max(b - half - (b - a > 4 ? 1 : 0), 1), strip)
      }
    }
  }

  /** curve draws the distances; where none is known the line is broken. */
  private curve(g: CanvasRenderingContext2D, distances: (number | null)[], w: number, h: number, color: (name: string) => string): void {
    const n = distances.length
    const top = nice(1.05 * distances.reduce<number>((m, d) => Math.max(m, d ?? 0), 0))
    const x = (i: number) => ((i + 0.5) / n) * w, y = (d: number) => h - 0.5 - (d / top) * (h - 12)
    g.strokeStyle = color('hairline')
    g.lineWidth = 1
    g.beginPath()
    for (const level of [0, top]) { g.moveTo(0, Math.round(y(level)) + 0.5); g.lineTo(w, Math.round(y(level)) + 0.5) }
    g.stroke()
    g.strokeStyle = color('distance')
    g.lineWidth = 1.5
    g.lineJoin = 'round'
    g.beginPath()
    let broken = true
    distances.forEach((d, i) => {
      if (d === null) { broken = true; return }
      if (broken) g.moveTo(x(i), y(d))
      else g.lineTo(x(i), y(d))
      if (broken && (distances[i + 1] ?? null) === null) g.lineTo(x(i) + 1, y(d)) // alone
      broken = false
    })
    g.stroke()
    g.fillStyle = color('ink-soft')
    g.font = '10.5px system-ui, sans-serif'
    g.textBaseline = 'top'
    g.fillText(`${top}${this.track.unit ? ` ${this.track.unit}` : ''} apart`, 1, Math.round(y(top)) + 2)
  }

  /** flag marks what is to be seen first. */
  private flag(g: CanvasRenderingContext2D, x: number, h: number, tint: string): void {
    g.fillStyle = tint
    g.fillRect(Math.round(x) - 0.5, 0, 1, h)
    g.beginPath()
    g.moveTo(x - 5, 0)
    g.lineTo(x + 5, 0)
    g.lineTo(x, 7)
    g.closePath()
    g.fill()
  }
}
