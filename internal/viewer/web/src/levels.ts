import { make, short, text } from './dom'
import type { Side } from './protocol'

/** Levels shows what one or two methods culled at each level of their trees. */
export class Levels {
  readonly element = make('div', { class: 'levels' })
  private shown = ''

  show(sides: Side[], names: string[]): void {
    const key = JSON.stringify([names, sides.map((s) => s.levels)])
    if (key === this.shown) return
    this.shown = key
    this.element.replaceChildren()
    const depth = Math.max(...sides.map((s) => s.levels.length))
    if (depth <= 0) {
      this.element.append(make('p', { class: 'quiet' }, 'No mesh pairs to descend, or this method has no tree to tell about.'))
      return
    }
    const most = Math.max(1, ...sides.flatMap((s) => s.levels.map((l) => l.tested)))
    const table = make('table')
    table.append(make('thead', {}, make('tr', {}, make('th', { 'aria-label': 'Level' }), ...names.map((n) => make('th', { scope: 'col' }, n)))))
    const body = make('tbody')
    for (let d = 0; d < depth; d++) {
      const row = make('tr', {}, make('th', { scope: 'row' }, String(d)))
      for (const s of sides) row.append(cell(s, d, most))
      body.append(row)
    }
    table.append(body)
    const foot = make('tr', {}, make('th', { scope: 'row' }, 'Σ'))
    for (const s of sides) {
      const tested = s.levels.reduce((n, l) => n + l.tested, 0), culled = s.levels.reduce((n, l) => n + l.culled, 0)
      foot.append(make('td', {}, `${short(tested)} tested, ${percent(culled, tested)} culled`))
    }
    table.append(make('tfoot', {}, foot))
    this.element.append(table)
  }
}

/** cell is a bar: its length the tests, on a scale of roots, its filled part what was culled. */
function cell(s: Side, depth: number, most: number): HTMLElement {
  const l = s.levels[depth]
  if (!l) return make('td')
  const bar = make('span', { class: 'bar' }), fill = make('span', { class: 'culled' })
  bar.style.width = `${Math.max(1, 100 * Math.sqrt(l.tested / most))}%`
  fill.style.width = `${l.tested ? (100 * l.culled) / l.tested : 0}%`
  bar.append(fill)
  const td = make('td', { title: `level ${depth}: ${l.tested.toLocaleString('en')} tested, ${l.culled.toLocaleString('en')} culled` }, make('span', { class: 'track' }, bar), make('span', { class: 'number' }))
  text(td.lastElementChild!, `${short(l.culled)} / ${short(l.tested)}`)
  return td
}

function percent(part: number, whole: number): string { return whole ? `${Math.round((100 * part) / whole)} %` : '–' }
