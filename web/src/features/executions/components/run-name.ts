import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

/** What was run: a query, a draft of one, or a draft that was never saved. */
export function runName({ saved_query_name, draft }: Pick<Wire.ExecutionLogItem, 'saved_query_name' | 'draft'>): string {
  if (!draft) return saved_query_name ?? words.gone
  return saved_query_name === null ? words.draft : words.draftOf(saved_query_name)
}
