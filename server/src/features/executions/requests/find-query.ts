import type { DraftBody } from '@heddle/contract/executions.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { type QueryToRun, queryToRun, type StoredQuery } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { readDraft, type StoredDraft, withDraft } from '../read-draft.ts'

/** What a run is a run of. It has no canvas, which nobody needs once it is planned. */
export type RunSubject = {
  /** Null for a draft of no saved query. */
  readonly id: string | null
  readonly name: string
  /** Null for a draft. */
  readonly version: number | null
  /** For its log. */
  readonly draft: StoredDraft | null
}

/** The query of a request. */
export type FoundQuery = {
  readonly query: QueryToRun
  readonly subject: RunSubject
  /** What is wrong with its draft before it is planned. */
  readonly problems: readonly Problem[]
}

type Queries = Pick<SavedQueriesService, 'get' | 'find' | 'version'>
type SavedRow = StoredQuery & { readonly currentVersion: number }

/** What a request asks to run: a saved query, in its current version unless another is named, or a draft instead. */
export async function findQueryToRun(
  queries: Pick<Queries, 'get' | 'version'>,
  actor: Actor,
  named: {
    /** Null for a draft of no saved query. */
    readonly id: string | null
    readonly version?: number | undefined
    readonly draft?: DraftBody | null | undefined
  },
): Promise<FoundQuery> {
  const found = named.id === null ? NO_QUERY : await findVersion(queries, actor, named.id, named.version)
  if (!named.draft) return found
  const { draft, problems } = readDraft(named.draft, found.query)
  return { ...draftOf(found, draft), problems }
}

async function findVersion(
  queries: Pick<Queries, 'get' | 'version'>,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<FoundQuery> {
  const row = await queries.get(actor, id)
  const { query, ...found } = savedQueryToRun(row)
  if (version === undefined || version === row.currentVersion) return { query, ...found }
  const { nodes, edges, postProcessors } = await queries.version(actor, id, version)
  // What is expected belongs to the current version.
  const earlier = { ...query, nodes, edges, postProcessors, expect: null }
  return { ...found, query: earlier, subject: { ...found.subject, version } }
}

/**
 * What a run that was requested earlier runs; undefined if its saved query was deleted. A draft no longer depends on
 * the saved query, which may be gone.
 */
export async function findStoredQuery(
  queries: Pick<Queries, 'find'>,
  stored: { readonly savedQueryId: string | null; readonly draft: StoredDraft | null; readonly connection: string },
): Promise<FoundQuery | undefined> {
  const { savedQueryId: id, draft, connection } = stored
  const row = id === null ? undefined : await queries.find(id)
  const saved = row && savedQueryToRun(row)
  return draft ? draftOf(saved ?? noQueryOn(id, connection), draft) : saved
}

export const savedQueryToRun = (row: SavedRow): FoundQuery => ({
  query: queryToRun(row),
  subject: { id: row.id, name: row.name, version: row.currentVersion, draft: null },
  problems: [],
})

const draftOf = ({ query, subject }: FoundQuery, draft: StoredDraft): FoundQuery => ({
  query: withDraft(query, draft),
  subject: { ...subject, version: null, draft },
  problems: [],
})

const NO_QUERY: FoundQuery = {
  query: {
    id: '',
    name: '',
    controllerConnectionId: '',
    nodes: [],
    edges: [],
    postProcessors: [],
    parameters: [],
    expect: null,
  },
  subject: { id: null, name: '', version: null, draft: null },
  problems: [],
}

const noQueryOn = (id: string | null, connection: string): FoundQuery => ({
  ...NO_QUERY,
  query: { ...NO_QUERY.query, id: id ?? '', controllerConnectionId: connection },
  subject: { ...NO_QUERY.subject, id },
})

/** What was run, in words: `Saved query "x"`. */
export function nameOfSubject({ name, draft }: Pick<RunSubject, 'name' | 'draft'>): string {
  if (draft === null) return `Saved query "${name}"`
  return name === '' ? 'A draft' : `A draft of saved query "${name}"`
}
