import { judgeChanges, type ChangesFound, unknownChanges } from '@heddle/domain/expectation/judge-changes.ts'
import type { PreparedExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import type { LookedUp } from '@heddle/domain/post-processing/post-processor.ts'
import type { CaptureOrder, CapturedLookup, CapturedRows, RunInput } from './engine-types.ts'
import { checkMemory } from './memory-limit.ts'
import { linesIn, requireFewRows, rowsIn } from './past-rows.ts'
import { rowsPerController } from './rows-per-controller.ts'
import type { RunContext } from './run-context.ts'
import { RunError } from './run-error.ts'

/** The rows that a step looks up in a snapshot; in a merged run those of each connection, if it follows the rows. */
export function lookedUpInCapture(
  lookup: CapturedLookup,
  { connection, merge }: RunInput,
  context: RunContext,
): Promise<LookedUp> {
  if (lookup.follows !== true) return rowsOfCapture(lookup, lookup.order, context)
  if (merge === undefined) return rowsOfCapture(lookup, { ...lookup.order, connection }, context)
  const read = merge.connections.filter(({ name }) => !context.telling.failedConnections.has(name))
  return rowsPerController(read, ({ id, name }) =>
    rowsOfCapture(lookup, { ...lookup.order, connection: id }, context, name),
  )
}

/** `place` names the connection where there are several. */
async function rowsOfCapture(
  { name, columns, isOptional }: CapturedLookup,
  order: CaptureOrder,
  context: RunContext,
  place?: string,
): Promise<Shaped> {
  const past = await context.host.captured(order)
  if (past) return { columns: past.columns, rows: [...parsed(past, rowsIn, context)] }
  const on = place === undefined ? '' : ` on ${JSON.stringify(place)}`
  const message = `lookup: no snapshot of ${JSON.stringify(name)}${on} was captured ${byWhen(order)}`
  if (!isOptional) throw new RunError({ reason: 'no_capture', message: `${message}.`, connection: order.connection })
  context.telling.warnings.add(`${message}: no row has a match`)
  return { columns, rows: [] }
}

const byWhen = ({ at }: CaptureOrder): string => (at === null ? 'before this run' : `by ${at}`)

/** How the rows of a run differ from the snapshot that its query expects them to be like. */
export async function changesSince(
  order: CaptureOrder | undefined,
  { changes = {}, ...options }: PreparedExpect,
  now: Shaped,
  context: RunContext,
): Promise<ChangesFound> {
  if (order === undefined) return unknownChanges('A query that was not saved has no snapshots to compare with.')
  const past = await context.host.captured(order)
  if (!past) {
    return unknownChanges(
      order.id === undefined
        ? `No snapshot of this query was captured ${byWhen(order)}.`
        : `This query has no snapshot ${order.id} of this connection.`,
    )
  }
  const { columns, capturedAt } = past
  const rows = [...parsed(past, linesIn, context)]
  const found = judgeChanges(changes, options, { columns, rows, capturedAt }, now)
  checkMemory(context.limits.maxHeapBytes)
  return found
}

function* parsed<Item>(
  past: CapturedRows,
  itemsIn: (chunk: CapturedRows['chunks'][number]) => readonly Item[],
  { limits }: RunContext,
): Generator<Item> {
  requireFewRows(past, limits)
  for (const chunk of past.chunks) {
    yield* itemsIn(chunk)
    checkMemory(limits.maxHeapBytes)
  }
}
