import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { runTests } from './run-tests.ts'
import { describeMutants, type Judged } from './describe-mutants.ts'

/**
 * `npm run mutants -- <folder>`: the changes that Stryker makes to the code of a folder of `domain/src`, and which of
 * them the tests of the folder notice. Works on a copy, so that nothing is changed here.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Of all mutants of a folder. */
const LEAST_KILLED = 0.85

const silent = () => undefined
const LOGGER = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
  ...{ isTraceEnabled: isOff, isDebugEnabled: isOff, isInfoEnabled: isOff, isWarnEnabled: isOff },
  ...{ isErrorEnabled: isOff, isFatalEnabled: isOff },
}
function isOff(): boolean {
  return false
}

async function findMutants(folder: string, copy: string): Promise<Judged[]> {
  cpSync(join(ROOT, 'domain'), join(copy, 'domain'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const sources = readdirSync(join(copy, 'domain/src', folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join('domain/src', folder, path))
  const files = sources.map((path) => {
    const name = join(copy, path)
    return { name, mutate: true, content: readFileSync(name, 'utf8') }
  })
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const options = { plugins: null, excludedMutations: [], ignorers: [] }
  const { files: instrumented, mutants } = await new Instrumenter(LOGGER).instrument(files, options)
  for (const { name, content } of instrumented) writeFileSync(name, content)
  const verdicts = await runTests(copy, folder)
  return mutants.map(({ id, fileName, mutatorName, location, replacement }) => ({
    file: relative(join(copy, 'domain/src', folder), fileName),
    line: location.start.line + 1,
    mutator: mutatorName,
    replacement: replacement.replaceAll(/\s+/g, ' '),
    original: texts.get(fileName)![location.start.line]!.trim(),
    verdict: verdicts.get(id) ?? 'unreached',
  }))
}

const [folder, ...only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder of domain/src, such as: npm run mutants -- filter')
const copy = mkdtempSync(join(tmpdir(), 'heddle-mutants-'))
try {
  const score = describeMutants(folder, await findMutants(folder, copy), only)
  process.exitCode = score >= LEAST_KILLED ? 0 : 1
} finally {
  rmSync(copy, { recursive: true })
}
