import { mergeRows } from '@heddle/domain/join/merge-rows.ts'
import type { Shaped } from '@heddle/domain/join/shape-rows.ts'
import type { EngineHost, Merge, MergedConnection, RunInput, RunFailure } from './engine-types.ts'
import { mergedEvents } from './merged-events.ts'
import { partialWarning } from './partial-warning.ts'
import type { RunContext } from './run-context.ts'
import { RunError } from './run-error.ts'
import { CANCELLED } from './run-failures.ts'
import { settleAll } from './settle-all.ts'
import { stoppableHost } from './stoppable-host.ts'

type Reader = () => Promise<Shaped>
type Part = {
  readonly connection: MergedConnection
  readonly read: Reader
  /** Adds the warnings of the connection, each with its name. */
  readonly report: () => void
  readonly leave: () => void
  readonly stop: (failure: RunFailure) => void
}

/**
 * Reads and joins on each connection, never across them, and puts the rows together. The connections are read at the
 * same time: each limits its own requests.
 */
export function mergedReader(
  input: RunInput,
  { connections, allowPartial }: Merge,
  context: RunContext,
  readerOf: (input: RunInput, context: RunContext) => Reader,
): Reader {
  const eventsOf = mergedEvents(context.host, connections.length)
  const parts = connections.map((connection) => openPart(input, connection, context, eventsOf(), readerOf))
  return async () => {
    const read: { controller: string; shaped: Shaped }[] = []
    const failures = new Map<Part, RunError>()
    const readOne = async (part: Part): Promise<void> => {
      const { name } = part.connection
      try {
        read.push({ controller: name, shaped: await part.read() })
        checkTotal(read, context)
      } catch (error) {
        if (!allowPartial || !isOfConnection(error)) throw error
        failures.set(part, error)
        context.telling.failedConnections.add(name)
        context.telling.stages.endConnection(name)
      } finally {
        part.report()
      }
      part.leave()
    }
    const stopOthers = (error: unknown) => {
      for (const { stop } of parts) stop(error instanceof RunError ? error.failure : CANCELLED)
    }
    await settleAll(parts.map(readOne), stopOthers)
    const failed = parts.flatMap((part) => failures.get(part) ?? [])
    if (failed.length === parts.length) throw allFailed(failed)
    for (const { failure } of failed) context.telling.warnings.add(partialWarning(failure.message))
    return mergeRows(read)
  }
}

/** A connection with what it needs to fail alone: requests and pauses that can be stopped, and warnings of its own. */
function openPart(
  input: RunInput,
  connection: MergedConnection,
  { host, telling, ...context }: RunContext,
  events: ReturnType<ReturnType<typeof mergedEvents>>,
  readerOf: (input: RunInput, context: RunContext) => Reader,
): Part {
  const { plan } = input
  const own: RunInput = {
    ...input,
    merge: undefined,
    connection: connection.id,
    plan: { ...plan, rows: { ...plan.rows, controller: connection.name } },
  }
  const { host: stoppable, ...stops } = stoppableHost({ ...host, emit: events.emit } satisfies EngineHost)
  const warnings = new Set<string>()
  const read = readerOf(own, { ...context, ...stops, host: stoppable, telling: { ...telling, warnings } })
  return {
    connection,
    read: () =>
      connection.isDeleted === true ? Promise.reject(deleted(connection)) : read().catch(throwNamed(connection)),
    report: () => {
      for (const warning of warnings) telling.warnings.add(`${warning} (connection "${connection.name}")`)
    },
    leave: events.leave,
    stop: stops.stop,
  }
}

const deleted = ({ id }: MergedConnection): RunError =>
  new RunError({ reason: 'unreachable', message: `The controller connection ${id} was deleted.` })

/** Names the connection here: it may be one of several that failed. */
const throwNamed =
  ({ name }: MergedConnection) =>
  (error: unknown): never => {
    if (!isOfConnection(error)) throw error
    const { connection: _, ...failure } = error.failure
    throw new RunError({ ...failure, message: `Connection "${name}": ${failure.message}` })
  }

/** A failure of a controller, not of the whole run. */
const isOfConnection = (error: unknown): error is RunError =>
  error instanceof RunError &&
  !error.isCeiling &&
  error.failure.reason !== 'cancelled' &&
  error.failure.reason !== 'deadline'

function allFailed(failed: readonly RunError[]): RunError {
  const [first] = failed
  return failed.length === 1
    ? first!
    : new RunError({ ...first!.failure, message: failed.map(({ message }) => message).join(' ') })
}

/** The ceiling holds for all connections together. */
function checkTotal(read: readonly { readonly shaped: Shaped }[], { limits: { maxRows } }: RunContext): void {
  const total = read.reduce((sum, { shaped }) => sum + shaped.rows.length, 0)
  if (total <= maxRows) return
  const message = `The connections together return more than ${maxRows} rows: narrow the query with a filter or a scope, or raise MAX_RESULT_ROWS.`
  throw new RunError({ reason: 'too_big', message }, { isCeiling: true })
}
