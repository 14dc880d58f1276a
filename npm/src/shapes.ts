/** Bodies: meshes, spheres, boxes, files, and geometries of three.js. */
import { InputError } from './errors.js'
import { type Pose, listOf, poseOf } from './numbers.js'
import { bytesOf, message } from './session.js'

/** Mesh is three numbers for each vertex, and three indices for each triangle. */
export interface Mesh { vertices: ArrayLike<number>; triangles: ArrayLike<number> }

/** Attribute is what three.js calls a BufferAttribute, interleaved or not. */
export interface Attribute { count: number; itemSize: number; getX(i: number): number; getY(i: number): number; getZ(i: number): number }

/** Geometry is what three.js calls a BufferGeometry. All its triangles count, whatever its draw range. Morphs and skins do not. */
export interface Geometry { attributes: Record<string, unknown>; index: { count: number; getX(i: number): number } | null }

export interface Sphere { sphere: number }
export interface Box { box: ArrayLike<number> }
/** File is a path in the files of the scene: OBJ, STL, PLY, OFF, glTF, 3MF or a scene, which brings several bodies. */
export interface File { file: string }

export type Shape = Mesh | Geometry | Sphere | Box | File

/** Body is a shape with a name, and where it stands. Pairs of immovable bodies are never tested. */
export interface Body { shape: Shape; name?: string; pose?: Pose; immovable?: boolean }

/** Bodies is what a setup says of bodies, and the messages of their meshes. */
export class Bodies {
  readonly setups: object[] = []
  readonly meshes: Uint8Array<ArrayBuffer>[] = []
  private readonly known = new Map<Shape, number>() // meshes that are given twice are sent once

  add(given: Shape | Body): void {
    const i = this.setups.length
    const { shape, name, pose, immovable } = 'shape' in given ? given : { shape: given } as Body
    const setup: Record<string, unknown> = this.shape(`body ${i}`, shape)
    if (name !== undefined) setup.name = String(name)
    if (pose !== undefined) setup.pose = [...poseOf(`pose of body ${i}`, pose)]
    if (immovable) setup.immovable = true
    this.setups.push(setup)
  }

  private shape(what: string, s: Shape): Record<string, unknown> {
    if ('sphere' in s) return { sphere: listOf(`radius of ${what}`, [s.sphere])[0] }
    if ('box' in s) return { box: [...listOf(`edges of ${what}`, s.box, 3)] }
    if ('file' in s) return { file: s.file }
    if (!('vertices' in s || 'attributes' in s)) throw new InputError(`${what}: expected vertices and triangles, a geometry, a sphere, a box or a file (of a three.js Mesh: its geometry)`)
    let k = this.known.get(s)
    if (k === undefined) {
      k = this.meshes.push('vertices' in s ? meshMessage(what, s) : geometryMessage(what, s)) - 1
      this.known.set(s, k)
    }
    return { mesh: k }
  }
}

function meshMessage(what: string, m: Mesh): Uint8Array<ArrayBuffer> {
  const vertices = listOf(`vertices of ${what}`, m.vertices), triangles = indicesOf(what, m.triangles)
  if (vertices.length % 3 || triangles.length % 3) throw new InputError(`${what}: ${vertices.length} coordinates and ${triangles.length} indices; expected three for each vertex and triangle`)
  return message('M', new Uint32Array([vertices.length / 3, triangles.length / 3]), vertices, triangles, bytesOf(''))
}

function indicesOf(what: string, given: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(given.length)
  for (let i = 0; i < out.length; i++) {
    out[i] = given[i]!
    if (out[i] !== given[i]) throw new InputError(`triangles of ${what} have ${given[i]}; expected indices from 0`)
  }
  return out
}

function geometryMessage(what: string, g: Geometry): Uint8Array<ArrayBuffer> {
  const p = g.attributes.position as Attribute | undefined
  if (typeof p?.getX !== 'function' || p.itemSize !== 3) throw new InputError(`${what}: a geometry without positions of three numbers`)
  const vertices = new Float64Array(3 * p.count)
  for (let i = 0; i < p.count; i++) vertices.set([p.getX(i), p.getY(i), p.getZ(i)], 3 * i)
  const index = g.index
  const triangles = Array.from({ length: index ? index.count : p.count }, (_, i) => (index ? index.getX(i) : i))
  return meshMessage(what, { vertices, triangles })
}
