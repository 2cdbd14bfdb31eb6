import type { CheckResults } from '@heddle/contract/checks.ts'
import { escapeMarkup as escaped } from './escape-markup.ts'

/** One query of a finished check. */
export type JunitCase = Pick<CheckResults['results'][number], 'name' | 'status' | 'reason'> & {
  /** `<pack>/<check>` of a pack, where names may change with its version. */
  readonly packId: string | null
  /** The path of its folder; empty for none. */
  readonly folder: string
  readonly durationMs: number | null
}

const NO_FOLDER = 'No folder'
/** Characters of an instant up to its seconds. */
const SECONDS = 19

/** The report that build servers read: a suite for each folder. */
export function* junitReport(cases: readonly JunitCase[], startedAt?: Date): Generator<string> {
  const time = startedAt === undefined ? '' : ` timestamp="${startedAt.toISOString().slice(0, SECONDS)}Z"`
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(cases)}>\n`
  for (const [folder, inFolder] of Map.groupBy(cases, (one) => one.folder || NO_FOLDER)) {
    yield `  <testsuite name="${escaped(folder)}"${counts(inFolder)}${time}>\n`
    for (const one of inFolder) yield testCase(one, folder)
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

function counts(cases: readonly JunitCase[]): string {
  const having = (status: JunitCase['status']) => cases.filter((one) => one.status === status).length
  const skipped = cases.filter(({ status }) => isSkipped(status)).length
  const milliseconds = cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  return ` tests="${cases.length}" failures="${having('failed')}" errors="${having('error')}" skipped="${skipped}" time="${seconds(milliseconds)}"`
}

/** It says nothing about the fabric, or somebody has taken it on. */
const isSkipped = (status: JunitCase['status']): boolean => status === 'not_applicable' || status === 'waived'

function testCase({ name, packId, status, reason, durationMs }: JunitCase, folder: string): string {
  const head = `    <testcase name="${escaped(packId ?? name)}" classname="${escaped(folder)}" time="${seconds(durationMs ?? 0)}"`
  // It passes: what a person has to judge breaks no build.
  if (status === 'look') return `${head}>\n      <system-out>${escaped(reason ?? '')}</system-out>\n    </testcase>\n`
  if (isSkipped(status)) {
    const text = reason === null ? '' : ` message="${escaped(reason)}"`
    return `${head}>\n      <skipped${text}/>\n    </testcase>\n`
  }
  if (status !== 'failed' && status !== 'error') return `${head}/>\n`
  const element = status === 'failed' ? 'failure' : 'error'
  const text = escaped(reason ?? '')
  return `${head}>\n      <${element} message="${text}">${text}</${element}>\n    </testcase>\n`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)
