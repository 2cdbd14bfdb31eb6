import type { Verdict } from './run-tests.ts'

export type Judged = {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  readonly verdict: Verdict
}

const WIDTH = 60

/** Prints the mutants that nobody noticed, of some files or all, and the share of those that somebody did. */
export function describeMutants(folder: string, mutants: readonly Judged[], only: readonly string[]): number {
  for (const { file, line, mutator, original, replacement, verdict } of mutants) {
    if (isNoticed(verdict) || verdict === 'static' || (only.length > 0 && !only.includes(file))) continue
    const [before, after] = [original, replacement].map((text) => text.slice(0, WIDTH))
    console.log(`${verdict} ${file}:${line} ${mutator}: ${before} → ${after}`)
  }
  const files = [...new Set(mutants.map(({ file }) => file))].sort()
  for (const file of files)
    console.log(
      share(
        file,
        mutants.filter((one) => one.file === file),
      ),
    )
  console.log(share(folder, mutants))
  return scoreOf(mutants)
}

const isNoticed = (verdict: Verdict): boolean => verdict === 'killed' || verdict === 'endless'

/** Of those that can be switched on. */
function scoreOf(mutants: readonly Judged[]): number {
  const judged = mutants.filter(({ verdict }) => verdict !== 'static')
  return judged.length === 0 ? 1 : judged.filter(({ verdict }) => isNoticed(verdict)).length / judged.length
}

function share(name: string, mutants: readonly Judged[]): string {
  const count = (verdict: Verdict): number => mutants.filter((one) => one.verdict === verdict).length
  const rest = (['survived', 'unreached', 'static'] as const).map((verdict) => `${count(verdict)} ${verdict}`)
  return `${name}: ${(100 * scoreOf(mutants)).toFixed(1)} % of ${mutants.length - count('static')} (${rest.join(', ')})`
}
