import type { Receipt } from '../../adapters/receiver/post-message.ts'
import type { DeliveryRow } from './channels.tables.ts'

/** A delivery with one attempt more. */
export const attempted = (delivery: DeliveryRow, begun: Date): DeliveryRow => ({
  ...delivery,
  attempts: delivery.attempts + 1,
  firstAttemptAt: delivery.firstAttemptAt ?? begun,
  attemptedAt: begun,
})

/** The same with what came back. */
export const answeredWith = (attempt: DeliveryRow, { status, text, isInternal }: Receipt): DeliveryRow => ({
  ...attempt,
  responseStatus: status,
  responseText: text?.replaceAll('\0', '') ?? null,
  isInternal,
})

export const isTaken = ({ status }: Receipt): boolean => status !== null && status >= 200 && status < 300

/** What an attempt leaves in its delivery. */
export const attemptOutcome = (attempt: DeliveryRow) => ({
  attempts: attempt.attempts,
  firstAttemptAt: attempt.firstAttemptAt,
  attemptedAt: attempt.attemptedAt,
  responseStatus: attempt.responseStatus,
  responseText: attempt.responseText,
  isInternal: attempt.isInternal,
  durationMs: attempt.durationMs,
})
