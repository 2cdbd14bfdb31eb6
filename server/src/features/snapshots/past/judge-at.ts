import type { Actor } from '../../../kernel/caller.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import { TooMuchRowWork } from '../../row-work/index.ts'
import type { FoundFindings } from '../../run-engine/index.ts'
import { type CaptureJudgement, judgeCapture, type JudgedQuery, type JudgeParts } from './judge-captures.ts'

type Parts = JudgeParts & { readonly archive: Pick<SnapshotArchive, 'newest'> }

export type JudgeAtOrder = {
  readonly query: Omit<JudgedQuery, 'expect'> & { readonly expect: JudgedQuery['expect'] | null }
  readonly connection: string
  readonly at: Date
  readonly variables: Readonly<Record<string, unknown>>
}

/** What a query would have said at an instant. `code` is for programs; without a snapshot nothing was judged. */
export type JudgedAt = CaptureJudgement & {
  readonly snapshot: string | null
  readonly found: FoundFindings | null
  readonly code: 'no_capture' | null
}

/**
 * Judges the newest snapshot of a query on a connection that is not after the instant, by what the query expects now.
 * A query that expects nothing passes if there is one. Nothing is run, and `when` is not asked.
 */
export async function judgeAt(
  parts: Parts,
  actor: Pick<Actor, 'id' | 'group'>,
  { query, connection, at, variables }: JudgeAtOrder,
  signal: AbortSignal,
): Promise<JudgedAt> {
  const snapshot = await parts.archive.newest(query.id, connection, at)
  if (!snapshot)
    return { ...failed(`No snapshot was captured on this connection by ${timestamp(at)}.`), code: 'no_capture' }
  const { expect } = query
  const place = { snapshot: snapshot.id, code: null }
  if (expect === null) return { ...place, status: 'passed', reason: null, findings: 0, found: null }
  const judged = await judgeCapture(parts, { ...query, expect }, snapshot, { actor, variables, signal }).catch(inWords)
  return { ...('fault' in judged ? failed(judged.fault) : judged), ...place }
}

const failed = (reason: string) => ({
  ...{ status: 'error' as const, reason, findings: 0 as const },
  ...{ snapshot: null, found: null, code: null },
})

function inWords(error: unknown): { readonly fault: string } {
  if (!(error instanceof TooMuchRowWork)) throw error
  return { fault: `The rows could not be judged. ${error.message}` }
}
