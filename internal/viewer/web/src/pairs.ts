import { button, count, make, text } from './dom'
import { PairFlag, Verdict, type Frame, type Scene } from './protocol'

const most = 400

/** Pairs is the list of bodies in contact; choosing one flies there. */
export class Pairs {
  readonly element = make('div', { class: 'pairs' })
  private readonly list = make('ul')
  private readonly note = make('p', { class: 'quiet' })
  private readonly steps = make('div', { class: 'steps', hidden: true },
    button('Previous', 'To the pair before (B)', () => this.step(-1)), button('Next', 'To the next pair (N)', () => this.step(1)))
  private shown: string | undefined
  private chosen = ''

  constructor(private readonly scene: Scene, private readonly go: (a: number, b: number) => void) {
    this.element.append(this.steps, this.list, this.note)
    this.list.addEventListener('keydown', (e) => this.keys(e))
  }

  show(f: Frame): void {
    const key = `${f.verdict} ${f.pairs.join()}`
    if (key === this.shown) return
    this.shown = key
    const rows: HTMLElement[] = []
    const listed = [...Array(f.pairs.length / 4).keys()].filter((i) => !(f.pairs[4 * i + 3]! & PairFlag.More))
    const n = listed.length
    const order = listed.sort((i, j) => (f.pairs[4 * i + 3]! & 1) - (f.pairs[4 * j + 3]! & 1) || f.pairs[4 * j + 2]! - f.pairs[4 * i + 2]!)
    for (const i of order.slice(0, most)) rows.push(this.row(f.pairs[4 * i]!, f.pairs[4 * i + 1]!, f.pairs[4 * i + 2]!, f.pairs[4 * i + 3]!, this.scene.check?.kinds?.[i] ?? ''))
    // The list keeps the keyboard where it is while frames go by.
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement) ? document.activeElement.dataset['pair'] : undefined
    this.list.replaceChildren(...rows)
    this.steps.hidden = rows.length < 2
    if (focused) this.list.querySelector<HTMLElement>(`[data-pair="${focused}"]`)?.focus({ preventScroll: true })
    text(this.note, n === 0 ? (f.verdict === Verdict.Free ? 'Nothing touches.' : 'Nothing was found; not all was looked at.') : n > most ? `and ${(n - most).toLocaleString('en')} more` : '')
  }

  /** clear forgets the pairs. */
  clear(): void {
    this.shown = undefined
    this.list.replaceChildren()
    text(this.note, '')
  }

  /** step goes to the next pair of the list, or the one before. */
  step(by: number): void {
    const all = [...this.list.querySelectorAll<HTMLElement>('button')]
    const at = all.findIndex((e) => e.dataset['pair'] === this.chosen)
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]
    next?.click()
    next?.scrollIntoView({ block: 'nearest' })
  }

  private row(a: number, b: number, contacts: number, flags: number, kind: string): HTMLElement {
    const { names, triangles } = this.scene.bodies
    const what = flags & PairFlag.Undecided ? 'undecided' : flags & PairFlag.AInside ? `inside ${names[b]}` : flags & PairFlag.BInside ? `inside ${names[a]}`
      : contacts === 0 || (!triangles[a] && !triangles[b]) ? 'touch' : count(contacts, triangles[a] && triangles[b] ? 'triangle pair' : 'triangle')
    const id = `${a}-${b}`
    const pair = a === b ? make('span', { class: 'who' }, `${names[a]} and itself`)
      : make('span', { class: 'who' }, make('b', {}, flags & PairFlag.BInside ? names[b]! : names[a]!), ' · ', make('b', {}, flags & PairFlag.BInside ? names[a]! : names[b]!))
    return make('li', {}, make('button', {
      type: 'button', class: flags & (PairFlag.Allowed | PairFlag.Undecided) ? 'allowed' : 'collides', 'data-pair': id, 'aria-pressed': String(id === this.chosen),
      title: `Fly to where ${names[a]} and ${names[b]} touch`, onclick: () => this.choose(a, b),
    }, make('span', { class: 'dot' }), pair, make('span', { class: 'number' }, [what, kind, flags & PairFlag.Allowed ? 'allowed' : ''].filter(Boolean).join(', '))))
  }

  private choose(a: number, b: number): void {
    this.chosen = `${a}-${b}`
    for (const e of this.list.querySelectorAll<HTMLElement>('[data-pair]')) e.setAttribute('aria-pressed', String(e.dataset['pair'] === this.chosen))
    this.go(a, b)
  }

  /** keys lets the arrows go through the list. */
  private keys(e: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (!by) return
    e.preventDefault()
    e.stopPropagation()
    const all = [...this.list.querySelectorAll<HTMLElement>('button')]
    all[all.indexOf(document.activeElement as HTMLElement) + by]?.focus()
  }
}
