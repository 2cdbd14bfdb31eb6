import type { Wire } from '../../lib/api/wire.ts'
import { newDraft, type ScheduleDraft } from './draft.ts'
import { words } from './form-words.ts'

type Search = Readonly<Partial<Record<string, string>>>
type Query = Pick<Wire.SavedQuery, 'id' | 'name' | 'controller_connection'>

const VARIABLE = 'v.'

/**
 * A new schedule as a link asks for it: `connections` (with commas between them; several are merged, as in the run that
 * the link is from), `v.<name>` for values, and `tell`, which is what it should report: `changes` or `rows`.
 */
export function draftToTell(query: Query, timezone: string, search: Search): ScheduleDraft {
  const { tell, connections: listed = '' } = search
  const usual = query.controller_connection === null ? [] : [query.controller_connection]
  const connections = listed === '' ? usual : listed.split(',')
  return {
    ...newDraft(timezone, query.id),
    name: tell === 'changes' || tell === 'rows' ? words.tell[tell](query.name) : query.name,
    connections,
    merge: connections.length > 1,
    variables: Object.fromEntries(
      Object.entries(search).flatMap(([key, value = '']) =>
        key.startsWith(VARIABLE) ? [[key.slice(VARIABLE.length), value]] : [],
      ),
    ),
    ...(tell === 'changes' && { capture: 'yes', onChanged: true }),
  }
}
