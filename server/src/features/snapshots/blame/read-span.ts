import {
  type FabricAuditRecord,
  OLDEST_RECORD,
  readAuditRecords,
  recordsOfSpan,
  type SpanOfRecords,
} from '@heddle/domain/fabric/audit-records.ts'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { ObjectReader } from '../../controller-connections/index.ts'

/** In milliseconds; both ends belong to it. */
export type BlameSpan = { readonly fromMs: number; readonly toMs: number }
export type Unread = { readonly ok: false; readonly reason: string; readonly message: string }
/** `apart`: by how much either end was moved outwards. */
export type SpanRead = ({ readonly ok: true; readonly apart: number } & SpanOfRecords) | Unread

const PAGE = 500
const MOST_RECORDS = 20_000
const MOST_DIFFERENCE_MS = 5 * SECOND

const CLOCK: ControllerQuery = {
  target: { kind: 'class', class_name: 'topSystem' },
  filter: { op: 'eq', class_name: 'topSystem', property: 'role', value: 'controller' },
  order_by: 'topSystem',
}

type Order = {
  readonly reader: ObjectReader
  readonly span: BlameSpan
  readonly nowMs: () => number
  readonly signal: AbortSignal
}

/**
 * The audit records of a span; all of them, if the log of the controller reaches back to its beginning. Each end is
 * moved outwards by how far the clocks are apart, five seconds at most.
 */
export async function readSpan({ reader, span, nowMs, signal }: Order): Promise<SpanRead> {
  const apart = await clockDifference(reader, nowMs, signal)
  const [fromMs, toMs] = [span.fromMs - apart, span.toMs + apart]
  const found = new Map<string, FabricAuditRecord>()
  let reachesBack = false
  for (let page = 0; !reachesBack; page += 1) {
    const read = await reader.page(recordsOfSpan(fromMs, toMs), { size: PAGE, page, signal })
    if (!read.ok) return { ok: false, ...read.failure }
    const records = readAuditRecords(read.objects)
    for (const record of records) if (record.atMs >= fromMs && record.atMs <= toMs) found.set(record.record, record)
    reachesBack = records.some(({ atMs }) => atMs < fromMs)
    if ((page + 1) * PAGE >= read.total) break
    if ((page + 1) * PAGE >= MOST_RECORDS && !reachesBack) return TOO_MANY
  }
  const isWhole = reachesBack || (await hasEarlier(reader, fromMs, signal))
  // What is there is true, even if there was more.
  return isWhole || found.size > 0 ? { ok: true, records: [...found.values()], isWhole, apart } : FORGOTTEN
}

const TOO_MANY: Unread = {
  ok: false,
  reason: 'too_many',
  message: 'More than 20,000 audit records lie between the two: compare captures that are closer to each other.',
}
export const FORGOTTEN: Unread = {
  ok: false,
  reason: 'purged',
  message:
    'The audit log of the controller does not reach back to the earlier capture, or its account may not read it.',
}

async function hasEarlier(reader: ObjectReader, fromMs: number, signal: AbortSignal): Promise<boolean> {
  const read = await reader.page(OLDEST_RECORD, { size: 1, signal })
  const created = read.ok ? read.objects[0]?.attributes.created : undefined
  return created !== undefined && Date.parse(created) <= fromMs
}

/** Zero if the controller does not say what time it is. */
async function clockDifference(reader: ObjectReader, nowMs: () => number, signal: AbortSignal): Promise<number> {
  const read = await reader.page(CLOCK, { size: 1, signal })
  const theirs = read.ok ? Date.parse(read.objects[0]?.attributes.currentTime ?? '') : NaN
  return Number.isNaN(theirs) ? 0 : Math.min(MOST_DIFFERENCE_MS, Math.abs(theirs - nowMs()))
}
