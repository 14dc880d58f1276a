type Child = Node | string | undefined

/** make builds an element: attributes, listeners under their on… names, children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string | number | boolean | EventListener | undefined> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') e.addEventListener(name.slice(2), value)
    else if (value === true) e.setAttribute(name, '')
    else if (value !== undefined && value !== false) e.setAttribute(name, String(value))
  }
  e.append(...children.filter((c) => c !== undefined))
  return e
}

/** button is a push button with a name and, for the reader's keyboard, a hint. */
export function button(text: string, title: string, onclick: () => void, attributes: Record<string, string | boolean> = {}): HTMLButtonElement {
  return make('button', { type: 'button', title, onclick, ...attributes }, text)
}

/** icon is a drawing on a grid of 16 × 16. */
export function icon(path: string): SVGSVGElement {
  const ns = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(ns, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const p = document.createElementNS(ns, 'path')
  p.setAttribute('d', path)
  svg.append(p)
  return svg
}

/** text replaces an element's text where it differs: less work for the browser. */
export function text(e: Element, s: string): void { if (e.textContent !== s) e.textContent = s }

/** count writes 1 thing, 2 things, 1,234 things. */
export function count(n: number, thing: string): string {
  const s = thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`
  return `${n.toLocaleString('en')} ${n === 1 ? thing : s}`
}

/** short writes a number in at most about five characters. */
export function short(n: number): string {
  if (n < 10_000) return Math.round(n).toLocaleString('en')
  if (n < 1e6) return `${(n / 1e3).toPrecision(3)} k`
  return n < 1e9 ? `${(n / 1e6).toPrecision(3)} M` : `${(n / 1e9).toPrecision(3)} G`
}

/** millis writes a time in milliseconds. */
export function millis(ms: number): string {
  if (ms < 0.001) return '0'
  if (ms < 1) return `${(ms * 1000).toPrecision(3).replace(/\.$/, '')} µs`
  return ms < 1000 ? `${ms.toPrecision(3).replace(/\.$/, '')} ms` : `${(ms / 1000).toPrecision(3)} s`
}
