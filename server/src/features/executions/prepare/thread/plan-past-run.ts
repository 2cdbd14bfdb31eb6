import { isDeepStrictEqual } from 'node:util'
import { parseCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { explainSteps, explainText } from '@heddle/domain/query/explain.ts'
import type { Plan, PlanStep } from '@heddle/domain/query/plan.ts'
import { prepareSteps } from '@heddle/domain/query/prepare-steps.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { PastRows } from '../engine/engine-types.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import { ROWS_PER_CHUNK } from '../engine/result-chunks.ts'
import { type PlannedRun, planLookups, type PlanRunOptions, type RunnableQuery } from './plan-run.ts'
import type { CurrentQuery } from './run-requests.ts'
import { packLines } from '../results/result-stream.ts'

type Steps = RunnableQuery['postProcessors']

type Options = PlanRunOptions & {
  readonly past: SnapshotRow
  /** Its rows in order, as JSON text, a few hundred at a time. */
  readonly pastRows: AsyncIterable<readonly string[]>
  /** The post-processors applied to the rows before they were captured. */
  readonly capturedSteps: Steps
}

/**
 * A run over captured rows: the fetches and joins of the canvas are ignored, because nothing is read. If the rows
 * already went through the query's post-processors they are the result; otherwise the current ones are applied.
 */
export async function planPastRun(query: CurrentQuery, options: Options): Promise<PlannedRun> {
  const { past, variables, capturedSteps, skipPostProcessors } = options
  const areAsTheyWere = skipPostProcessors || isSameWork(capturedSteps, query.postProcessors)
  const wire = areAsTheyWere ? [] : query.postProcessors
  const { steps, errors } = prepareSteps({ post_processors: wire, columns: past.columns, variables })
  const lookups = await planLookups(query, steps, options, [query.id])
  const faults = [...errors, ...lookups.errors]
  if (faults.length > 0) return { errors: faults, warnings: lookups.warnings, input: undefined }
  const warnings = warningsOf(query, options, { stepsRun: wire.length > 0, looksUp: Object.keys(lookups.inputs).length > 0 })
  const input = {
    plan: planOf(past, steps),
    connection: options.connection,
    lookups: lookups.inputs,
    past: await readRows(options, warnings),
  }
  return { errors: [], warnings: lookups.warnings, input }
}

/** Ids and disabled steps make no difference to the rows. */
function isSameWork(before: Steps, now: Steps): boolean {
  return isDeepStrictEqual(workOf(before), workOf(now))
}

function workOf(steps: Steps) {
  const { post_processors } = parseCanvas({ nodes: [], edges: [], post_processors: steps }).canvas
  return post_processors.filter(({ enabled }) => enabled).map(({ type, config }) => ({ type, config }))
}

const describe = ({ id, capturedAt }: SnapshotRow): string => `snapshot ${id}, captured ${timestamp(capturedAt)}`

function planOf(past: SnapshotRow, post_processors: Plan['post_processors']): Plan {
  const nothing = { fetches: [], joins: [], rows: { primary: '', tables: [] }, stop_after_rows: undefined }
  const text = `the ${past.rowCount} rows of ${describe(past)}; no controller request`
  const rows: PlanStep = { step: 'rows', id: past.id, text }
  const applied = explainSteps({ ...nothing, post_processors }).filter(({ step }) => step === 'post_processor')
  const steps = [rows, ...applied]
  return { ...nothing, post_processors, text: explainText(steps), steps }
}

function warningsOf(query: CurrentQuery, { past, variables }: Options, { stepsRun, looksUp }: { stepsRun: boolean; looksUp: boolean }) {
  const warnings = [`as_of: the rows are from ${describe(past)}`]
  if (past.savedQueryVersion !== query.version) {
    warnings.push(`as_of: captured with version ${past.savedQueryVersion} of the query; the current version is ${query.version}`)
  }
  if (Object.keys(variables).length > 0) {
    warnings.push(`as_of: variables ${stepsRun ? 'apply only to the post-processors' : 'have no effect'}: the rows had already been read`)
  }
  if (looksUp) warnings.push('as_of: lookups read current data')
  return warnings
}

/** Compressed, in chunks as large as those of a run, so that they take no more memory than the result of a run does. */
async function readRows({ past, pastRows }: Options, warnings: readonly string[]): Promise<PastRows> {
  const chunks: PastRows['chunks'][number][] = []
  for await (const chunk of packLines(largeEnough(pastRows))) chunks.push(chunk)
  return { name: `snapshot ${past.id}`, columns: past.columns, rowCount: past.rowCount, chunks, warnings }
}

async function* largeEnough(all: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  let waiting: string[] = []
  for await (const lines of all) {
    waiting.push(...lines)
    if (waiting.length < ROWS_PER_CHUNK) continue
    yield waiting
    waiting = []
  }
  yield waiting
}
