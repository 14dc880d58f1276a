import type { Answers, Hits } from './answers.js'

/** CollideError is what all errors of this package are, but those of a signal. */
export class CollideError extends Error {
  override name = 'CollideError'
}

/** InputError: what was asked for is refused. Its line says what was expected. */
export class InputError extends CollideError {
  override name = 'InputError'
}

/** EngineError: the engine ended, or spoke another protocol. Nothing is known about what was asked. */
export class EngineError extends CollideError {
  override name = 'EngineError'
}

/** IncompleteError: a query that could not be finished or decided. Answers hold what is known: a row that is not decided has the
 * verdict UNKNOWN, and hits may be missing for the rays in reasons. */
export class IncompleteError<T extends Answers | Hits = Answers | Hits> extends CollideError {
  override name = 'IncompleteError'
  constructor(reason: string, readonly answers: T) {
    super(reason)
  }
}
