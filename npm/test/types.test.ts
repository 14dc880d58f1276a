// What a program in TypeScript sees: compiled, not run.
import { Scene, check, distance, sweep, IncompleteError, type Answers, type Hit } from 'collide-exact'
import { BoxGeometry, Matrix4, Vector3 } from 'three'

const s: Scene = await Scene.open([new BoxGeometry(), { shape: { sphere: 1 }, name: 'ball', pose: new Matrix4() }], { solid: true, files: new Map() })
const a: Answers = await s.query({ 1: [new Matrix4()] }, { distance: true })
const hits: Hit[] = (await s.raycast([{ origin: new Vector3(), direction: [1, 0, 0] }])).of(0)
const d: number = (await distance({ box: [1, 1, 1] }, { file: 'a.obj' }, { files: { 'a.obj': new Uint8Array() } })).value
await check([]).catch((e: unknown) => (e instanceof IncompleteError ? e.answers.length : d + hits.length))
// @ts-expect-error: a free answer is asked for by its row
a.free()
// @ts-expect-error: no such option
await sweep({ sphere: 1 }, { sphere: 1 }, [], { solids: true })
