import type { Readable } from 'node:stream'
import type { CompareBody } from '@heddle/contract/history.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import type { RowReader } from '../../../platform/rows/row-reader.ts'
import type { Audit } from '../../audit/index.ts'
import { type LogsService, PARQUET_BYTES, type RunsService } from '../../executions/index.ts'
import { retryWhenGone, type SnapshotArchive, type RowDifference, type SnapshotRow } from '../../archive/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'
import { type BlameRecords, type BlameSide, recordsBetween } from '../blame/blame.service.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { EXPORT_TYPES, type ExportFormat, exportDifferences } from './compare-export.ts'
import { comparisonBytes, comparisonLoan } from './compare-memory.ts'
import { type AskedRules, keyFieldFaults, comparisonRules } from './compare-rules.ts'
import { AN_ID, findSides } from './find-sides.ts'
import { requireRunPermission, runLive } from './live-run.ts'
import { notFoundWhenGone } from './not-found-when-gone.ts'

type CompareParts = {
  readonly database: Database
  readonly reading: SnapshotReading
  readonly archive: SnapshotArchive
  readonly runs: Pick<RunsService, 'execute'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly connections: Pick<ControllerConnectionsService, 'reader'>
  readonly clock: Clock
  readonly audit: Audit
  readonly memory: Pick<MemoryBudget, 'borrow'>
  readonly rows: Pick<RowReader, 'downloads' | 'file'>
}

export type ChangesExportOrder = AskedRules & { readonly a: string; readonly b: string; readonly format: ExportFormat }

const NEVER = new AbortController().signal
const LIMIT = { usual: 1_000, most: 10_000 }

type CompareSettings = Awaited<ReturnType<SnapshotReading['settingsOf']>>
/** What a comparison was asked for, and the settings of the user it is for. */
type CompareTerms = { readonly body: CompareBody; readonly settings: CompareSettings }

export type SnapshotComparison = (
  Awaited<ReturnType<typeof compareStored>> | Awaited<ReturnType<typeof compareLive>>
) & {
  readonly blame?: { readonly records: BlameRecords; readonly isBackwards: boolean; readonly withRows: boolean }
}
/** All differences as a file that is streamed while they are found. */
export type ChangesExport = { readonly name: string; readonly contentType: string; readonly body: Readable }

export type CompareService = {
  /** Compares two snapshots, or a snapshot with the result of a new run. */
  readonly compare: (
    caller: Caller,
    body: CompareBody,
    known: FieldMessages,
    gone: AbortSignal,
  ) => Promise<SnapshotComparison>
  /** Whole rows that differ, matched as `compare` does. */
  readonly differingRows: (
    actor: Pick<Actor, 'id' | 'group'>,
    before: SnapshotRow,
    after: SnapshotRow,
    terms?: AskedRules,
  ) => AsyncGenerator<readonly RowDifference[]>
  /** All differences. Data leaves the system, so the export is audited. */
  readonly exportChanges: (
    caller: Caller,
    order: ChangesExportOrder,
    known: FieldMessages,
    gone: AbortSignal,
  ) => Promise<ChangesExport>
}

export const createCompareService = (parts: CompareParts): CompareService => ({
  compare: (caller, body, known, gone) => compare(parts, caller, body, known, gone),
  differingRows: async function* (actor, before, after, terms = {}) {
    const rules = comparisonRules(terms, await parts.reading.settingsOf(actor.id), [before, after])
    const giveBack = await parts.memory.borrow(comparisonLoan(actor, [before, after], NEVER))
    try {
      yield* parts.archive.compareRows(before, after, rules)
    } finally {
      giveBack()
    }
  },
  exportChanges: (caller, order, known, gone) => exportChanges(parts, caller, order, known, gone),
})

const limitOf = ({ limit = LIMIT.usual }: CompareBody): number => Math.min(limit, LIMIT.most)

const sidesOf = ({ reading, logs }: CompareParts) => ({ find: reading.snapshotIfAny, findRun: logs.findOptional })

