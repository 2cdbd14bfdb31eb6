import type { CheckResults } from '@heddle/client'
import type { Work } from '../command.ts'
import type { Severity } from './fail-on.ts'

/** Waits until a check has finished, also while the server restarts. An interruption says how to go on with it. */
export async function followCheck(
  { heddle, progress, terminal }: Work,
  id: string,
  failOn: Severity,
): Promise<CheckResults> {
  const resume = `heddle check --resume ${id}${failOn === 'none' ? '' : ` --fail-on ${failOn}`}`
  const tell = () => void terminal.stderr.write(`The check goes on: \`${resume}\` shows it.\n`)
  terminal.signal.addEventListener('abort', tell, { once: true })
  const onState = (check: CheckResults) => progress.bar('queries', judgedOf(check), check.total)
  try {
    return await heddle.waitFor.check(id, { signal: terminal.signal, onState })
  } finally {
    terminal.signal.removeEventListener('abort', tell)
  }
}

const judgedOf = (check: CheckResults): number =>
  check.passed + check.failed + check.look + check.not_applicable + check.waived + check.errored
