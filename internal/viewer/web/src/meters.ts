import { make, millis, short, text } from './dom'
import { Series, spark, stack } from './plot'
import type { Scene, Side } from './protocol'

const phases = [
  ['motion', 'Moving', 'phase-motion'], ['build', 'Building', 'phase-build'], ['update', 'Updating', 'phase-update'],
  ['broad', 'Broad phase', 'phase-broad'], ['narrow', 'Narrow phase', 'phase-narrow'],
] as const

const counters = [
  ['bodyPairs', 'Body pairs', 'Pairs of bodies that passed the broad phase'],
  ['bvTests', 'Volume tests', 'Pairs of bounding volumes tested'],
  ['bvUpdates', 'Volume updates', 'Bounding volumes computed anew because bodies moved'],
  ['primitiveTests', 'Primitive tests', 'Pairs of triangles, spheres or boxes decided exactly'],
  ['adaptive', 'Adaptive signs', 'Signs that the static filter left open'],
  ['exact', 'Exact fallbacks', 'Signs that needed exact arithmetic'],
  ['touchingPairs', 'Touching pairs', 'Pairs of bodies in contact'],
  ['contacts', 'Contacts', 'Pairs of primitives in contact'],
] as const

/** Meters shows times and counters of the run's method, and how they went. */
export class Meters {
  readonly times = make('div', { class: 'times' })
  readonly counts = make('table', { class: 'counts' })
  private readonly plot = make('canvas', { class: 'plot', role: 'img', 'aria-label': 'Times of the phases over the last frames' })
  private readonly top = make('span', { class: 'top' })
  private readonly total = make('span', { class: 'total' })
  private readonly phases: { series: Series; value: HTMLElement; column: number; color: string }[] = []
  private readonly counters: { series: Series; value: HTMLElement; canvas: HTMLCanvasElement; column: number }[] = []

  constructor(private readonly scene: Scene) {
    const legend = make('dl', { class: 'legend' })
    for (const [name, label, color] of phases) {
      const value = make('dd')
      this.phases.push({ series: new Series(), value, column: scene.counters.indexOf(name), color })
      legend.append(make('dt', {}, make('span', { class: `swatch ${color}` }), label), value)
    }
    const live = scene.film !== 'still'
    this.times.append(...(live ? [make('div', { class: 'plotframe' }, this.plot, this.top)] : []), legend, this.total)
    for (const [name, label, title] of counters) {
      const value = make('td', { class: 'number' })
      const canvas = make('canvas', { class: 'spark', 'aria-hidden': 'true' })
      this.counters.push({ series: new Series(), value, canvas, column: scene.counters.indexOf(name) })
      this.counts.append(make('tr', { title }, make('th', { scope: 'row' }, label), ...(live ? [make('td', {}, canvas)] : []), value))
    }
  }

  /** take notes a frame's numbers. */
  take(s: Side): void {
    for (const p of this.phases) p.series.push(s.counters[p.column] ?? 0)
    for (const c of this.counters) c.series.push(s.counters[c.column] ?? 0)
  }

  clear(): void { for (const m of [...this.phases, ...this.counters]) m.series.clear() }

  /** draw brings the panel up to date; it need not be called for every frame. */
  draw(s: Side): void {
    const style = getComputedStyle(document.documentElement)
    const color = (name: string) => style.getPropertyValue(`--${name}`)
    let sum = 0
    for (const p of this.phases) {
      const ms = s.counters[p.column] ?? 0
      sum += ms
      text(p.value, millis(ms))
    }
    text(this.total, `${millis(sum)} a frame`)
    for (const c of this.counters) text(c.value, short(s.counters[c.column] ?? 0))
    if (this.scene.film === 'still') return
    const top = stack(this.plot, this.phases.map((p) => p.series), this.phases.map((p) => color(p.color)), color('hairline'))
    text(this.top, millis(top))
    for (const c of this.counters) spark(c.canvas, c.series, color('ink-soft'))
  }
}