async function compare(
  parts: CompareParts,
  caller: Caller,
  body: CompareBody,
  known: FieldMessages,
  gone: AbortSignal,
): Promise<SnapshotComparison> {
  const isLive = body.snapshot_b === 'live'
  if (isLive) requireRunPermission(caller)
  const settings = await parts.reading.settingsOf(caller.id)
  const terms = { body, settings }
  const a = { field: 'snapshot_a', id: body.snapshot_a, expected: AN_ID }
  const b = { field: 'snapshot_b', id: body.snapshot_b, expected: `${AN_ID}, or "live"` }
  if (isLive) {
    const [before] = await findSides(sidesOf(parts), [a], body.key_fields, known)
    return compareLive(parts, caller, before, terms, gone)
  }
  return retryWhenGone(async () => {
    const [before, after] = await findSides(sidesOf(parts), [a, b], body.key_fields, known)
    const giveBack = await parts.memory.borrow(comparisonLoan(caller, [before, after], gone))
    const compared = await compareStored(parts, before, after, terms).finally(giveBack)
    return { ...compared, ...(await blameOf(parts, body, [before, after], gone)) }
  })
}

async function compareStored(
  { archive }: CompareParts,
  before: SnapshotRow,
  after: SnapshotRow,
  { body, settings }: CompareTerms,
) {
  const rules = comparisonRules(body, settings, [before, after])
  return {
    before: before.id,
    after: after.id,
    execution: null,
    rules,
    ...(await archive.compare(before, after, rules, limitOf(body), wantsRows(body))),
  }
}

async function compareLive(
  parts: CompareParts,
  caller: Caller,
  before: SnapshotRow,
  { body, settings }: CompareTerms,
  gone: AbortSignal,
) {
  const live = await runLive(parts, caller, before, gone)
  const sides = [
    { ...before, field: 'snapshot_a' },
    { ...live, field: 'the live result' },
  ]
  const faults = keyFieldFaults(body.key_fields ?? [], sides)
  if (faults.length > 0) throw new FieldErrors({ key_fields: faults, execution_id: [live.id] })
  const rulesFor = (hasUniqueDns: boolean) => comparisonRules(body, settings, [before, { ...live, hasUniqueDns }])
  let rules = rulesFor(false)
  const decide = (rowsHaveUniqueDns: boolean) => (rules = rulesFor(rowsHaveUniqueDns))
  // The live result is not measured; it is probably as large as the snapshot.
  const giveBack = await parts.memory.borrow(comparisonLoan(caller, [before, before], gone))
  const found = await notFoundWhenGone('snapshot_a', () =>
    parts.archive.compareWithRows(before, live.chunks, decide, limitOf(body), wantsRows(body)),
  ).finally(giveBack)
  const now = { ...before, id: null, capturedAt: parts.clock.now(), executionId: live.id }
  const blame = await blameOf(parts, body, [before, now], gone)
  return { before: before.id, after: null, execution: live.id, rules, ...found, ...blame }
}

/** Only whole rows have a DN for certain. */
const wantsRows = ({ with_rows: withRows, blame }: CompareBody): boolean => withRows === true || blame === true

async function blameOf(
  parts: CompareParts,
  { blame, with_rows: withRows }: CompareBody,
  [before, after]: readonly [BlameSide, BlameSide],
  gone: AbortSignal,
) {
  if (blame !== true) return {}
  const records = await recordsBetween(parts, before, after, gone)
  return { blame: { records, isBackwards: before.capturedAt > after.capturedAt, withRows: withRows === true } }
}

async function exportChanges(
  parts: CompareParts,
  caller: Caller,
  { a, b, format, ...order }: ChangesExportOrder,
  known: FieldMessages,
  gone: AbortSignal,
): Promise<ChangesExport> {
  const { database, reading, archive, audit, rows } = parts
  const named = [
    { field: 'a', id: a, expected: AN_ID },
    { field: 'b', id: b, expected: AN_ID },
  ] as const
  const [before, after] = await findSides(sidesOf(parts), named, order.key_fields, known)
  const rules = comparisonRules(order, await reading.settingsOf(caller.id), [before, after])
  const download = {
    bytes: comparisonBytes(before, after) + (format === 'parquet' ? PARQUET_BYTES : 0),
    lane: laneOf(caller),
    signal: gone,
  }
  const body = await rows.downloads.open(download, async () => {
    await audit.record(database.db, {
      action: 'snapshot_export',
      description: `${caller.username} exported the differences between two snapshots as ${format.toUpperCase()}`,
      target: { type: 'snapshot', id: before.id },
      metadata: { snapshot_a: before.id, snapshot_b: after.id, format },
    })
    return exportDifferences(rows, format, {
      rules,
      differences: () => archive.compareAll(before, after, rules),
      by: { lane: laneOf(caller), signal: gone },
    })
  })
  return { name: `changes-${before.id}-${after.id}.${format}`, contentType: EXPORT_TYPES[format], body }
}
