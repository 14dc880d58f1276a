import { make, millis, short } from './dom'
import type { Scene, Side } from './protocol'

/** rows are what two methods are compared in; times are means over some frames. */
const rows = [
  ['Building', 'time', ['build']], ['Updating', 'time', ['update']], ['Broad phase', 'time', ['broad']], ['Narrow phase', 'time', ['narrow']],
  ['Sum', 'time', ['build', 'update', 'broad', 'narrow']],
  ['Body pairs', 'count', ['bodyPairs']], ['Volume updates', 'count', ['bvUpdates']], ['Volume tests', 'count', ['bvTests']], ['Primitive tests', 'count', ['primitiveTests']],
  ['Contacts', 'count', ['contacts']],
] as const

/** Times of single frames jump about; the table shows the mean of this many. */
const frames = 30

/** Beside compares two methods on the same frames: times and tests, stage by stage. */
export class Beside {
  readonly element = make('table', { class: 'beside' })
  private readonly last: number[][][] = [[], []] // by side, of the last frames

  constructor(private readonly scene: Scene) {}

  clear(): void { for (const side of this.last) side.length = 0 }

  take(sides: Side[]): void {
    if (sides.length < 2) return
    sides.forEach((s, i) => {
      const kept = this.last[i]!
      kept.push(rows.map(([, , names]) => names.reduce((sum, n) => sum + (s.counters[this.scene.counters.indexOf(n)] ?? 0), 0)))
      if (kept.length > frames) kept.shift()
    })
  }

  show(names: string[]): void {
    const body = make('tbody')
    rows.forEach(([label, kind], r) => {
      const row = make('tr', {}, make('th', { scope: 'row' }, label))
      for (const kept of this.last) {
        const mean = kept.reduce((sum, k) => sum + k[r]!, 0) / Math.max(1, kept.length)
        row.append(make('td', { class: 'number' }, kind === 'time' ? millis(mean) : short(mean)))
      }
      body.append(row)
    })
    this.element.replaceChildren(
      make('thead', {}, make('tr', {}, make('th', { 'aria-label': 'Stage' }), ...names.map((n) => make('th', { scope: 'col' }, n)))), body)
  }
}
