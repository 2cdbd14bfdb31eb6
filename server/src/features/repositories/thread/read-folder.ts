import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { PLATFORM_LISTS } from '@heddle/contract/platform-files.ts'
import type { RepositoryFault } from '@heddle/contract/repositories.ts'
import { pathsUpTo } from '@heddle/domain/query-files/folders.ts'
import { isWireObject, type WireObject } from '@heddle/domain/canvas/wire.ts'
import type { GitFile } from '../../../adapters/git/read-files.ts'
import { readYaml } from '../../../platform/yaml/read-yaml.ts'

/** A file of saved queries, as far as it can be read. */
export type QueryFileOfGit = GitFile & {
  readonly queries: readonly FileSavedQuery[]
  /** Whether it says anything else than one saved query. */
  readonly isShared: boolean
  readonly content: WireObject
}

type Parsed = { readonly file: QueryFileOfGit } | { readonly faults: readonly RepositoryFault[] }

/** What `heddle pull` writes besides: tasks belong to people, the rest to the installation or to the command. */
const PASSED_OVER = new Set<string>(['version', 'scope', 'scheduled_tasks', ...PLATFORM_LISTS])
const READ = new Set(['categories', 'saved_queries'])

export function parseFile(file: GitFile): Parsed {
  const fault = (...messages: readonly string[]): Parsed => ({
    faults: messages.map((message) => ({ file: file.path, message })),
  })
  const read = readYaml(file.text)
  if ('faults' in read) return fault(...read.faults)
  const content: unknown = read.json === '' ? null : JSON.parse(read.json)
  if (!isWireObject(content) || content.version !== 1)
    return fault('This is no file of saved queries: it lacks `version: 1`.')
  const unknown = Object.keys(content).filter((key) => !PASSED_OVER.has(key) && !READ.has(key))
  if (unknown.length > 0) return fault(`There is no such key: ${unknown.slice(0, 5).join(', ').slice(0, 200)}.`)
  const { saved_queries: queries = [], categories = [], scheduled_tasks: tasks = [] } = content
  if (!Array.isArray(queries) || !Array.isArray(categories)) return fault('Expected lists.')
  const nameless = queries.findIndex((query) => !isWireObject(query) || typeof query.name !== 'string')
  if (nameless >= 0) return fault(`saved_queries.${nameless}: expected an object with a name.`)
  const isShared = queries.length !== 1 || categories.length > 0 || (Array.isArray(tasks) && tasks.length > 0)
  return { file: { ...file, content, queries: queries as FileSavedQuery[], isShared } }
}

/** The files of a repository as the body of an import, confined to a folder. */
export function joinFolder(files: readonly GitFile[], folder: string) {
  const faults: RepositoryFault[] = []
  const places = new Map<string, string>()
  const categories = new Set<string>()
  const queries: WireObject[] = []
  const addFolder = (path: unknown) => {
    if (typeof path !== 'string' || !path.startsWith(`${folder}/`)) return
    for (const one of pathsUpTo(path)) if (one.startsWith(`${folder}/`)) categories.add(one)
  }
  for (const file of files) {
    const parsed = parseFile(file)
    if ('faults' in parsed) {
      faults.push(...parsed.faults)
      continue
    }
    for (const path of (parsed.file.content.categories as readonly unknown[] | undefined) ?? []) addFolder(path)
    for (const query of parsed.file.queries) {
      const before = places.get(query.name)
      if (before !== undefined)
        faults.push({ file: file.path, message: `"${query.name.slice(0, 200)}" is in ${before} already: remove one.` })
      places.set(query.name, file.path)
      const { category = folder } = query
      addFolder(category)
      queries.push({ ...query, category })
    }
  }
  const document = JSON.stringify({
    ...{ version: 1, categories: [...categories], saved_queries: queries },
    ...{ delete_missing: true, scope: { category: folder } },
  })
  return { document, places: Object.fromEntries(places), faults: faults.slice(0, 200) }
}
