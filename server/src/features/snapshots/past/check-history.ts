import { failingSince } from '@heddle/domain/expectation/failing-since.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors, NotFound } from '../../../kernel/errors.ts'
import type { SnapshotArchive, SnapshotRow } from '../../archive/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { TooMuchRowWork } from '../../row-work/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'
import { type CaptureJudgement, judgeCaptures, type JudgeParts } from './judge-captures.ts'

type Parts = JudgeParts & {
  readonly archive: Pick<SnapshotArchive, 'newest'>
  readonly reading: Pick<SnapshotReading, 'snapshotsOf' | 'snapshotIfAny'>
  readonly queries: Pick<SavedQueriesService, 'find'>
}

export type CheckHistoryOrder = {
  readonly savedQuery: string
  readonly connection: string | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
}

type JudgedSnapshot = Pick<CaptureJudgement, 'status' | 'findings'> & { readonly snapshot: SnapshotRow }
/** Oldest first. `failedSince`: the first of the failures that reach to the newest. */
export type CheckHistory = {
  readonly results: readonly JudgedSnapshot[]
  readonly failedSince: SnapshotRow | undefined
}

const MOST_CAPTURES = 1_000
const NOTHING_EXPECTED = 'This saved query expects nothing, so there is nothing to judge its captures by.'

/**
 * Judges the newest captures of a query on one connection by what it expects now: on the given one, or that of its
 * newest capture. Nothing is run, and `when` is not asked.
 */
export async function checkHistory(
  parts: Parts,
  actor: Pick<Actor, 'id' | 'group'>,
  { savedQuery, connection, from, to }: CheckHistoryOrder,
  signal: AbortSignal,
): Promise<CheckHistory> {
  const { archive, reading, queries } = parts
  const query = await queries.find(savedQuery)
  if (!query) throw new NotFound('This saved query does not exist.')
  const { expect } = query
  if (expect === null) throw new FieldErrors({ saved_query: [NOTHING_EXPECTED] })
  const on = connection ?? (await archive.newest(savedQuery, undefined, to))?.controllerConnectionId
  if (on === undefined) return { results: [], failedSince: undefined }
  const snapshots = await reading.snapshotsOf(savedQuery, { connection: on, from, to, limit: MOST_CAPTURES })
  const found = await judgeCaptures(parts, { ...query, expect }, snapshots, { actor, signal }).catch(throwAsFault)
  if ('fault' in found) throw new FieldErrors({ saved_query: [found.fault] })
  const judged = snapshots.map((snapshot, index) => ({ snapshot, ...found.judged[index]! })).reverse()
  const results: JudgedSnapshot[] = []
  // One that was deleted while it was read is no longer part of the past.
  for (const one of judged)
    if (one.status !== 'error' || (await reading.snapshotIfAny(one.snapshot.id))) results.push(one)
  return { results, failedSince: failingSince(results)?.snapshot }
}

function throwAsFault(error: unknown): never {
  if (!(error instanceof TooMuchRowWork)) throw error
  throw new FieldErrors({ from_date: [`${error.message} Ask for fewer captures, with a later from_date.`] })
}
