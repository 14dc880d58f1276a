import { make } from './dom'
import type { Check, Scene } from './protocol'

/** near lists the pairs within the clearance, the nearest first; choosing one flies there. */
export function nearList(scene: Scene, check: Check, go: (a: number, b: number) => void): HTMLElement {
  const list = make('ul')
  for (const n of check.near ?? []) {
    const who = make('span', { class: 'who' }, make('b', {}, scene.bodies.names[n.a]!), ' · ', make('b', {}, scene.bodies.names[n.b]!))
    list.append(make('li', {}, make('button', {
      type: 'button', class: n.allowed ? 'allowed' : 'collides', 'data-near': `${n.a}-${n.b}`, onclick: () => go(n.a, n.b),
      title: `${n.exact} apart. Fly to where ${scene.bodies.names[n.a]} and ${scene.bodies.names[n.b]} are nearest`,
    }, make('span', { class: 'dot distance' }), who, make('span', { class: 'number' }, n.allowed ? `${n.text}, allowed` : n.text))))
  }
  const more = check.nearLeftOut ? `and ${check.nearLeftOut.toLocaleString('en')} more` : check.near?.length ? '' : 'No pair is so near without touching.'
  return make('div', { class: 'pairs near' }, list, make('p', { class: 'quiet' }, more))
}
