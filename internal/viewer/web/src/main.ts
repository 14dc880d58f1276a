import { make } from './dom'
import { offline } from './offline'
import { Page } from './page'
import { connect, embedded } from './source'

// The token has done its work once the page is here: it shall not stay in the
// history.
if (location.search && location.protocol !== 'file:') history.replaceState(null, '', location.pathname + location.hash)

// What a page holds says what it is: an engine, a check, or neither, so that it asks the command.
const text = (id: string) => document.getElementById(id)?.textContent
const engine = text('engine'), data = text('data')
try {
  new Page(document.body, (to) => (engine ? offline(engine, to) : data ? embedded(data, to) : connect(to)))
} catch (e) {
  const why = `${e instanceof Error ? e.message : String(e)} The page draws with WebGL.`
  if (data) written(why)
  else document.body.replaceChildren(make('p', { class: 'failed', role: 'alert' }, `Nothing can be shown, and nothing is known: ${why}`))
}

/** written shows the report's text and pictures, which the page holds for browsers without scripts. */
function written(why: string): void {
  const report = new DOMParser().parseFromString(document.querySelector('noscript')?.textContent ?? '', 'text/html').body.textContent
  const pictures = document.getElementById('clashes')
  document.body.replaceChildren(
    make('p', { class: 'failed', role: 'alert' }, `The scene cannot be drawn: ${why} The report follows.`),
    make('pre', { class: 'report' }, report), ...(pictures ? [pictures] : []))
}
