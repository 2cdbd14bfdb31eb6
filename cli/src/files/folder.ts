import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rmdir, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { CommandError } from '../terminal.ts'
import type { Work } from '../command.ts'
import {
  type Content,
  type FileFault,
  type FolderFile,
  type Item,
  PLATFORM_LISTS,
  readFolderFile,
  ROOT_FILE,
  type Scope,
} from './folder-file.ts'

/** The category that stands for all of them. */
export const EVERYTHING = '/'

type Folder = { readonly files: readonly FolderFile[]; readonly faults: readonly FileFault[] }

/** All YAML files of a folder and those below it; hidden ones are left out. */
export async function readFolder(folder: string): Promise<Folder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw new CommandError(`${folder} cannot be read: ${(error as Error).message}`)
  })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort()
  const read = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(join(folder, path))
      return notText(path, bytes) ?? readFolderFile(path, bytes.toString('utf8'))
    }),
  )
  return { files: read.filter(isFile), faults: read.filter((file) => !isFile(file)).flat() as readonly FileFault[] }
}

/** What is no UTF-8 would be read as other characters than its author wrote. */
function notText(path: string, bytes: Buffer): readonly FileFault[] | undefined {
  if (isUtf8(bytes)) return undefined
  const lines = bytes.toString('latin1').split('\n')
  const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')))
  return [{ file: path, line, field: '', message: 'This is no UTF-8: save the file in that encoding.' }]
}

const isFile = (file: FolderFile | readonly FileFault[]): file is FolderFile => 'content' in file

/** A file is replaced as a whole, so that an interrupted pull leaves no half ones. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    const draft = join(dirname(file), `.${randomUUID()}`)
    await writeFile(draft, text)
    await rename(draft, file)
  }
}

/** Removes files, and the folders that are empty then. */
export async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await unlink(join(folder, path))
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
      const isEmpty = await rmdir(join(folder, parent)).then(
        () => true,
        () => false,
      )
      if (!isEmpty) break
    }
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** What to pull: as given, or as the last pull remembered it. Lists that are given are added. */
export function scopeOf(files: readonly FolderFile[], given: Scope): Scope {
  const remembered = files.find(({ path }) => path === ROOT_FILE)?.content.scope ?? {}
  if (given.category !== undefined && remembered.category !== undefined && given.category !== remembered.category)
    throw new CommandError(`This folder holds "${remembered.category}": pull "${given.category}" into another one.`)
  const category = given.category ?? remembered.category
  const kinds = PLATFORM_LISTS.filter((list) => [given, remembered].some((scope) => scope.kinds?.includes(list)))
  return { ...(category !== undefined && { category }), ...(kinds.length > 0 && { kinds }) }
}

/**
 * What the server has in a scope, with the tasks of others that the files have, which only their owners export. Where
 * a task in the files says whose it is, all of them do.
 */
export async function exportFolder(
  { heddle }: Pick<Work, 'heddle'>,
  scope: Scope = {},
  { tasks = [], owners = tasks.some(({ owner }) => owner !== undefined) }: FilesTasks = {},
): Promise<Content> {
  const { category, kinds = [] } = scope
  const reply = await heddle.queries.export({
    format: 'json',
    ...(category !== undefined && { category: category === EVERYTHING ? EVERYTHING : `/${category}` }),
    ...(kinds.length > 0 && { include: kinds.join(',') }),
    ...(owners && { owners }),
  })
  const { version, categories, ...lists } = await reply.json()
  const items = Object.entries(lists).map(([list, things]) => [list, things.map((thing) => ({ ...thing }))] as const)
  const content = {
    ...{ version, categories },
    ...(Object.keys(scope).length > 0 && { scope }),
    ...(Object.fromEntries(items) as unknown as Pick<Content, 'saved_queries' | 'scheduled_tasks'>),
  }
  return owners ? withTasksOfOthers(content, tasks, (await heddle.auth.profile.get()).username) : content
}

type FilesTasks = { readonly tasks?: readonly Item[]; readonly owners?: boolean }

function withTasksOfOthers(content: Content, tasks: readonly Item[], self: string): Content {
  const queries = new Set<unknown>(content.saved_queries.map(({ name }) => name))
  const others = tasks.filter(
    ({ owner, saved_query: query }) => owner !== undefined && owner !== self && queries.has(query),
  )
  const all = [...content.scheduled_tasks, ...others].sort((one, other) => (one.name < other.name ? -1 : 1))
  return { ...content, scheduled_tasks: all }
}
