import { make } from './dom'

/** Gallery is the pictures that a page holds: choosing one flies there. */
export class Gallery {
  readonly element: HTMLElement | undefined = document.getElementById('clashes') ?? undefined

  constructor(private readonly go: (a: number, b: number) => void) {
    for (const f of this.element?.querySelectorAll<HTMLElement>('figure') ?? []) f.querySelector('a')?.addEventListener('click', () => this.fly(f))
  }

  /** section is the part of the panel with the pictures, none where there are none. */
  section(): HTMLElement[] {
    return this.element ? [make('details', { open: true, class: 'pictures' }, make('summary', {}, make('h2', {}, 'Pictures')), this.element)] : []
  }

  /** follow flies to the pair that the address names. */
  follow(): void {
    const f = location.hash.startsWith('#clash-') ? document.getElementById(location.hash.slice(1)) : null
    if (f) this.fly(f)
  }

  private fly(figure: HTMLElement): void {
    const [a, b] = (figure.dataset['pair'] ?? '').split('-').map(Number)
    if (a !== undefined && b !== undefined) this.go(a, b)
  }
}
