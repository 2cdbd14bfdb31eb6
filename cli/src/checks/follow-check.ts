import { setTimeout as pause } from 'node:timers/promises'
import { type CheckResults, HeddleError } from '@heddle/client'
import type { Work } from '../command.ts'
import type { Severity } from './fail-on.ts'

const POLL_MS = 500
const LONGEST_POLL_MS = 5_000
/** A server that restarts, or is replaced by another one, is back within minutes. */
const MOST_UNANSWERED = 60

/** Waits until a check has finished, also while the server restarts. An interruption says how to go on with it. */
export async function followCheck(
  { heddle, progress, terminal }: Work,
  id: string,
  failOn: Severity,
): Promise<CheckResults> {
  const resume = `heddle check --resume ${id}${failOn === 'none' ? '' : ` --fail-on ${failOn}`}`
  const tell = () => void terminal.stderr.write(`The check goes on: \`${resume}\` shows it.\n`)
  terminal.signal.addEventListener('abort', tell, { once: true })
  const read = async (): Promise<CheckResults> => (await heddle.queries.checks.get(id)).json()
  try {
    for (let unanswered = 0; ;) {
      const check = await read().catch((error: unknown) => {
        if (!isAway(error) || unanswered >= MOST_UNANSWERED) throw error
        return undefined
      })
      if (check) progress.bar('queries', judgedOf(check), check.total)
      if (check?.status === 'finished') return check
      unanswered = check ? 0 : unanswered + 1
      const ms = Math.min(POLL_MS * 2 ** unanswered, LONGEST_POLL_MS)
      await pause(ms, undefined, { signal: terminal.signal })
    }
  } finally {
    terminal.signal.removeEventListener('abort', tell)
  }
}

const judgedOf = (check: CheckResults): number =>
  check.passed + check.failed + check.look + check.not_applicable + check.waived + check.errored

/** The check itself survives the process that answers. */
const isAway = (error: unknown): boolean =>
  error instanceof HeddleError && [0, 429, 502, 503, 504].includes(error.status)
