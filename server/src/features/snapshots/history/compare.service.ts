import type { CompareBody } from '@heddle/contract/history.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { Audit } from '../../audit/index.ts'
import type { LogsService, RunsService } from '../../executions/index.ts'
import type { Archive, RowDifference, SnapshotRow } from '../../archive/index.ts'
import type { SnapshotReading } from '../snapshots.reading.ts'
import { type AskedRules, keyFieldFaults, rulesOf } from './compare-rules.ts'
import { AN_ID, findSides } from './find-sides.ts'
import { requireRunPermission, runLive } from './live-run.ts'
import { retryWhenGone, notFoundWhenGone } from './retry-when-gone.ts'

type Dependencies = {
  readonly database: Database
  readonly reading: SnapshotReading
  readonly archive: Archive
  readonly runs: Pick<RunsService, 'execute'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly audit: Audit
}

export type ExportFormat = 'csv' | 'ndjson'
export type ExportOrder = AskedRules & { readonly a: string; readonly b: string; readonly format: ExportFormat }

const LIMIT = { usual: 1_000, most: 10_000 }

export function createCompareService({ database, reading, archive, runs, logs, audit }: Dependencies) {
  async function compareStored(
    before: SnapshotRow,
    after: SnapshotRow,
    body: CompareBody,
    settings: Settings,
    limit: number,
  ) {
    const rules = rulesOf(body, settings, [before, after])
    return {
      before: before.id,
      after: after.id,
      execution: null,
      rules,
      ...(await archive.compare(before, after, rules, limit)),
    }
  }

  async function compareLive(
    caller: Caller,
    before: SnapshotRow,
    body: CompareBody,
    settings: Settings,
    limit: number,
    gone: AbortSignal,
  ) {
    const live = await runLive({ runs, logs }, caller, before, gone)
    const sides = [
      { ...before, field: 'snapshot_a' },
      { ...live, field: 'the live result' },
    ]
    const faults = keyFieldFaults(body.key_fields ?? [], sides)
    if (faults.length > 0) throw new FieldErrors({ key_fields: faults, execution_id: [live.id] })
    const rulesFor = (hasUniqueDns: boolean) => rulesOf(body, settings, [before, { ...live, hasUniqueDns }])
    let rules = rulesFor(false)
    const decide = (rowsHaveUniqueDns: boolean) => (rules = rulesFor(rowsHaveUniqueDns))
    const found = await notFoundWhenGone('snapshot_a', () =>
      archive.compareWithRows(before, live.chunks, decide, limit),
    )
    return { before: before.id, after: null, execution: live.id, rules, ...found }
  }

  const sides = { find: reading.snapshotIfAny, findRun: logs.findOptional }

  return {
    /** Compares two snapshots, or a snapshot with the result of a new run. */
    compare: async (caller: Caller, body: CompareBody, known: FieldMessages, gone: AbortSignal) => {
      const isLive = body.snapshot_b === 'live'
      if (isLive) requireRunPermission(caller)
      const settings = await reading.settingsOf(caller.id)
      const limit = Math.min(body.limit ?? LIMIT.usual, LIMIT.most)
      const a = { field: 'snapshot_a', id: body.snapshot_a, expected: AN_ID }
      const b = { field: 'snapshot_b', id: body.snapshot_b, expected: `${AN_ID}, or "live"` }
      if (isLive) {
        const [before] = await findSides(sides, [a], body.key_fields, known)
        return compareLive(caller, before, body, settings, limit, gone)
      }
      return retryWhenGone(async () => {
        const [before, after] = await findSides(sides, [a, b], body.key_fields, known)
        return compareStored(before, after, body, settings, limit)
      })
    },

    /** Whole rows that differ, matched as `compare` does without key fields. */
    differingRows: async function* (
      userId: number,
      before: SnapshotRow,
      after: SnapshotRow,
    ): AsyncGenerator<readonly RowDifference[]> {
      const rules = rulesOf({}, await reading.settingsOf(userId), [before, after])
      yield* archive.compareRows(before, after, rules)
    },

    /** All differences. Data leaves the system, so the export is audited. */
    exportChanges: async (caller: Caller, { a, b, format, ...asked }: ExportOrder, known: FieldMessages) => {
      const named = [
        { field: 'a', id: a, expected: AN_ID },
        { field: 'b', id: b, expected: AN_ID },
      ] as const
      const [before, after] = await findSides(sides, named, asked.key_fields, known)
      const rules = rulesOf(asked, await reading.settingsOf(caller.id), [before, after])
      await audit.record(database.db, {
        action: 'snapshot_export',
        description: `${caller.username} exported the differences between two snapshots as ${format.toUpperCase()}`,
        target: { type: 'snapshot', id: before.id },
        metadata: { snapshot_a: before.id, snapshot_b: after.id, format },
      })
      return {
        name: `changes-${before.id}-${after.id}.${format}`,
        rules,
        differences: archive.compareAll(before, after, rules),
      }
    },
  }
}

type Settings = Awaited<ReturnType<SnapshotReading['settingsOf']>>
export type CompareService = ReturnType<typeof createCompareService>
export type Comparison = Awaited<ReturnType<CompareService['compare']>>
