import { MOST_LIST_VALUES } from '@heddle/contract/automation-templates.ts'
import { suggest } from '@heddle/domain/suggest.ts'
import { cellOf, scalarText } from '@heddle/domain/values/cells.ts'
import type { Row, Value } from '@heddle/domain/values/row.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { digestOf, type KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import { storable } from '../../../platform/text/storable.ts'
import { type SnapshotArchive, SnapshotGone } from '../../archive/index.ts'
import { chunkLines, type RunsService } from '../../executions/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'

type Dependencies = {
  readonly runs: Pick<RunsService, 'execute'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly archive: Pick<SnapshotArchive, 'newest' | 'rows'>
  readonly deaths: Pick<KnownDeaths, 'during'>
}

/** Where the values of a bound list come from. */
export type BoundSource = {
  readonly type: 'saved_query' | 'snapshot'
  readonly savedQuery: string
  readonly column: string
}
type Result = { readonly columns: readonly string[]; readonly lines: AsyncIterable<readonly string[]> }

const MOST_CHARACTERS = 10_000_000
const LONGEST_VALUE = 10_000

export type ListSources = ReturnType<typeof createListSources>

/** Reads the values of bound lists: the distinct texts of a column, in the order of the rows. */
export function createListSources({ runs, queries, archive, deaths }: Dependencies) {
  /** Runs the query on behalf of the actor; the run has its own log. */
  async function runQuery(actor: Actor, savedQuery: string, signal: AbortSignal): Promise<Result> {
    requireAllowed(may('queries.execute_savedquery'), actor)
    const { id, ending, chunks } = await runs.execute(actor, savedQuery, {}, signal).catch((error: unknown) => {
      if (!(error instanceof FieldErrors)) throw error
      throw queryFault(`The query cannot run: ${Object.values(error.fields).flat().join(' ')}`)
    })
    if (ending.status !== 'success') {
      throw queryFault(`The query failed: ${ending.errorMessage ?? ending.status}`, { execution_id: id })
    }
    return { columns: ending.columns ?? [], lines: chunkLines(chunks) }
  }

  async function readSnapshot(actor: Actor, savedQuery: string): Promise<Result> {
    requireAllowed(may('history.view_snapshot'), actor)
    const snapshot = await archive.newest(savedQuery)
    if (!snapshot) throw queryFault('No snapshot of this query was captured yet.')
    return { columns: snapshot.columns, lines: archive.rows(snapshot) }
  }

  async function readValues(
    actor: Actor,
    { type, savedQuery, column }: BoundSource,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { columns, lines } =
      type === 'snapshot' ? await readSnapshot(actor, savedQuery) : await runQuery(actor, savedQuery, signal)
    if (!columns.includes(column)) throw columnFault(unknownColumn(column, columns))
    return distinctTexts(lines, column).catch((error: unknown) => {
      throw error instanceof SnapshotGone ? queryFault('The snapshot was deleted while it was being read.') : error
    })
  }

  return {
    /** A `FieldErrors` names what keeps the values from being read. */
    read: async (actor: Actor, source: BoundSource, signal: AbortSignal): Promise<string[]> => {
      const { type, savedQuery, column } = source
      requireAllowed(may(type === 'snapshot' ? 'history.view_snapshot' : 'queries.execute_savedquery'), actor)
      const query = await queries.find(savedQuery)
      if (!query) throw queryFault('This saved query does not exist.')
      const work = digestOf('list', type, savedQuery, query.currentVersion, column)
      return deaths.during(work, 'the values of this list', () => readValues(actor, source, signal))
    },
  }
}

async function distinctTexts(batches: AsyncIterable<readonly string[]>, column: string): Promise<string[]> {
  const texts = new Set<string>()
  let characters = 0
  for await (const lines of batches) {
    for (const line of lines) {
      for (const text of textsOf(cellOf(JSON.parse(line) as Row, column))) {
        if (texts.has(text)) continue
        texts.add(text)
        characters += text.length
        if (text.length > LONGEST_VALUE) throw columnFault(`A value has more than ${LONGEST_VALUE} characters.`)
      }
    }
    if (texts.size > MOST_LIST_VALUES)
      throw columnFault(`The column has more than ${MOST_LIST_VALUES} different values.`)
    if (characters > MOST_CHARACTERS)
      throw columnFault(`The values have more than ${MOST_CHARACTERS} characters together.`)
  }
  return storable([...texts])
}

/** Null and empty texts allow nothing; each entry of a list counts. */
const textsOf = (value: Value): string[] =>
  Array.isArray(value)
    ? value.flatMap((entry: Value) => textsOf(entry))
    : [scalarText(value)].filter((text) => text !== undefined && text !== '').map(String)

function unknownColumn(column: string, columns: readonly string[]): string {
  const [nearest] = suggest(column, columns)
  return `The result has no column "${column}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`
}

const queryFault = (message: string, extra?: Record<string, unknown>) =>
  new FieldErrors({ 'source.saved_query': [message] }, extra)
const columnFault = (message: string) => new FieldErrors({ 'source.column': [message] })
