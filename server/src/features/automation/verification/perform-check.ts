import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { AskSource, SourceFinding } from './ask-source.ts'
import { type BlameCheckParts, blameCheck, type CheckBlame } from './blame-check.ts'
import { verificationEnded } from './verification.events.ts'
import { findPending, sourceRows, storeFinding } from './verifications.store.ts'

export type CheckingParts = BlameCheckParts & {
  readonly database: Database
  readonly events: Events
  readonly ask: AskSource
  readonly clock: Clock
}

/** What the job does. A check that has ended, or was replaced, is left alone. */
export async function performCheck(parts: CheckingParts, id: string, signal: AbortSignal): Promise<void> {
  const { db } = parts.database
  const pending = await findPending(db, id)
  if (!pending) return
  const finding = await parts.ask(pending, sourceRows(db, pending.requestId), signal)
  const blame = finding.ok ? await blameCheck(parts, pending, finding, signal) : null
  signal.throwIfAborted()
  await endCheck(parts, id, finding, blame)
}

export async function endCheck(
  { database, events, clock }: CheckingParts,
  id: string,
  finding: SourceFinding,
  blame: CheckBlame | null = null,
): Promise<void> {
  const { ok, executionId } = finding
  await storeFinding(database.db, id, {
    executionId,
    checkedAt: clock.now(),
    status: ok ? (finding.rows.every(({ holds }) => holds) ? 'holds' : 'differs') : 'failed',
    rows: ok ? finding.rows : [],
    after: ok ? finding.after : '[]',
    error: ok ? null : finding.error,
    blame: blame?.summary ?? null,
    rowBlames: blame?.rows ?? null,
  })
  await events.publish(verificationEnded, { verification_id: id })
}
