/** Dropped are files by their paths. */
export type Dropped = Map<string, File>

const most = 256 << 20 // bytes
const mostFiles = 5000

/** limit refuses what would not fit into the page's memory, before anything is read. */
export function limit(dropped: Dropped): void {
  let bytes = 0
  for (const f of dropped.values()) bytes += f.size
  const mega = (n: number) => `${Math.ceil(n / (1 << 20)).toLocaleString('en')} MiB`
  if (bytes > most) throw new Error(`The files have ${mega(bytes)}; expected at most ${mega(most)}. The command collide check has no such limit.`)
  if (dropped.size > mostFiles) throw new Error(`${dropped.size.toLocaleString('en')} files; expected at most ${mostFiles.toLocaleString('en')}.`)
}

/** roots are the files that can be bodies. Scenes and a robot name other files, so where there are some meshes are not chosen. */
export function roots(paths: string[]): { path: string; chosen: boolean }[] {
  const whole = paths.filter((p) => /\.(json|urdf)$/i.test(p))
  const meshes = paths.filter((p) => /\.(obj|stl|ply|off|gltf|glb|3mf)$/i.test(p))
  const others = paths.filter((p) => !/\.[^/]*$/.test(p) || /\.txt$/i.test(p)) // scenes may be text
  const first = whole.length > 0 ? whole : meshes.length > 0 ? meshes : others
  const rest = whole.length > 0 ? meshes : []
  return [...first.map((path) => ({ path, chosen: true })), ...rest.map((path) => ({ path, chosen: false }))]
}

/** collect returns what was dropped, with everything in folders. */
export async function collect(from: DataTransfer): Promise<[string, File][]> {
  const entries = [...from.items].map((i) => i.webkitGetAsEntry?.()).filter((e) => e != null)
  if (entries.length === 0) return [...from.files].map((f) => [f.name, f])
  const found: [string, File][] = []
  for (const e of entries) await walk(e, found)
  return found.sort(([a], [b]) => (a < b ? -1 : 1))
}

async function walk(e: FileSystemEntry, found: [string, File][]): Promise<void> {
  if (found.length > mostFiles) throw new Error(`more than ${mostFiles.toLocaleString('en')} files`)
  if (e.isFile) {
    found.push([e.fullPath.replace(/^\//, ''), await new Promise<File>((done, fail) => { (e as FileSystemFileEntry).file(done, fail) })])
    return
  }
  const reader = (e as FileSystemDirectoryEntry).createReader()
  for (;;) { // a reader gives a hundred at a time
    const some = await new Promise<FileSystemEntry[]>((done, fail) => { reader.readEntries(done, fail) })
    if (some.length === 0) return
    for (const s of some) await walk(s, found)
  }
}
