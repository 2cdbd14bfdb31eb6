export type Outcome = { readonly name: string; readonly passed: boolean; readonly seconds: number }
/** A test that failed, or a file of tests that did, and the first lines of why. */
export type Failure = { readonly name: string; readonly why: string }
/** How long a file of tests took, loading included. */
export type FileTime = { readonly name: string; readonly seconds: number }
/** Tests of all steps together. */
export type Tally = {
  readonly passed: number
  readonly failures: readonly Failure[]
  readonly files: readonly FileTime[]
}

/** Where a shorter CI begins. */
const SLOWEST_FILES = 15

/** What `.ci/run` says in the end: how long steps and the slowest files took, what failed and why, what passed. */
export function summaryOf(
  outcomes: readonly Outcome[],
  tally: Tally,
  seconds: number,
  limitMinutes: number,
): { readonly text: string; readonly passed: boolean } {
  const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name)
  const isLate = seconds > limitMinutes * 60
  const width = Math.max(...outcomes.map(({ name }) => name.length), 'all'.length)
  const line = (name: string, taken: number, remark = ''): string =>
    `   ${name.padEnd(width)} ${taken.toFixed(0).padStart(5)} s${remark}`
  const text = [
    '== seconds',
    ...outcomes.map(({ name, passed, seconds: taken }) => line(name, taken, passed ? '' : '  FAILED')),
    line('all', seconds),
    ...slowest(tally.files),
    ...(failed.length > 0 ? [`== failed: ${failed.join(', ')}`] : []),
    ...(isLate
      ? [
          `== failed: this took longer than ${limitMinutes} minutes (a slower machine raises CI_LIMIT_MINUTES); the table says where`,
        ]
      : []),
    ...tally.failures.map(({ name, why }) => `== failed: ${name}\n${why.replaceAll(/^/gm, '   ')}`),
    `${tally.passed} passed, ${tally.failures.length} failed`,
  ].join('\n')
  return { text, passed: failed.length === 0 && tally.failures.length === 0 && !isLate }
}

function slowest(files: readonly FileTime[]): readonly string[] {
  if (files.length === 0) return []
  const shown = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES)
  return [
    '== slowest files of tests',
    ...shown.map(({ name, seconds }) => `   ${seconds.toFixed(0).padStart(5)} s  ${name}`),
  ]
}

/** Adds up what each run of Vitest wrote, a line of JSON each. */
export function addUp(lines: string): Tally {
  const tallies = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tally)
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    files: tallies.flatMap(({ files }) => files),
  }
}
