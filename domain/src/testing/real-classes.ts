import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClassRow } from './search-world.ts'

const file = join(
  process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../shared/data'),
  'mim-index',
  'search.txt',
)

/** Whether the list of all real class names exists. Warns if not, because tests that need it are then skipped. */
export const hasRealClasses = existsSync(file)
if (!hasRealClasses) console.warn(`SKIPPED: search over the real class names, because ${file} is absent`)

/** All real classes with their label and the first sentence of their comment. */
export function readRealClasses(): ClassRow[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [name = '', rank = '', label = '', description = ''] = line.split('\t')
    return { name, rank: Number(rank), label, description }
  })
}
