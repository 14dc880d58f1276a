/** Arrays of numbers as programs have them, and the matrices and vectors of three.js. */
import { InputError } from './errors.js'

/** Vector is three numbers, or an object such as three.js's Vector3. */
export type Vector = ArrayLike<number> | { x: number; y: number; z: number }

/** Matrix is an object such as three.js's Matrix4: 16 elements, column by column. */
export interface Matrix { elements: ArrayLike<number> }

/** Pose is the 3×4 matrix [R|t] row by row, 12 numbers, or a Matrix with the last row 0 0 0 1. */
export type Pose = ArrayLike<number> | Matrix

/** Poses are a list of poses, or 12 numbers for each in one array. */
export type Poses = readonly Pose[] | Float64Array | Float32Array

/** listOf copies numbers. What is not a number is refused: NaN would be a body that is nowhere. */
export function listOf(what: string, values: ArrayLike<number>, count?: number): Float64Array {
  if (count !== undefined && values?.length !== count) throw new InputError(`${what} of ${values?.length} numbers; expected ${count}`)
  const out = new Float64Array(values.length)
  for (let i = 0; i < out.length; i++) {
    const x = values[i]
    if (typeof x !== 'number' || !Number.isFinite(x)) throw new InputError(`${what} has ${String(x)}; expected finite numbers`)
    out[i] = x
  }
  return out
}

export function vectorOf(what: string, v: Vector): Float64Array {
  return listOf(what, 'x' in v ? [v.x, v.y, v.z] : v, 3)
}

/** poseOf returns the 12 numbers of a pose. */
export function poseOf(what: string, pose: Pose): Float64Array {
  if (!('elements' in pose)) return listOf(what, pose, 12)
  const e = listOf(what, pose.elements, 16)
  if (e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1) throw new InputError(`${what} has the last row ${[e[3], e[7], e[11], e[15]].join(' ')}; expected 0 0 0 1`)
  const out = new Float64Array(12)
  for (let row = 0; row < 3; row++) for (let column = 0; column < 4; column++) out[4 * row + column] = e[4 * column + row]!
  return out
}

/** posesOf returns 12 numbers for each pose. */
export function posesOf(what: string, poses: Poses): Float64Array {
  if (poses instanceof Float64Array || poses instanceof Float32Array) {
    if (poses.length % 12) throw new InputError(`${what} of ${poses.length} numbers; expected 12 for each`)
    return listOf(what, poses)
  }
  const list = poses as readonly Pose[]
  if (typeof (list as unknown[])[0] === 'number') throw new InputError(`${what}: a list of numbers; expected a list of poses, or a Float64Array`)
  const out = new Float64Array(12 * list.length)
  list.forEach((p, i) => out.set(poseOf(`${what}[${i}]`, p), 12 * i))
  return out
}
