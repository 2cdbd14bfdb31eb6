import type { DraftBody } from '@heddle/contract/executions.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { readDraft, type StoredDraft, withDraft } from '../read-draft.ts'
import { type QueryToRun, queryToRun } from '../../planning/index.ts'

/** What a run is asked to run: a saved query, in a version of it, or a draft instead, which may be of no query. */
export type Subject = {
  readonly id: string | null
  readonly draft?: DraftBody | null | undefined
  readonly version?: number | undefined
}

/** A query to run, with its canvas. */
export type CurrentQuery = QueryToRun & {
  /** Null for a draft. */
  readonly version: number | null
  readonly draft: StoredDraft | null
}
/** The query of a run, without the canvas, which nobody needs once it is planned. */
export type QueryOfRun = {
  /** Null for a draft of no saved query. */
  readonly id: string | null
  readonly name: string
  readonly version: number | null
  /** For its log. */
  readonly draft: StoredDraft | null
}
/** The query that a request asks for, and what is wrong with its draft before it is planned. */
type AskedQuery = { readonly query: CurrentQuery; readonly problems: readonly Problem[] }

export type AskedQueries = ReturnType<typeof createAskedQueries>

/** Finds what a request asks to run. A saved query is the current version unless another is named. */
export function createAskedQueries({ queries }: { readonly queries: Pick<SavedQueriesService, 'get' | 'version'> }) {
  async function saved(actor: Actor, id: string, version: number | undefined): Promise<CurrentQuery> {
    const row = await queries.get(actor, id)
    if (version === undefined || version === row.currentVersion) return currentQuery(row)
    const { nodes, edges, postProcessors } = await queries.version(actor, id, version)
    // What is expected belongs to the current version.
    return { ...currentQuery(row), nodes, edges, postProcessors, expect: null, version }
  }

  return {
    find: async (actor: Actor, { id, draft, version }: Subject): Promise<AskedQuery> => {
      const query = id === null ? NO_QUERY : await saved(actor, id, version)
      if (!draft) return { query, problems: [] }
      const read = readDraft(draft, query)
      return { query: { ...withDraft(query, read.draft), version: null, draft: read.draft }, problems: read.problems }
    },
  }
}

const NO_QUERY: CurrentQuery = {
  id: '',
  name: '',
  controllerConnectionId: '',
  nodes: [],
  edges: [],
  postProcessors: [],
  parameters: [],
  expect: null,
  version: null,
  draft: null,
}

type StoredQuery = QueryToRun & { readonly currentVersion: number }

export const currentQuery = (row: StoredQuery): CurrentQuery => ({
  ...queryToRun(row),
  version: row.currentVersion,
  draft: null,
})

/** A draft that was requested earlier. It no longer depends on the saved query, which may be gone. */
export const storedDraft = (
  draft: StoredDraft,
  saved: StoredQuery | undefined,
  of: { id: string | null; connection: string },
): CurrentQuery => ({
  ...withDraft(
    saved ? currentQuery(saved) : { ...NO_QUERY, id: of.id ?? '', controllerConnectionId: of.connection },
    draft,
  ),
  version: null,
  draft,
})

export const queryOfRun = ({ id, name, version, draft }: CurrentQuery): QueryOfRun => ({
  id: id === '' ? null : id,
  name,
  version,
  draft,
})

/** What was run, in words: `Saved query "x"`. */
export function nameOfSubject({ name, draft }: Pick<QueryOfRun, 'name' | 'draft'>): string {
  if (draft === null) return `Saved query "${name}"`
  return name === '' ? 'A draft' : `A draft of saved query "${name}"`
}
