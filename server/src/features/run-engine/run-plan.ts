import type { ExpectationResult } from '@heddle/contract/executions.ts'
import { ALL_PATHS_BYTES, SAMPLE_ROWS } from '@heddle/contract/result-budget.ts'
import { classesText } from '@heddle/domain/canvas/node-classes.ts'
import { type Judgement, judgeRows } from '@heddle/domain/expectation/judge-rows.ts'
import { MOST_LONE_ROWS } from '@heddle/domain/join/every-pair.ts'
import { type Component, executeJoins, type JoinFailure } from '@heddle/domain/join/execute-joins.ts'
import type { TooMany } from '@heddle/domain/join/match-conditions.ts'
import { type Shaped, shapeRows } from '@heddle/domain/join/shape-rows.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'
import type { JoinStep, Plan, TableId } from '@heddle/domain/query/plan.ts'
import type { LookedUp } from '@heddle/domain/post-processing/post-processor.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type {
  EngineHost,
  FoundFindings,
  RunFailure,
  RunInput,
  RunLimits,
  RunOutcome,
  TableHead,
} from './engine-types.ts'
import { changesSince, lookedUpInCapture } from './captured-rows.ts'
import { countFetch } from './count-fetch.ts'
import { packFindings } from './pack-findings.ts'
import { fetchAll } from './fetch-all.ts'
import { findRows } from './find-rows.ts'
import { type Measured, measureResult } from './measure-result.ts'
import { listUpTo, listWarnings } from './listed-texts.ts'
import { mergedReader } from './merged-read.ts'
import { passThrough, pastReader, type WrittenTable } from './past-rows.ts'
import { type CountedRows, postProcess } from './post-process.ts'
import { rowsPerController } from './rows-per-controller.ts'
import { checkColumns, keepChunks, resultLimit, writeChunks } from './result-chunks.ts'
import type { RunContext, RunReport } from './run-context.ts'
import { RunError } from './run-error.ts'
import { CANCELLED } from './run-failures.ts'
import { StageLog } from './stage-log.ts'
import { stoppableHost } from './stoppable-host.ts'

/**
 * Runs a plan and its lookups; the rows leave as chunks. Controller failures and exceeded limits are outcomes, not
 * exceptions.
 */
export async function runPlan(input: RunInput, limits: RunLimits, host: EngineHost): Promise<RunOutcome> {
  const telling: RunReport = {
    stages: new StageLog(host.now, host.stage),
    paths: new Set(),
    warnings: new Set(),
    failedConnections: new Set(),
  }
  const reported = () => ({
    stages: telling.stages.stages,
    paths: listUpTo(ALL_PATHS_BYTES, [...telling.paths]),
    warnings: listWarnings([...telling.warnings]),
  })
  const stoppable = stoppableHost(host)
  try {
    const written = await writeResult(input, { limits, telling, ...stoppable })
    return { ok: true, ...written, partial: isPartial({ telling }), ...reported() }
  } catch (error) {
    const failure = failureOf(error)
    telling.stages.end(failure.reason === 'cancelled' ? 'cancelled' : 'failure')
    return { ok: false, failure, ...reported() }
  } finally {
    // Prefetched pages may still be in flight, or be retried.
    stoppable.stop(CANCELLED)
  }
}

