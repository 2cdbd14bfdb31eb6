import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findWideComments } from './comment-width.ts'
import { findLiteralWords } from './literal-words.ts'
import { findSilentExceptions } from './lint-exceptions.ts'
import type { Fault } from './pieces.ts'
import { findOddPhrases } from './plain-english.ts'
import { readCode } from './read-code.ts'
import { readMarkdown } from './read-markdown.ts'

// Rules of our own about what people read. Everything else is for oxlint (.oxlintrc.json), which knows the types.
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS_OF_OTHERS = new Set(['node_modules', 'dist', '.dist', '.git', 'data', 'coverage'])
/** Markup of the web UI, whose words are elsewhere. */
const WITHOUT_WORDS = /^web\/src\/(?!testing\/).*(?<!\.test)\.tsx$/
const PATHS_OF_OTHERS = /^(server\/assets|client\/src\/generated)\//

const faultsIn = (path: string): readonly Fault[] => {
  const source = readFileSync(`${ROOT}${path}`, 'utf8')
  if (path.endsWith('.md')) return findOddPhrases(readMarkdown(path, source))
  const file = readCode(path, source)
  // The phrases themselves are in checks/.
  const phrases = path.startsWith('checks/') ? [] : findOddPhrases(file)
  const words = WITHOUT_WORDS.test(path) ? findLiteralWords(file) : []
  return [...findWideComments(file), ...findSilentExceptions(file), ...phrases, ...words]
}

const paths = globSync('**/*.{ts,tsx,md}', {
  cwd: ROOT,
  exclude: (path) => FOLDERS_OF_OTHERS.has(path.split('/').at(-1)!),
}).filter((path) => !PATHS_OF_OTHERS.test(path))
const faults = paths.sort().flatMap(faultsIn)
for (const { path, line, column, message } of faults) console.error(`${path}:${line}:${column} ${message}`)
if (faults.length > 0) process.exitCode = 1
