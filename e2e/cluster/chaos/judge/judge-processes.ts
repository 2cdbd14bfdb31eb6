import { fault, type Findings } from './findings.ts'
import type { Slot } from '../slot.ts'

/** As the logger writes them. */
const FATAL = 60
const ERROR = 50
const MOST_KINDS = 8

type Line = {
  readonly level: number
  readonly msg: string
  readonly route?: string
  readonly err?: { readonly message?: string }
}

/** Whether all processes live, and what they have logged. */
export function judgeProcesses(slots: readonly Slot[]): Findings {
  const lines = slots.flatMap(({ past }) => past.flatMap((one) => one.log().flatMap(read)))
  const fatal = lines.filter(({ level }) => level >= FATAL)
  const errors = Map.groupBy(
    lines.filter(({ level }) => level === ERROR),
    ({ msg, route, err }) => [msg, route, err?.message].filter(Boolean).join(': '),
  )
  const kinds = [...errors].map(([msg, { length }]) => `${length} × ${msg}`)
  return {
    problems: [
      ...fault('processes are not running', slots.flatMap((slot) => (slot.process() ? [] : slot.name))), // prettier-ignore
      ...fault('uncaught errors', fatal.map(({ msg, err }) => `${msg}: ${err?.message}`)), // prettier-ignore
      ...slots.flatMap(({ problems }) => problems),
    ],
    facts: [
      `${slots.reduce((sum, { past }) => sum + past.length, 0)} processes started in ${slots.length} places`,
      `errors logged: ${kinds.slice(0, MOST_KINDS).join('; ') || 'none'}`,
    ],
  }
}

function read(line: string): Line[] {
  if (!line.startsWith('{')) return []
  try {
    return [JSON.parse(line) as Line]
  } catch {
    // A process that was killed may have left half a line.
    return []
  }
}