/** Captured rows are passed on unchanged when no step applies to them. */
async function writeResult(
  input: RunInput,
  context: RunContext,
): Promise<WrittenTable & Judged & Measured & { readonly before: TableHead | null }> {
  const { concern } = input.judging ?? {}
  if (concern?.status === 'unknown') context.telling.warnings.add(concern.reason)
  const judge = input.expect && concern === undefined ? judgeRows(input.expect) : undefined
  const judged = async (now?: Shaped): Promise<Judged> => {
    // Nothing can be said about rows that are missing.
    if (concern?.status === 'not_applicable') return notApplicable(concern.reason)
    if (isPartial(context)) return UNJUDGED
    if (judge === undefined) return UNJUDGED
    const changes =
      now && input.expect?.changes ? await changesSince(input.against, input.expect, now, context) : undefined
    const judgement = judge.judge(changes)
    for (const warning of judgement.warnings) context.telling.warnings.add(warning)
    return judgedWith(judgement, input)
  }
  const isPassedOn = input.past && !input.plan.post_processors.some(({ enabled }) => enabled)
  // What is compared as a whole is parsed all the same.
  if (input.past && isPassedOn && input.expect?.changes === undefined)
    return { ...passThrough(input.past, context, judge?.add), ...(await judged()), measurement: null, before: null }
  let before: TableHead | null = null
  const { columns, rows: all } = await rowsOf(input, context, (table) => {
    if (input.keepsRowsBefore === true) before = keptBefore(table, context)
  })
  const rows = findRows(all, input.only)
  checkColumns(columns)
  writeChunks(rows, resultLimit(context.limits), context.host.chunk)
  judge?.add(rows)
  const measurement = measureResult(input, { columns, rows }, context)
  return { columns, rowCount: rows.length, ...(await judged({ columns, rows })), measurement, before }
}

/** Where the first step only counts rows, there are none to keep. */
function keptBefore({ columns, rows, count }: CountedRows, { limits, host }: RunContext): TableHead | null {
  const isKept = count === undefined && keepChunks(rows, resultLimit(limits), host.chunkBefore)
  return isKept ? { columns, rowCount: rows.length } : null
}

const UNJUDGED: Judged = { expectation: null, findings: null }

const notApplicable = (reason: string): Judged => ({
  expectation: { status: 'not_applicable', reason, findings: 0, failing_rows: [] },
  findings: null,
})

const judgedWith = ({ expectation, findings }: Judgement, input: RunInput): Judged => ({
  expectation,
  findings: packFindings(findings, input),
})

const isPartial = ({ telling }: Pick<RunContext, 'telling'>): boolean => telling.failedConnections.size > 0

type Judged = { readonly expectation: ExpectationResult | null; readonly findings: FoundFindings | null }

/** Reads, then post-processes; all stages are listed before the first one starts. `onRead` sees what the steps get. */
async function rowsOf(
  input: RunInput,
  context: RunContext,
  onRead: (table: CountedRows) => void = () => undefined,
): Promise<Shaped> {
  for (const warning of input.warnings ?? []) context.telling.warnings.add(warning)
  const read = input.past ? pastReader(input.past, context) : currentReader(input, context)
  const steps = input.plan.post_processors
    .filter(({ enabled }) => enabled)
    .map((step) => ({
      step,
      stage: context.telling.stages.add({ name: step.type, type: 'post_processor', step_id: step.id }),
    }))
  const table = await read()
  if (steps.length > 0) onRead(table)
  return postProcess(table, steps, context, async (step) => {
    // A step may have any id, even `constructor`.
    const other = Object.hasOwn(input.lookups, step) ? input.lookups[step] : undefined
    if (other === undefined) return undefined
    return 'order' in other ? lookedUpInCapture(other, input, quiet(context)) : lookedUp(other, input, quiet(context))
  })
}

/** The rows that a step looks up in: of the connection they belong to, or in a merged run of each. */
async function lookedUp(other: RunInput, { connection, merge }: RunInput, context: RunContext): Promise<LookedUp> {
  if (other.follows !== true) return rowsOf(other, context)
  if (merge === undefined) return rowsOf({ ...other, connection }, context)
  const read = merge.connections.filter(({ name }) => !context.telling.failedConnections.has(name))
  return rowsPerController(read, ({ id }) => rowsOf({ ...other, connection: id }, context))
}

const currentReader = (input: RunInput, context: RunContext) =>
  input.merge ? mergedReader(input, input.merge, context, presentReader) : presentReader(input, context)

