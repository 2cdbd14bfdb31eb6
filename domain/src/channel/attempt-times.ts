const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after the first attempt each of them is: then twice a day, and a last one after three days. */
const OFFSETS_MS = [
  0,
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 22, 34, 46, 58, 70, 72].map((hours) => hours * HOUR),
]
export const GIVEN_UP_AFTER_MS = 72 * HOUR

/**
 * When to try again after so many attempts; null: given up. What waited behind another message is tried once, however
 * old it is, but not again after its three days, or a backlog would take three days for each message in it.
 */
export function nextAttemptAt(
  message: { readonly createdAt: Date; readonly firstAttemptAt: Date; readonly attempts: number },
  now: Date,
): Date | null {
  // What is long overdue, because the server was off, is left out.
  const due = now.getTime() - message.firstAttemptAt.getTime() - MINUTE
  const offset = OFFSETS_MS.slice(message.attempts).find((one) => one > due)
  const latest = message.createdAt.getTime() + GIVEN_UP_AFTER_MS
  if (offset === undefined || latest <= now.getTime()) return null
  return new Date(Math.max(now.getTime(), Math.min(message.firstAttemptAt.getTime() + offset, latest)))
}
