import { Page } from './page'
import { connect, embedded } from './source'

// The token has done its work once the page is here: it shall not stay in the
// history.
if (location.search) history.replaceState(null, '', location.pathname + location.hash)

const data = document.getElementById('data')
new Page(document.body, (to) => (data ? embedded(data.textContent ?? '', to) : connect(to)))