/** Fetches, joins and shapes. */
function presentReader(input: RunInput, context: RunContext): () => Promise<CountedRows> {
  const { plan } = input
  const { stages } = context.telling
  const { controller } = plan.rows
  const onConnection = controller === undefined ? {} : { connection: controller }
  const fetchStages = plan.fetches.map(({ tables }) =>
    tables.map(({ id, node_id, class_name, class_names = [class_name] }) =>
      // Relation objects belong to an edge, not to a node.
      stages.add({
        name: classesText(class_names),
        type: 'fetch',
        ...onConnection,
        ...(node_id === undefined ? { step_id: id } : { node_id }),
      }),
    ),
  )
  const joinStages = new Map(
    plan.joins.map((join) => [
      join,
      stages.add({
        name: `${join.left} and ${join.right}`,
        type: 'join',
        ...onConnection,
        step_id: join.edge_id,
        edge_id: join.edge_id,
      }),
    ]),
  )
  return async () => {
    const count = plan.counted ? await countFetch(input, fetchStages.flat(), context) : undefined
    if (count !== undefined) return { columns: [], rows: [], count }
    const tables = await fetchAll(input, fetchStages, context)
    const joined = joinTables(plan, tables, joinStages, context)
    return shapeRows(joined.slots, joined.matches, plan.rows)
  }
}

/**
 * For a lookup: its paths and warnings are reported, its stages and events are not, as they belong to another query.
 */
function quiet({ host, telling, ...context }: RunContext): RunContext {
  return {
    ...context,
    host: { ...host, emit: () => undefined },
    telling: { ...telling, stages: new StageLog(host.now) },
  }
}

function joinTables(
  plan: Plan,
  tables: ReadonlyMap<TableId, readonly TableRow[]>,
  stageOf: ReadonlyMap<JoinStep, number>,
  { limits, telling }: RunContext,
) {
  const waiting = [...stageOf.values()]
  const startNext = () => {
    const next = waiting.shift()
    if (next !== undefined) telling.stages.start(next)
  }
  startNext()
  const joined = executeJoins(tables, plan.joins, plan.rows.primary, limits.maxRows, (step, left, right, output) => {
    const result = { input_rows: left.matches.length + right.matches.length, output_rows: output.matches.length }
    telling.stages.finish(stageOf.get(step)!, {
      ...result,
      input_sample: sampleOf(left, plan),
      output_sample: sampleOf(output, plan),
    })
    startNext()
  })
  if (!joined.ok)
    throw new RunError(
      { reason: 'too_big', message: tooMuch(joined.reason, joined.edge_id, limits) },
      { isCeiling: true },
    )
  for (const failure of joined.failures) telling.warnings.add(failedExpression(failure))
  return joined
}

function tooMuch(reason: TooMany, edge: string, { maxRows }: RunLimits): string {
  if (reason === 'too_many_lone')
    return `Edge ${edge} joins every object of one side with every object of the other, and both have more than ${MOST_LONE_ROWS}: narrow one of them with a filter or a scope.`
  const what =
    reason === 'too_many_rows' ? `returns more than ${maxRows} rows` : 'has too many pairs of objects to compare'
  return `The join of edge ${edge} ${what}: narrow one of its sides with a filter or a scope.`
}

/** Without the reason, which may quote values. */
const failedExpression = ({ edge_id, path, failed, rows }: JoinFailure): string =>
  `edge ${edge_id}: the expression on.${path} failed for ${failed} of ${rows} objects, which match nothing`

/** The first matches as the rows they would become. */
function sampleOf({ slots, matches }: Component, { rows }: Plan): readonly Row[] {
  const tables = rows.tables.filter(({ table }) => slots.has(table))
  const relations = rows.relations?.filter(({ table }) => slots.has(table)) ?? []
  return shapeRows(slots, matches.slice(0, SAMPLE_ROWS), { ...rows, tables, relations }).rows
}

function failureOf(error: unknown): RunFailure {
  if (error instanceof RunError) return error.failure
  // A fault of the engine itself: the thread reports it, and the run fails with a message that points to the log.
  throw error
}
