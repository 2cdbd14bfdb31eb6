/** Shared by the tabs: input in one of them counts for all. */
const LAST_INPUT = 'heddle-last-input'
const PAUSE_BETWEEN_VISITS_MS = 30 * 60_000
const sinceKey = (userId: number): string => `heddle-away-since-${userId}`

/** When there was input last, in any tab of this browser. */
export const lastInput = (): number | undefined => timeOf(localStorage.getItem(LAST_INPUT))

export const noteInput = (now: number): void => localStorage.setItem(LAST_INPUT, String(now))

/** A pause of half an hour begins a new visit, which remembers when the one before it ended. */
export function noteVisit(userId: number, now: number): void {
  const last = lastInput()
  if (last !== undefined && now - last > PAUSE_BETWEEN_VISITS_MS) localStorage.setItem(sinceKey(userId), String(last))
}

/** When this user was last here, before this visit; undefined if that is not known. */
export const lastVisit = (userId: number): number | undefined => timeOf(localStorage.getItem(sinceKey(userId)))

function timeOf(stored: string | null): number | undefined {
  const time = Number(stored)
  return stored === null || !Number.isFinite(time) ? undefined : time
}
