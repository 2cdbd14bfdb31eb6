import { isDeepStrictEqual } from 'node:util'
import type { QueryMetric } from '@heddle/contract/schedules.ts'
import type { MeasureOrder } from '@heddle/domain/query-metric/measure-rows.ts'
import type { TaskRow } from '../schedules.store.ts'
import { taskConnections } from '../task-runs.ts'

type Measures = Pick<TaskRow, 'metric' | 'savedQueryId' | 'controllerConnections' | 'merge' | 'allowPartial'>

/** What the runs of a task with this metric measure. */
export const measureOf = ({ value, labels }: QueryMetric): MeasureOrder => ({ value, labels: [...labels] })

/** Whether what one state of a task measured is true of the other. */
export const measuresAlike = (one: Measures, other: Measures): boolean =>
  isDeepStrictEqual(measured(one), measured(other))

const measured = (task: Measures) => [task.metric && measureOf(task.metric), task.savedQueryId, taskConnections(task)]
