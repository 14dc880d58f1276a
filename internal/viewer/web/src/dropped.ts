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

/** byPath returns files by their paths. Of two with one path one would be missing from the check without a word. */
export function byPath(files: [string, File][]): Dropped {
  const dropped: Dropped = new Map()
  for (const [path, file] of files) {
    if (dropped.has(path)) throw new Error(`Two files are called ${path}, of which one would be left out. Drop the folder that holds both, or give them different names.`)
    dropped.set(path, file)
  }
  return dropped
}

const scenes = /\.(json|urdf)$/i, meshes = /\.(obj|stl|ply|off|gltf|glb|3mf)$/i
const material = /\.(mtl|bin|srdf|png|jpe?g|webp|ktx2|bmp|tga|gif|tiff?)$/i, text = /\.(txt|md|pdf|csv|html?)$/i // what others name, and what is read by people
const hidden = /(^|\/)\.[^/]*$/, plain = /(^|\/)[^./]*$/ // without an extension

/**
 * roots are the files that can be bodies. Scenes and a robot name other files, so where there are some meshes are not chosen. A file of another kind is
 * chosen beside meshes, and refused by the engine: left out without a word it would look free. Those in folders are told of once there is an answer.
 */
export function roots(paths: string[]): { path: string; chosen: boolean }[] {
  const whole = paths.filter((p) => scenes.test(p)), found = paths.filter((p) => meshes.test(p))
  const others = paths.filter((p) => plain.test(p) || /\.txt$/i.test(p)) // scenes may be text
  const strange = paths.filter((p) => !p.includes('/') && ![scenes, meshes, material, text, hidden, plain].some((known) => known.test(p)))
  const first = whole.length > 0 ? whole : found.length > 0 ? [...found, ...strange] : [...others, ...strange]
  const rest = whole.length > 0 ? found : []
  return [...first.map((path) => ({ path, chosen: true })), ...rest.map((path) => ({ path, chosen: false }))]
}

/** unreadLine says which files had no part in a check, '' for none; switches say it of those that have one, and pictures have none. */
export function unreadLine(unread: string[], listed: (path: string) => boolean): string {
  const files = unread.filter((p) => !listed(p) && !material.test(p) && !hidden.test(p))
  if (files.length === 0) return ''
  const more = files.length > 5 ? ` and ${(files.length - 5).toLocaleString('en')} more` : ''
  return `Not read, and no part of this check: ${files.slice(0, 5).join(', ')}${more}.`
}

/** collect returns what was dropped, with everything in folders. */
export async function collect(from: DataTransfer): Promise<[string, File][]> {
  const items = [...from.items].filter((i) => i.kind === 'file').map((i) => ({ entry: i.webkitGetAsEntry?.(), file: i.getAsFile() }))
  const entries = items.map((i) => i.entry).filter((e) => e != null)
  const found: [string, File][] = items.filter((i) => i.entry == null && i.file).map((i) => [i.file!.name, i.file!])
  for (const e of entries) await walk(e, found)
  return found.sort(([a], [b]) => (a < b ? -1 : 1))
}

async function walk(e: FileSystemEntry, found: [string, File][]): Promise<void> {
  if (found.length > mostFiles) throw new Error(`more than ${mostFiles.toLocaleString('en')} files`)
  if (e.isFile) {
    const path = e.fullPath.replace(/^\//, '')
    found.push([path, await new Promise<File>((done, fail) => {
      (e as FileSystemFileEntry).file(done, (why) => fail(new Error(`${path} cannot be read: ${why.message}`)))
    })])
    return
  }
  const reader = (e as FileSystemDirectoryEntry).createReader()
  for (;;) { // a reader gives a hundred at a time
    const some = await new Promise<FileSystemEntry[]>((done, fail) => { reader.readEntries(done, fail) })
    if (some.length === 0) return
    for (const s of some) await walk(s, found)
  }
}
