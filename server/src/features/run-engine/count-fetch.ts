import { classesText } from '@heddle/domain/canvas/node-classes.ts'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { readableCount } from '@heddle/domain/controller-query/count-query.ts'
import type { Fetch } from '@heddle/domain/query/plan.ts'
import type { RunInput } from './engine-types.ts'
import { named } from './fetch-all.ts'
import { absentWarning, isAbsent, wholeClass } from './fetch-tables.ts'
import { countObjects } from './read-page.ts'
import type { RunContext } from './run-context.ts'

/**
 * How many objects the only fetch of a plan would find, as the controller counts them; undefined if it does not, which
 * leaves reading them.
 */
export async function countFetch(
  input: RunInput,
  stages: readonly number[],
  context: RunContext,
): Promise<number | undefined> {
  const { host, telling } = context
  const [fetch] = input.plan.fetches
  const [table] = fetch?.tables ?? []
  if (fetch === undefined || table === undefined) return undefined
  const startedAt = host.now()
  const { node_id = '', class_names = [table.class_name] } = table
  for (const stage of stages) telling.stages.start(stage)
  host.emit({ type: 'node_start', node_id, class_name: classesText(class_names) })
  const requests: string[] = []
  let sum = 0
  for (const query of queriesOf(fetch)) {
    requests.push(readableCount(query))
    telling.paths.add(readableCount(query))
    const count = await countOne(query, fetch, input, context).catch((error: unknown) => {
      telling.stages.fail(stages, { requests })
      throw named(error, fetch, input)
    })
    if (count === undefined) return undefined
    sum += count
  }
  for (const stage of stages) telling.stages.finish(stage, { output_rows: sum, requests })
  host.emit({ type: 'node_result', node_id, row_count: sum })
  host.emit({ type: 'node_complete', node_id, duration_ms: host.now() - startedAt })
  return sum
}

function queriesOf({ access }: Fetch): readonly ControllerQuery[] {
  const accesses = access.kind === 'union' ? access.parts.map((part) => part.access) : [access]
  return accesses.flatMap((each) => (each.kind === 'query' ? [each.query] : []))
}

async function countOne(
  query: ControllerQuery,
  fetch: Fetch,
  { connection }: RunInput,
  { host, limits, pause, telling }: RunContext,
): Promise<number | undefined> {
  const { target, target_classes } = query
  try {
    const objects = await countObjects(query, {
      get: (path) => host.get(connection, path),
      pause,
      background: limits.background,
    })
    const class_name = wholeClass(query)
    if (class_name !== undefined && objects !== undefined) host.count({ connection, class_name, objects })
    return objects
  } catch (error) {
    if (!isAbsent(error, fetch)) throw error
    telling.warnings.add(absentWarning(target_classes ?? (target.kind === 'class' ? [target.class_name] : [])))
    return 0
  }
}
