import {
  expositionEnd,
  type ExpositionFormat,
  familyHead,
  joinLabels,
  labelsText,
  sampleLine,
  type Series,
} from '@heddle/domain/query-metric/exposition.ts'
import { CONNECTION_LABEL } from '@heddle/domain/query-metric/label-names.ts'
import { MOST_SERIES } from '@heddle/domain/query-metric/measure-rows.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { UsersService } from '../../users/index.ts'
import { findSeries, listMeasuringTasks, type MeasuringTask, type MeasuredSeries } from './query-series.store.ts'

export type MetricsParts = {
  readonly database: Database
  readonly users: Pick<UsersService, 'actor'>
  readonly clock: Clock
}

const PREFIX = 'heddle_query_'
const TASKS_AT_ONCE = 50
/** Of all tasks together: an answer of some megabytes, which Prometheus reads in a moment. */
const MOST_IN_ALL = 20_000

const AGE = {
  name: `${PREFIX}age_seconds`,
  help: 'Age of the oldest series of a task, also of those no longer served.',
}
const DROPPED = { name: `${PREFIX}series_dropped`, help: 'Series of a task that are not served: too many, or twice.' }

/**
 * The metrics of all tasks whose owners may see them, as text. Everything was measured when runs ended; nothing is
 * asked of a controller.
 */
export async function* writeMetrics(parts: MetricsParts, format: ExpositionFormat): AsyncGenerator<string> {
  const now = parts.clock.now()
  const facts = new TaskFacts()
  let family = new Family('')
  let left = MOST_IN_ALL
  for await (const { task, measured } of measuredTasks(parts)) {
    const name = PREFIX + task.metricName
    const isFirst = family.name !== name
    if (isFirst) family = new Family(name)
    const fresh = measured.filter(({ staleAt }) => staleAt > now).flatMap(seriesOf)
    const { lines, dropped } = family.add(fresh, Math.min(MOST_SERIES, left))
    left -= lines.length
    facts.add(task, { name, measured, dropped, now })
    const head = isFirst ? familyHead(name, task.metric.help ?? task.name, format) : ''
    yield head + lines.join('')
  }
  yield facts.text(format) + expositionEnd(format)
}

/** The samples of one metric: series that two tasks have are served once, for the older task. */
class Family {
  readonly name: string
  readonly #served = new Set<string>()

  constructor(name: string) {
    this.name = name
  }

  add(all: readonly Series[], most: number): { readonly lines: readonly string[]; readonly dropped: number } {
    const lines: string[] = []
    for (const series of all) {
      if (lines.length === most) break
      const key = series[0]
      if (this.#served.has(key)) continue
      this.#served.add(key)
      lines.push(sampleLine(this.name, series))
    }
    return { lines, dropped: all.length - lines.length }
  }
}

/** The samples about tasks, which follow those of all metrics. */
class TaskFacts {
  readonly #ages: string[] = []
  readonly #dropped: string[] = []

  add(
    task: MeasuringTask,
    seen: {
      readonly name: string
      readonly measured: readonly MeasuredSeries[]
      readonly dropped: number
      readonly now: Date
    },
  ): void {
    if (seen.measured.length === 0) return
    const labels = labelsText([
      ['task', task.id],
      ['name', task.name],
      ['metric', seen.name],
    ])
    const oldest = Math.min(...seen.measured.map(({ measuredAt }) => measuredAt.getTime()))
    const dropped = seen.measured.reduce((sum, one) => sum + one.dropped, seen.dropped)
    this.#ages.push(sampleLine(AGE.name, [labels, Math.max(0, seen.now.getTime() - oldest) / SECOND]))
    this.#dropped.push(sampleLine(DROPPED.name, [labels, dropped]))
  }

  text(format: ExpositionFormat): string {
    const family = ({ name, help }: typeof AGE, lines: readonly string[]) =>
      familyHead(name, help, format) + lines.join('')
    return family(AGE, this.#ages) + family(DROPPED, this.#dropped)
  }
}

/** Those of a merged run name their connections themselves. */
function seriesOf({ series, connectionName, controllerConnectionId, isMerged }: MeasuredSeries): readonly Series[] {
  if (isMerged) return series
  const connection = labelsText([[CONNECTION_LABEL, connectionName ?? controllerConnectionId]])
  return series.map(([labels, value]) => [joinLabels(connection, labels), value])
}

async function* measuredTasks(parts: MetricsParts) {
  const { db } = parts.database
  const maySee = ownersWhoMaySee(parts)
  for (let after: MeasuringTask | undefined; ;) {
    const tasks = await listMeasuringTasks(db, after, TASKS_AT_ONCE)
    const seen = await Promise.all(tasks.map(async (task) => ((await maySee(task.ownerId)) ? [task] : []))).then(
      (all) => all.flat(),
    )
    const found = Map.groupBy(
      await findSeries(
        db,
        seen.map(({ id }) => id),
      ),
      ({ taskId }) => taskId,
    )
    for (const task of seen) yield { task, measured: found.get(task.id) ?? [] }
    after = tasks.at(-1)
    if (tasks.length < TASKS_AT_ONCE) return
  }
}

const SEE = may('queries.view_scheduledtask')

/** Asks about each owner once. */
function ownersWhoMaySee({ users }: MetricsParts): (ownerId: number) => Promise<boolean> {
  const asked = new Map<number, Promise<boolean>>()
  const ask = async (ownerId: number): Promise<boolean> => {
    const owner = await users.actor(ownerId)
    return owner !== undefined && isAllowed(SEE, owner)
  }
  return (ownerId) => {
    const answer = asked.get(ownerId) ?? ask(ownerId)
    asked.set(ownerId, answer)
    return answer
  }
}
