import { CHANGE_SEVERITIES, type DashboardChanges } from '@heddle/contract/dashboard.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { timestamp } from '../../kernel/instants.ts'
import { collectChanges, type DatedChange } from './collect-changes.ts'

type ChangesParts = { readonly database: Database; readonly clock: Clock }

export type RecentChangesService = {
  /** Worst first, then newest. */
  readonly list: (caller: Caller, asked: Date | undefined) => Promise<DashboardChanges>
}

const USUAL_WINDOW_MS = DAY
const LONGEST_WINDOW_MS = 30 * DAY
const MOST = 200

/** What happened while somebody was away, as far as they may see it. */
export const createRecentChanges = (parts: ChangesParts): RecentChangesService => ({
  list: (caller, asked) => listChanges(parts, caller, asked),
})

async function listChanges(
  { database, clock }: ChangesParts,
  caller: Caller,
  asked: Date | undefined,
): Promise<DashboardChanges> {
  const now = clock.now().getTime()
  const since = asked ?? new Date(now - USUAL_WINDOW_MS)
  if (now - since.getTime() > LONGEST_WINDOW_MS) throw new FieldErrors({ since: ['This is more than 30 days ago.'] })
  const window = { since, limit: MOST + 1 }
  const all = since.getTime() > now ? [] : await collectChanges(database.db, caller, window, now)
  const listed = all
    .toSorted((a, b) => rank(a) - rank(b) || b.atMs - a.atMs || (a.link < b.link ? -1 : 1))
    .slice(0, MOST)
  return {
    since: timestamp(since),
    results: listed.map(({ atMs: _, ...change }) => change),
    truncated: all.length > MOST,
  }
}

const rank = ({ severity }: DatedChange): number => CHANGE_SEVERITIES.indexOf(severity)
