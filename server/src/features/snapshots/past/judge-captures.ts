import type { Expect } from '@heddle/contract/queries.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { type Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { laneOf } from '../../../kernel/lane.ts'
import { type SnapshotArchive, SnapshotGone, type SnapshotRow } from '../../archive/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import { findMerge } from '../../executions/index.ts'
import { subjectOf } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { JudgedCapture, RowSession, RowWork } from '../../row-work/index.ts'
import type { FoundFindings } from '../../run-engine/index.ts'
import type { WaiversService } from '../../waivers/index.ts'

export type JudgeParts = {
  readonly archive: Pick<SnapshotArchive, 'listChunks' | 'readChunks'>
  readonly rowWork: Pick<RowWork, 'use'>
  readonly waivers: Pick<WaiversService, 'activeOf'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly clock: Clock
}

/** What is expected of the captures of a query. */
export type JudgedQuery = Pick<
  NonNullable<Awaited<ReturnType<SavedQueriesService['find']>>>,
  'id' | 'parameters' | 'look' | 'resource' | 'reason' | 'severity' | 'pack'
> & { readonly expect: Expect }

export type CaptureJudgement = JudgedCapture | { readonly status: 'error'; readonly reason: string; findings: 0 }

type Terms = {
  readonly actor: Pick<Actor, 'id' | 'group'>
  readonly variables?: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Of processor time. A million rows that are different in each capture take about ten. */
const JUDGING_MS = 20 * SECOND
/** As the archive reads for a file: at most 256 kB each, and a few in practice. */
const CHUNKS_AT_ONCE = 32
const GONE = 'The rows of this snapshot are not complete.'

/** What is wrong with an expectation whatever the rows are. */
type Faulty = { readonly fault: string }

/**
 * Judges snapshots of one lineage by what their query expects now, with the waivers of now, each set of rows once; in
 * the order given. Throws `TooMuchRowWork`.
 */
export async function judgeCaptures(
  parts: JudgeParts,
  query: JudgedQuery,
  snapshots: readonly SnapshotRow[],
  terms: Terms,
): Promise<Faulty | { readonly judged: readonly CaptureJudgement[] }> {
  const [first] = snapshots
  if (!first) return { judged: [] }
  return withJudge(parts, query, first, terms, async (judge) => {
    const known = new Map<string, CaptureJudgement>()
    const judged: CaptureJudgement[] = []
    for (const snapshot of snapshots) {
      const key = JSON.stringify([snapshot.versionHash, snapshot.columns])
      const judgement = known.get(key) ?? (await judgeOne(parts, judge, snapshot))
      if (judgement.status !== 'error') known.set(key, judgement)
      judged.push(judgement)
    }
    return { judged }
  })
}

/** Judges one snapshot likewise, and returns what was found. */
export const judgeCapture = (
  parts: JudgeParts,
  query: JudgedQuery,
  snapshot: SnapshotRow,
  terms: Terms,
): Promise<Faulty | (CaptureJudgement & { readonly found: FoundFindings | null })> =>
  withJudge(parts, query, snapshot, terms, async (judge) => {
    const judgement = await judgeOne(parts, judge, snapshot)
    return { ...judgement, found: judgement.status === 'error' ? null : await judge.call('found', undefined) }
  })

async function withJudge<Judged>(
  parts: JudgeParts,
  query: JudgedQuery,
  snapshot: SnapshotRow,
  terms: Terms,
  work: (judge: RowSession<'captures'>) => Promise<Judged>,
): Promise<Faulty | Judged> {
  const start = await startOf(parts, query, snapshot, terms)
  const use = { lane: laneOf(terms.actor), signal: terms.signal, workMs: JUDGING_MS }
  return parts.rowWork.use('captures', start, use, async (judge) => {
    const fault = await judge.call('fault', undefined)
    return fault === undefined ? work(judge) : { fault }
  })
}

async function startOf(
  { waivers, connections, clock }: JudgeParts,
  query: JudgedQuery,
  { controllerConnectionId: connection, controllerConnectionIds: ids }: SnapshotRow,
  { variables = {} }: Terms,
) {
  const { id, expect, parameters, look, resource, reason, severity } = query
  const now = clock.now()
  const merge = await findMerge(connections, { merged: ids === null ? undefined : { ids, allowPartial: false } })
  const active = await waivers.activeOf(id, merge ?? connection, now)
  const findings = { ...onlyGiven({ resource, reason }), waivers: active, ...(merge && { merged: true }) }
  const foundIn = { connection, merge, judging: { subject: subjectOf(query), severity } }
  return { expect, parameters, variables, now: now.getTime(), look, findings, foundIn }
}

async function judgeOne(
  { archive }: JudgeParts,
  judge: RowSession<'captures'>,
  snapshot: SnapshotRow,
): Promise<CaptureJudgement> {
  try {
    const { columns, rowCount } = snapshot
    const begun = await judge.call('open', { columns, rowCount, chunks: await archive.listChunks(snapshot) })
    if ('fault' in begun) return failed(begun.fault)
    for (let start = 0; start < begun.missing.length; start += CHUNKS_AT_ONCE)
      await judge.call('see', await archive.readChunks(snapshot, begun.missing.slice(start, start + CHUNKS_AT_ONCE)))
    return await judge.call('judge', undefined)
  } catch (error) {
    if (error instanceof SnapshotGone) return failed(GONE)
    throw error
  }
}

const failed = (reason: string): CaptureJudgement => ({ status: 'error', reason, findings: 0 })
