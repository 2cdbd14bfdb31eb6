import { isDeepStrictEqual } from 'node:util'
import { parseDocument } from 'yaml'
import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { GitFile } from '../../../adapters/git/read-files.ts'
import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import { filePath, shortHash } from './file-name.ts'
import { parseFile, type QueryFileOfGit } from './read-folder.ts'

type Place = { readonly root: string; readonly folder: string }

/**
 * The files of a folder while saved queries are written to them. Each query stays in the file that has it, wherever
 * somebody put that; what else a file says, and its comments outside of the query, stay too.
 */
export class FolderFiles {
  readonly #place: Place
  readonly #files = new Map<string, QueryFileOfGit>()
  readonly #taken = new Set<string>()
  readonly #pathOf = new Map<string, string>()
  #writes = new Map<string, string | null>()

  constructor(files: readonly GitFile[], place: Place) {
    this.#place = place
    for (const file of files) {
      this.#taken.add(file.path.toLowerCase())
      const parsed = parseFile(file)
      if ('file' in parsed) this.#set(parsed.file)
    }
  }

  get names(): readonly string[] {
    return [...this.#pathOf.keys()]
  }

  pathOf(name: string): string | undefined {
    return this.#pathOf.get(name)
  }

  fileAt(path: string): QueryFileOfGit | undefined {
    return this.#files.get(path)
  }

  entryOf(name: string): FileSavedQuery | undefined {
    return this.#files.get(this.#pathOf.get(name) ?? '')?.queries.find((query) => query.name === name)
  }

  /** Writes a query over the one of a name, or into a file of its own. Returns the path of its file. */
  put(formerName: string, query: FileSavedQuery): string {
    const before = this.#pathOf.has(formerName) ? formerName : query.name
    const there = this.entryOf(before)
    const path = this.#pathOf.get(before)
    if (there === undefined || path === undefined) return this.#create(query)
    if (isSameQuery(there, query)) return path
    // Waivers are not part of a save.
    const merged = { ...query, ...(there.waivers !== undefined && { waivers: there.waivers }) }
    const file = this.#files.get(path)!
    const isUsual = path === this.#usualPath(there.name, there.category ?? this.#place.folder)
    const isMoving = there.name !== query.name || (there.category ?? this.#place.folder) !== query.category
    const target = isMoving && isUsual && !file.isShared ? this.#freePath(query) : path
    const text = replaceQuery(file, before, merged)
    if (target !== path) this.#drop(path)
    this.#write(target, text)
    return target
  }

  remove(name: string): void {
    const path = this.#pathOf.get(name)
    const file = path === undefined ? undefined : this.#files.get(path)
    if (path === undefined || file === undefined) return
    if (file.isShared) this.#write(path, replaceQuery(file, name, undefined))
    else this.#drop(path)
  }

  /** What was written since the last call. */
  takeWrites(): ReadonlyMap<string, string | null> {
    const writes = this.#writes
    this.#writes = new Map()
    return writes
  }

  #create(query: FileSavedQuery): string {
    const path = this.#freePath(query)
    this.#write(path, writeYaml({ version: 1, saved_queries: [query] }))
    return path
  }

  #usualPath = (name: string, category: string | null): string =>
    filePath(this.#place.root, this.#place.folder, category, name)

  #freePath({ name, category = null }: FileSavedQuery): string {
    const usual = this.#usualPath(name, category)
    return this.#taken.has(usual.toLowerCase()) ? usual.replace(/\.yaml$/, `~${shortHash(name)}.yaml`) : usual
  }

  #write(path: string, text: string): void {
    const parsed = parseFile({ path, oid: '', text })
    if (!('file' in parsed)) throw new Error('a file that was written cannot be read')
    this.#forget(path)
    this.#set(parsed.file)
    this.#taken.add(path.toLowerCase())
    this.#writes.set(path, text)
  }

  #drop(path: string): void {
    this.#forget(path)
    this.#taken.delete(path.toLowerCase())
    this.#writes.set(path, null)
  }

  #set(file: QueryFileOfGit): void {
    this.#files.set(file.path, file)
    for (const { name } of file.queries) if (!this.#pathOf.has(name)) this.#pathOf.set(name, file.path)
  }

  #forget(path: string): void {
    this.#files.delete(path)
    for (const [name, where] of this.#pathOf) if (where === path) this.#pathOf.delete(name)
  }
}

/** Whether a file says of a query what was saved; how it is written does not matter. */
export function isSameQuery(one: FileSavedQuery, other: FileSavedQuery): boolean {
  const { renamed_from: _, waivers: __, ...left } = one
  const { renamed_from: ___, waivers: ____, ...right } = other
  return isDeepStrictEqual(plain(left), plain(right))
}

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))

function replaceQuery(file: QueryFileOfGit, name: string, query: FileSavedQuery | undefined): string {
  const document = parseDocument(file.text, { version: '1.2', schema: 'core' })
  const index = file.queries.findIndex((one) => one.name === name)
  if (query === undefined) document.deleteIn(['saved_queries', index])
  else document.setIn(['saved_queries', index], document.createNode(plain(query)))
  return document.toString({ lineWidth: 0 })
}
