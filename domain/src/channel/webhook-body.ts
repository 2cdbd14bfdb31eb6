import type { MessageLinks, Occurrence, OccurrenceRow } from './occurrence.ts'

export const MOST_BODY_BYTES = 20_000

/** The body of a webhook: rows are cut until it fits. */
export function webhookBody(occurrence: Occurrence, links: MessageLinks): string {
  for (let rows = occurrence.rows.length; rows >= 0; rows -= 1) {
    const body = bodyWith(occurrence, links, occurrence.rows.slice(0, rows))
    if (byteLength(body) <= MOST_BODY_BYTES) return body
  }
  throw new RangeError('the message without rows is larger than a body may be')
}

function bodyWith(occurrence: Occurrence, { open, mute }: MessageLinks, rows: readonly OccurrenceRow[]): string {
  const { type, at, title, text, severity, category, saved_query, connections, counts, blame } = occurrence
  const data = {
    ...{ title, text, severity, category, saved_query, connections, counts, blame, rows },
    truncated: rows.length < occurrence.rows.length,
    link: open,
    mute: mute && { '1h': mute.hour, '1d': mute.day, until_passed: mute.untilPassed },
  }
  return JSON.stringify({ type, timestamp: at, data })
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length
