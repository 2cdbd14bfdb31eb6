import type { BlameSpan, SpanRead } from './read-span.ts'

/** Audit records of a span that holds those of several comparisons, read when the first of them asks. */
export type SharedSpan = {
  readonly span: BlameSpan
  readonly read: (readSpan: (span: BlameSpan) => Promise<SpanRead>) => Promise<SpanRead>
}

/** A controller that fails this often is not asked for the next comparison. */
const MOST_FAILURES = 3

export function shareSpan(from: Date, to: Date): SharedSpan {
  const span = { fromMs: from.getTime(), toMs: to.getTime() }
  let known: SpanRead | undefined
  let failures = 0
  return {
    span,
    read: async (readSpan) => {
      if (known?.ok === true || (known !== undefined && failures >= MOST_FAILURES)) return known
      known = await readSpan(span)
      if (!known.ok) failures += 1
      return known
    },
  }
}

/** Of the records of a longer span those of a part; that is whole if the longer one is. */
export function partOfSpan(read: SpanRead, { fromMs, toMs }: BlameSpan): SpanRead {
  if (!read.ok) return read
  const [from, to] = [fromMs - read.apart, toMs + read.apart]
  return { ...read, records: read.records.filter(({ atMs }) => atMs >= from && atMs <= to) }
}
