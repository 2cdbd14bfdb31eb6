/** A waiver as a run sees it: of its query, and not ended. */
export type ActiveWaiver = {
  readonly id: string
  /** A pattern for the whole resource: `*` is any text, `?` one character. */
  readonly resource: string
  /** The name of the controller whose findings it is for; null: any. */
  readonly controller: string | null
}

/** The first of the waivers that a finding falls under; where a check misses rows, only `*` fits. */
export function waiverOf(
  waivers: readonly ActiveWaiver[],
  resource: string | null,
  controller: string | null,
): ActiveWaiver | undefined {
  return waivers.find(
    (waiver) =>
      (waiver.controller === null || waiver.controller === controller) &&
      matchesPattern(waiver.resource, resource ?? ''),
  )
}

/** Whether a pattern with `*` and `?` is all of a text. Takes no more steps than their lengths multiplied. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [wanted, given] = [Array.from(pattern), Array.from(text)]
  let [at, next, star, mark] = [0, 0, -1, 0]
  while (at < given.length) {
    if (wanted[next] === '*') {
      star = next
      mark = at
      next += 1
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === given[at])) {
      next += 1
      at += 1
    } else if (star >= 0) {
      mark += 1
      at = mark
      next = star + 1
    } else return false
  }
  return wanted.slice(next).every((sign) => sign === '*')
}
