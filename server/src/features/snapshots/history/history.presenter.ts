import type { CheckPast } from '@heddle/contract/check-past.ts'
import type { AttributeChanges, Heatmap, TimelineReply } from '@heddle/contract/history.ts'
import type { HeatmapDay } from '@heddle/domain/snapshot/heatmap.ts'
import { attributeEvolution, type TimelinePoint, trackedAttributes } from '@heddle/domain/snapshot/timeline.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Blame } from '@heddle/domain/snapshot/blame.ts'
import { presentBlame } from '../blame/blame-rows.ts'
import type { CheckHistory } from '../past/check-history.ts'
import type { AttributeChange } from './find-changes.ts'

type ShownPoint = TimelinePoint & { readonly blame?: Blame | null }

export function presentTimeline(savedQuery: string, dn: string, points: readonly ShownPoint[]): TimelineReply {
  return {
    dn,
    saved_query_id: savedQuery,
    snapshot_count: points.length,
    points: points.map(({ snapshotId, executedAt, attributes, blame }) => ({
      snapshot_id: snapshotId,
      executed_at: timestamp(executedAt),
      present: attributes !== undefined,
      attributes: attributes ?? {},
      ...(blame !== undefined && { blame: blame && presentBlame(blame) }),
    })),
    attribute_evolution: attributeEvolution(points).map(
      ({ attribute, changeCount, isStable, distinctValues, values }) => ({
        attribute,
        change_count: changeCount,
        is_stable: isStable,
        distinct_values: distinctValues,
        values: values.map(({ executedAt, snapshotId, value, changed }) => ({
          executed_at: timestamp(executedAt),
          snapshot_id: snapshotId,
          value,
          changed,
        })),
      }),
    ),
    tracked_attributes: trackedAttributes(points),
  }
}

export function presentHeatmap(window: string, days: readonly HeatmapDay[]): Heatmap {
  return {
    window,
    days: days.map(({ date, snapshotCount, changeScore, missed }) => ({
      date,
      snapshot_count: snapshotCount,
      change_score: changeScore,
      missed,
    })),
  }
}

export const presentCheckPast = ({ results, failedSince }: CheckHistory): CheckPast => ({
  results: results.map(({ snapshot, status, findings }) => ({ ...placeOf(snapshot), status, findings })),
  failed_since: failedSince === undefined ? null : placeOf(failedSince),
})

const placeOf = ({ id, capturedAt }: { readonly id: string; readonly capturedAt: Date }) => ({
  snapshot: id,
  at: timestamp(capturedAt),
})

export const presentChanges = (changes: readonly AttributeChange[]): AttributeChanges['changes'] =>
  changes.map(({ from, to, before, after }) => ({
    before,
    after,
    from_snapshot: from.id,
    to_snapshot: to.id,
    before_time: timestamp(from.capturedAt),
    after_time: timestamp(to.capturedAt),
  }))
