/** The package in Node.js. */
import * as node from './host-node.js'
import { use } from './session.js'

use(node)

export * from './index.js'
