import type { WhyQuestion } from '../../../components/why/question.ts'
import type { Wire } from '../../../lib/api/wire.ts'

type Values = Readonly<Record<string, unknown>>
type Run = Pick<
  Wire.ExecutionLog,
  'saved_query' | 'draft' | 'canvas' | 'controller_connection' | 'controller_connections'
>

/** The same run again: of its query as it is now, or of the draft as it was. */
export type Rerun =
  | { readonly kind: 'query'; readonly id: string; readonly body: Wire.ExecuteBody }
  | { readonly kind: 'draft'; readonly body: Wire.ExecuteDraftBody }

/** Undefined where there is nothing left to run: the query was deleted, or the draft is not for this reader. */
export function rerunOf(run: Run, variables: Values): Rerun | undefined {
  const draft = run.canvas ?? undefined
  if (run.draft && !draft) return undefined
  const body = { ...targetOf(run), variables: { ...variables } }
  if (run.saved_query !== null)
    return { kind: 'query', id: run.saved_query, body: { ...body, ...(draft && { draft }) } }
  return draft && { kind: 'draft', body: { ...body, draft } }
}

/** What the rows of a run are asked about: with its connections, its values, and what was drawn for it. */
export function questionOfRun(run: Run & Pick<Wire.ExecutionLog, 'variables'>): WhyQuestion | undefined {
  const rerun = rerunOf(run, run.variables)
  return rerun && { queryId: rerun.kind === 'query' ? rerun.id : undefined, asked: rerun.body }
}

const targetOf = ({
  controller_connection,
  controller_connections,
}: Run): Pick<Wire.ExecuteBody, 'controller_connection' | 'controller_connections' | 'merge'> =>
  controller_connections === null ? { controller_connection } : { controller_connections, merge: true }

/** A value as a field shows it. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Values that nobody touched keep their type. */
export const changedValues = (before: Values, texts: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      texts[name] === undefined || texts[name] === valueText(value) ? value : texts[name],
    ]),
  )
