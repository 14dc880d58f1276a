import { make, text } from './dom'
import type { Near, Nears, Scene } from './protocol'

/** NearList lists the pairs that are near without touching, the nearest first; choosing one flies there. */
export class NearList {
  readonly element = make('div', { class: 'pairs near' })
  private readonly list = make('ul')
  private readonly note = make('p', { class: 'quiet' })
  private shown = ''

  constructor(private readonly scene: Scene, private readonly go: (a: number, b: number) => void) { this.element.append(this.list, this.note) }

  show(d: Nears): void {
    const key = JSON.stringify([d.near.map((n) => [n.a, n.b, n.exact]), d.leftOut, d.note])
    if (key === this.shown) return
    this.shown = key
    // The list keeps the keyboard where it is while frames go by.
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement) ? document.activeElement.dataset['near'] : undefined
    this.list.replaceChildren(...d.near.map((n) => this.row(n)))
    if (focused) this.list.querySelector<HTMLElement>(`[data-near="${focused}"]`)?.focus({ preventScroll: true })
    const more = d.leftOut ? `and ${d.leftOut.toLocaleString('en')} more` : d.near.length || d.note ? '' : 'No pair is so near without touching.'
    text(this.note, [more, d.note].filter(Boolean).join('. '))
  }

  private row(n: Near): HTMLElement {
    const names = this.scene.bodies.names
    const who = make('span', { class: 'who' }, make('b', {}, names[n.a]!), ' · ', make('b', {}, names[n.b]!))
    return make('li', {}, make('button', {
      type: 'button', class: n.allowed ? 'allowed' : 'collides', 'data-near': `${n.a}-${n.b}`, onclick: () => this.go(n.a, n.b),
      title: `${n.exact} apart. Fly to where ${names[n.a]} and ${names[n.b]} are nearest`,
    }, make('span', { class: 'dot distance' }), who, make('span', { class: 'number' }, n.allowed ? `${n.text}, allowed` : n.text)))
  }
}
