import { LineSegments, Mesh, type BufferGeometry } from 'three'
import { Bodies } from './bodies'
import { Contacts } from './contacts'
import { Distances } from './distances'
import { Layers } from './layers'
import { Proven } from './proven'
import type { Frame, Mesh as MeshData, Near, ProofStep, Scene } from './protocol'
import type { Stage } from './stage'

/** Room is what is drawn of a scene: bodies, contacts, and each side's layers. */
export class Room {
  readonly bodies: Bodies
  readonly contacts: Contacts
  readonly distances: Distances
  readonly proven: Proven
  private readonly layers: [Layers, Layers]
  private readonly near: Near[] // of a check
  private two = false

  constructor(private readonly stage: Stage, scene: Scene, meshes: MeshData[]) {
    stage.open(scene)
    stage.bodies.clear()
    stage.bodies.visible = true
    this.bodies = new Bodies(scene.bodies, meshes, scene.walls, scene.film === 'states' || scene.joints !== undefined)
    this.contacts = new Contacts(scene, this.bodies)
    this.distances = new Distances()
    this.proven = new Proven(scene, this.bodies)
    this.near = scene.check?.near ?? []
    this.layers = [new Layers(this.bodies), new Layers(this.bodies)]
    stage.bodies.add(this.bodies.group, this.contacts.group, this.distances.group, this.proven.group, this.layers[0].group, this.layers[1].group)
  }

  take(f: Frame): void {
    this.bodies.take(f)
    this.contacts.show(f)
    this.distances.show(f.distances?.near ?? this.near)
    this.proven.take(f)
    if (f.proven) this.contacts.group.visible = true
    this.two = f.sides.length > 1
    f.sides.forEach((s, i) => this.layers[i]!.show(s))
  }

  /** prove shows a step of a proof without what touches, which would hide it, or all steps. */
  prove(s: ProofStep | undefined): void {
    this.proven.choose(s)
    this.contacts.group.visible = s === undefined
  }

  /** forget hides what was found; the bodies stay. */
  forget(): void {
    this.contacts.group.visible = false
    this.distances.group.visible = false
    this.proven.group.visible = false
  }

  /** empty hides the bodies, too. */
  empty(): void { this.stage.bodies.visible = false }

  paint(): void {
    this.stage.paint()
    this.bodies.paint()
    this.contacts.paint()
    this.distances.paint()
    this.proven.paint()
    for (const l of this.layers) l.paint()
  }

  /** draw draws the picture, or two halves of it with one side's layers each. */
  draw(width: number, height: number): void {
    const { renderer, camera, world } = this.stage
    const halves = this.two ? 2 : 1
    const w = Math.floor(width / halves)
    camera.aspect = w / height
    // A narrow picture sees as much from side to side as a square one.
    camera.fov = Math.min(80, (360 / Math.PI) * Math.atan(Math.tan((this.stage.angle * Math.PI) / 360) / Math.min(1, camera.aspect)))
    camera.updateProjectionMatrix()
    this.contacts.resize(w, height)
    this.distances.resize(w, height, camera.fov)
    renderer.setScissorTest(this.two)
    for (let i = 0; i < halves; i++) {
      this.layers[0].group.visible = i === 0
      this.layers[1].group.visible = i === 1
      renderer.setViewport(i * w, 0, w, height)
      this.distances.place(camera, w, height)
      renderer.setScissor(i * w, 0, w, height)
      renderer.render(world, camera)
    }
    renderer.setScissorTest(false)
  }

  /** dispose frees what the graphics card holds. */
  dispose(): void { this.stage.bodies.traverse((o) => { if (o instanceof Mesh || o instanceof LineSegments) (o.geometry as BufferGeometry).dispose() }) }
}
