import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../terminal.ts'

const MOST_FILES = 5_000
const LARGEST_FILE_BYTES = 1_000_000
/** What belongs to a pack; anything else in the folder, such as `.git`, stays there. */
const PARTS = ['checks', 'fixtures']
const MANIFEST = 'heddle-pack.yaml'

/** The texts of the files of a pack, by their paths from the folder on. Links are not followed. */
export async function readPackFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  await requireManifest(folder)
  const paths = [MANIFEST]
  for (const part of PARTS) paths.push(...(await filesIn(folder, part)))
  if (paths.length > MOST_FILES) throw new CommandError(`${folder}: more than ${MOST_FILES} files.`)
  for (const path of paths.sort()) {
    const { size } = await stat(join(folder, path))
    if (size > LARGEST_FILE_BYTES) throw new CommandError(`${path}: larger than 1 MB.`)
    files.set(path, await readFile(join(folder, path), 'utf8'))
  }
  return files
}

async function requireManifest(folder: string): Promise<void> {
  const found = await stat(join(folder, MANIFEST)).catch(() => undefined)
  if (found?.isFile() !== true)
    throw new CommandError(`There is no ${MANIFEST} in ${folder}. \`heddle pack new <folder>\` begins a pack.`)
}

async function filesIn(folder: string, part: string): Promise<readonly string[]> {
  const directory = await opendir(join(folder, part)).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new CommandError(`${part} cannot be read: ${message}`)
  })
  const found: string[] = []
  for await (const entry of directory ?? []) {
    if (!entry.isFile())
      throw new CommandError(`${part}/${entry.name} is no file: links and folders have no place here.`)
    if (!entry.name.startsWith('.')) found.push(`${part}/${entry.name}`)
  }
  return found
}
