import { isDeepStrictEqual } from 'node:util'
import { type ChosenConnections, mergedConnections } from '../planning/index.ts'
import type { TaskRow } from './schedules.store.ts'

type Reads = Pick<TaskRow, 'controllerConnections' | 'merge' | 'allowPartial'>
type Captures = Pick<TaskRow, 'onChanges' | 'captureSnapshot'>

/** A run for each connection, or one for all of them. */
export const taskConnections = ({
  controllerConnections: ids,
  merge,
  allowPartial,
}: Reads): readonly ChosenConnections[] =>
  merge ? [mergedConnections(ids, allowPartial)] : ids.map((connection) => ({ connection }))

/** Whether the runs of a task are captured; null: as its owner's settings say. */
export const capturesOf = ({ onChanges, captureSnapshot }: Captures): boolean | null =>
  onChanges ? true : captureSnapshot

/** Whether the firings of two states of a task make the same captures. */
export const hasSameCaptures = (one: TaskRow, other: TaskRow): boolean =>
  isDeepStrictEqual(
    [one.savedQueryId, one.merge, one.controllerConnections, capturesOf(one)],
    [other.savedQueryId, other.merge, other.controllerConnections, capturesOf(other)],
  )
