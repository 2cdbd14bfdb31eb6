import type { ReportedCheck, ReportedQuery } from '@heddle/contract/changes.ts'
import { compareFindings } from '@heddle/domain/change/compare-findings.ts'
import { fitItems } from '@heddle/domain/change/fit-items.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { History, SharedSpan } from '../snapshots/index.ts'
import type { ChangeQueryRow, SideResult } from './changes.tables.ts'

export type CompareParts = { readonly history: Pick<History, 'comparePair'> }

/** What the report of a window says about a query. */
export type QueryVerdict = { readonly compared: ReportedQuery; readonly checked: ReportedCheck | null }

/** Listed of each query and kind; all of it is in the captures. */
const MOST_ROWS = 500
const MOST_FINDINGS = 200

const DELETED = 'A capture was deleted before the two were compared.'

/** Compares what was captured of a query at both ends, in at most so many characters. */
export async function compareQuery(
  { history }: CompareParts,
  actor: Pick<Actor, 'id' | 'group'>,
  query: ChangeQueryRow,
  { room, shared }: { readonly room: number; readonly shared: SharedSpan },
  signal: AbortSignal,
): Promise<QueryVerdict> {
  const [before, after] = [query.before?.snapshot, query.after?.snapshot]
  if (before == null) return notCompared(query, `Not captured before: ${query.before?.reason ?? ''}`)
  if (after == null) return notCompared(query, `Not captured after: ${query.after?.reason ?? ''}`)
  const pair = await history.comparePair(actor, { before, after, most: MOST_ROWS, shared }, signal)
  if (!pair) return notCompared(query, DELETED)
  const { summary, blame, truncated, added, removed, changed } = pair
  const fitted = fitItems({ removed, added, changed }, room)
  const lists = fitted.lists as Pick<ReportedQuery, 'added' | 'removed' | 'changed'>
  const compared = { ...headOf(query), reason: null, summary, ...lists, truncated: truncated || fitted.isCut, blame }
  return { compared, checked: checkOf(query) }
}

export const notCompared = (query: ChangeQueryRow, reason: string): QueryVerdict => ({
  compared: {
    ...{ ...headOf(query), reason, summary: null },
    ...{ added: [], removed: [], changed: [], truncated: false, blame: null },
  },
  checked: checkOf(query),
})

const headOf = ({ savedQueryId, name, before, after }: ChangeQueryRow) => ({
  ...{ saved_query: savedQueryId, name },
  ...{ snapshot_a: before?.snapshot ?? null, snapshot_b: after?.snapshot ?? null },
})

/** Null for a query that expects nothing. A run that failed on one side found nothing there, which proves nothing. */
function checkOf({ savedQueryId, name, severity, before, after }: ChangeQueryRow): ReportedCheck | null {
  if (!before || !after || !(before.isJudged || after.isJudged)) return null
  const comparable = before.isJudged && after.isJudged
  const none = { new_findings: [], gone_findings: [], still: 0 }
  const { new_findings, gone_findings, still } = comparable ? compareFindings(before.items, after.items) : none
  return {
    ...{ saved_query: savedQueryId, name, severity, before: stateOf(before), after: stateOf(after), still },
    new_findings: new_findings.slice(0, MOST_FINDINGS),
    gone_findings: gone_findings.slice(0, MOST_FINDINGS),
    truncated:
      !before.areAllItems || !after.areAllItems || Math.max(new_findings.length, gone_findings.length) > MOST_FINDINGS,
  }
}

const stateOf = ({ status, reason, findings }: SideResult) => ({ status, reason, findings })
