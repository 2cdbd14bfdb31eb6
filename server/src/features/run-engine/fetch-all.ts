import { SAMPLE_ROWS } from '@heddle/contract/result-budget.ts'
import { classesText } from '@heddle/domain/canvas/node-classes.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'
import { isEnoughRows } from './early-stop.ts'
import type { Fetch, TableId } from '@heddle/domain/query/plan.ts'
import type { RunFailure, RunInput } from './engine-types.ts'
import { fetchTables } from './fetch-tables.ts'
import { checkMemory } from './memory-limit.ts'
import { RunError } from './run-error.ts'
import { CANCELLED } from './run-failures.ts'
import type { RunContext } from './run-context.ts'
import { settleAll } from './settle-all.ts'
import { watchStageWaits } from './stage-waits.ts'

const PROGRESS_EVERY_MS = 500
const WORTH_A_WORD_MS = 100

/**
 * Reads every table of a plan: fetches that do not depend on each other run in parallel. The first failure is the
 * run's.
 */
export async function fetchAll(
  input: RunInput,
  stagesOf: readonly (readonly number[])[],
  context: RunContext,
): Promise<ReadonlyMap<TableId, readonly TableRow[]>> {
  const tables = new Map<TableId, readonly TableRow[]>()
  const done = new Map<number, Promise<void>>()
  for (const fetch of input.plan.fetches) {
    const before = fetch.after.flatMap((index) => done.get(index) ?? [])
    const work = Promise.all(before).then(() => fetchOne(fetch, input, tables, stagesOf[fetch.index] ?? [], context))
    done.set(fetch.index, work)
  }
  await settleAll([...done.values()], (error) => context.stop(failureOf(error)))
  return tables
}

async function fetchOne(
  fetch: Fetch,
  input: RunInput,
  tables: Map<TableId, readonly TableRow[]>,
  stages: readonly number[],
  context: RunContext,
): Promise<void> {
  const { host, telling, limits } = context
  const startedAt = host.now()
  const nodes = fetch.tables.flatMap(({ node_id, class_name, class_names = [class_name] }) =>
    node_id === undefined ? [] : [{ node_id, class_name: classesText(class_names) }],
  )
  for (const stage of stages) telling.stages.start(stage)
  for (const node of nodes) host.emit({ type: 'node_start', ...node })

  const paths: string[] = []
  const waits = watchStageWaits(host.now)
  const sent = () => {
    const waited_ms = waits.waitedMs()
    return { requests: paths, ...(waited_ms >= WORTH_A_WORD_MS && { waited_ms }) }
  }
  const read = await fetchTables(fetch, {
    get: (path) => waits.watch(host.get(input.connection, path)),
    pause: context.pause,
    background: limits.background,
    countsAgain: limits.countsAgain,
    tables,
    maxRows: limits.maxRows,
    checkMemory: () => checkMemory(limits.maxHeapBytes, host.memory),
    onPath: (path) => {
      paths.push(path)
      telling.paths.add(path)
    },
    onWarning: (warning) => telling.warnings.add(warning),
    onCount: (class_name, objects) => host.count({ connection: input.connection, class_name, objects }),
    onProgress: progressOf(nodes[0]?.node_id, context),
    isEnough: isEnoughRows(input.plan),
    expected: input.plan.stop_after_rows,
  }).catch((error: unknown) => {
    telling.stages.fail(stages, sent())
    throw named(error, fetch, input)
  })

  for (const [index, table] of fetch.tables.entries()) {
    const rows = read.get(table.id) ?? []
    tables.set(table.id, rows)
    const sample = rows.slice(0, SAMPLE_ROWS).map(({ values, dn }) => ({ dn, ...values }))
    telling.stages.finish(stages[index]!, { output_rows: rows.length, output_sample: sample, ...sent() })
    if (table.node_id !== undefined) host.emit({ type: 'node_result', node_id: table.node_id, row_count: rows.length })
  }
  for (const { node_id } of nodes) host.emit({ type: 'node_complete', node_id, duration_ms: host.now() - startedAt })
}

/** The failure that the other fetches get when one fails. */
function failureOf(error: unknown): RunFailure {
  return error instanceof RunError ? error.failure : CANCELLED
}

/** Adds where the failure happened: the connection, the class, and the node for the event. */
export function named(error: unknown, { tables }: Fetch, { connection }: RunInput): unknown {
  if (!(error instanceof RunError)) return error
  const { class_name, class_names = [class_name], node_id } = tables[0]!
  const { failure } = error
  const isNamed = class_names.some((name) => failure.message.includes(name))
  const message =
    isNamed || failure.reason === 'cancelled' ? failure.message : `${classesText(class_names)}: ${failure.message}`
  return new RunError({ ...failure, message, connection, ...(node_id !== undefined && { node_id }) }, error)
}

function progressOf(node_id: string | undefined, { host }: RunContext): (rows: number, total: number) => void {
  let last = host.now()
  return (rows, total) => {
    if (node_id === undefined || host.now() - last < PROGRESS_EVERY_MS) return
    last = host.now()
    host.emit({ type: 'node_progress', node_id, rows, total })
  }
}
