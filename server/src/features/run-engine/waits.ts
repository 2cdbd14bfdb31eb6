const BAD_PAGE_TRIES = 3
const BAD_PAGE_TRIES_IN_BACKGROUND = 10
const BAD_PAGE_DELAY_MS = 200
const FIRST_BUSY_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000

/**
 * How long to wait before asking a busy controller again, without end: the run's deadline ends it. Doubles up to a
 * minute.
 */
export function busyDelay(tried: number): number {
  return Math.min(FIRST_BUSY_DELAY_MS * 2 ** (tried - 1), LONGEST_DELAY_MS)
}

/**
 * The same for a page that does not add up; undefined to give up. An overloaded controller sends such pages for a
 * while, a faulty one always, so even in the background the wait ends after two minutes.
 */
export function badPageDelay(tried: number, isPatient: boolean): number | undefined {
  if (tried < BAD_PAGE_TRIES) return BAD_PAGE_DELAY_MS * (tried + 1)
  return isPatient && tried < BAD_PAGE_TRIES_IN_BACKGROUND ? busyDelay(tried - BAD_PAGE_TRIES + 1) : undefined
}
