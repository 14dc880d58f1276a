import { button, make, text } from './dom'
import type { Frame, ProofStep, Scene } from './protocol'

/** ProofList lists the steps of a proof, points first; choosing one flies there and shows what it is about. */
export class ProofList {
  readonly element = make('div', { class: 'pairs proof' })
  private readonly what = make('p')
  private readonly bounds = make('ul', { class: 'bounds' })
  private readonly steps = make('div', { class: 'steps' },
    button('Previous', 'To the step before', () => this.step(-1)), button('Next', 'To the next step', () => this.step(1)), button('All', 'Show all steps', () => this.choose(undefined)))
  private readonly list = make('ul')
  private readonly note = make('p', { class: 'quiet' })
  private shown: ProofStep[] | undefined
  private chosen = -1

  constructor(private readonly scene: Scene, private readonly go: (s: ProofStep | undefined) => void) {
    this.element.append(this.what, this.bounds, this.steps, this.list, this.note, ...(scene.proof?.notes ?? []).map((n) => make('p', { class: 'quiet' }, n)))
  }

  show(f: Frame): void {
    if (!f.proven || f.proven.steps === this.shown) return
    const { steps, leftOut, bounds } = f.proven
    this.shown = steps
    this.chosen = -1
    text(this.what, f.proven.text)
    this.bounds.replaceChildren(...(bounds ?? []).map((b) => make('li', {}, b)))
    this.list.replaceChildren(...steps.map((s, i) => this.row(s, i)))
    text(this.note, leftOut ? `and ${leftOut.toLocaleString('en')} more, which part fewer triangles or are further points.` : '')
  }

  private row(s: ProofStep, i: number): HTMLElement {
    const names = this.scene.bodies.names
    return make('li', {}, make('button', { type: 'button', class: s.normal ? 'plane' : 'collides', title: s.exact, 'aria-pressed': 'false', onclick: () => this.choose(this.chosen === i ? undefined : i) },
      make('span', { class: 'dot' }), make('span', { class: 'who' }, make('b', {}, names[s.a]!), ' · ', make('b', {}, names[s.b]!)), make('span', { class: 'number' }, s.text)))
  }

  private step(by: number): void {
    const n = this.shown?.length ?? 0
    if (n > 0) this.choose(this.chosen < 0 ? (by > 0 ? 0 : n - 1) : (this.chosen + by + n) % n)
  }

  private choose(i: number | undefined): void {
    this.chosen = i ?? -1
    this.list.querySelectorAll('button').forEach((b, k) => {
      b.setAttribute('aria-pressed', String(k === this.chosen))
      if (k === this.chosen) b.scrollIntoView({ block: 'nearest' })
    })
    this.go(i === undefined ? undefined : this.shown?.[i])
  }
}
