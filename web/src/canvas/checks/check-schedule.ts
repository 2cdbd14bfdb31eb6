/** What decides when the server is asked next. Instants are milliseconds of one clock. */
export type CheckSchedule = {
  /** Of the first and the newest edit that the server has not been asked about. */
  readonly editedFirst?: number
  readonly editedLast?: number
  readonly askedLast?: number
  /** One question at a time. */
  readonly isAsking: boolean
  /** The server is busy until then. */
  readonly pausedUntil?: number
}

export const NEVER_CHECKED: CheckSchedule = { isAsking: false }

const AFTER_AN_EDIT_MS = 500
const WHILE_TYPING_MS = 2_000
/** About 35 questions a minute at most, and no more than four for a few seconds of typing. */
const APART_MS = 1_700

export const edited = ({ editedFirst, ...schedule }: CheckSchedule, now: number): CheckSchedule => ({
  ...schedule,
  editedFirst: editedFirst ?? now,
  editedLast: now,
})

/** Nothing is left to ask, as after Undo. */
export const settled = ({ editedFirst: _, editedLast: _last, ...schedule }: CheckSchedule): CheckSchedule => schedule

export const asking = (schedule: CheckSchedule, now: number): CheckSchedule => ({
  ...settled(schedule),
  askedLast: now,
  isAsking: true,
})

export const answered = (schedule: CheckSchedule): CheckSchedule => ({ ...schedule, isAsking: false })

/** The server said when it can be asked again; what it was asked is asked again then. */
export const refused = (schedule: CheckSchedule, now: number, seconds: number): CheckSchedule => ({
  ...edited(answered(schedule), now),
  pausedUntil: now + seconds * 1_000,
})

/** When to ask; undefined while there is nothing to ask, or an answer to wait for. */
export function dueAt({
  editedFirst,
  editedLast,
  askedLast,
  isAsking,
  pausedUntil,
}: CheckSchedule): number | undefined {
  if (isAsking || editedFirst === undefined || editedLast === undefined) return undefined
  const wanted = Math.min(editedLast + AFTER_AN_EDIT_MS, editedFirst + WHILE_TYPING_MS)
  return Math.max(wanted, (askedLast ?? -Infinity) + APART_MS, pausedUntil ?? -Infinity)
}
