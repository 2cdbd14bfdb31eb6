import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

/** What was run: a query, a draft of one, or a draft that was never saved. */
export function runName({
  saved_query_name,
  draft,
}: Pick<Wire.ExecutionLogItem, 'saved_query_name' | 'draft'>): string {
  if (!draft) return saved_query_name ?? words.gone
  return saved_query_name === null ? words.draft : words.draftOf(saved_query_name)
}

const TRIGGERS: Readonly<Record<string, string>> = {
  manual: words.byHand,
  background: words.byHand,
  schedule: words.bySchedule,
}

/** What started it, in a word of the page. */
export const triggerWord = (trigger: string): string => TRIGGERS[trigger] ?? trigger

/** Where it ran: one controller, or several whose rows were put together. */
export function runConnectionName({
  controller_connection_name,
  controller_connection_names,
}: Pick<Wire.ExecutionLogItem, 'controller_connection_name' | 'controller_connection_names'>): string {
  const names = controller_connection_names ?? [controller_connection_name]
  return names.map((name) => name ?? words.goneConnection).join(', ')
}
