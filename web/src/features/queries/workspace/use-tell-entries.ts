import { useRouter } from '@tanstack/react-router'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import type { MenuEntry } from '../../../components/menu.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { useAddress } from './use-address.ts'
import type { Running } from './use-running.ts'
import { words } from './words.ts'

/** A new schedule of what is on the screen: the query, its connections and its values, as they last ran. */
export function useTellEntries(
  query: ReadQuery | undefined,
  ran: Running['ran'],
  connection: string | undefined,
): readonly MenuEntry[] {
  const router = useRouter()
  const { variables } = useAddress()
  const isEdited = useCanvas((state) => state.isEdited)
  const mayAdd = useMay('queries.add_scheduledtask')
  const mayCapture = useMay('history.capture_snapshot')
  if (!query || !mayAdd) return []
  const merged = ran?.log.controller_connections ?? ran?.given.connections ?? []
  const alone = ran?.log.controller_connection ?? connection
  const connections = merged.length > 1 ? merged : alone === undefined ? [] : [alone]
  const open = (tell: 'changes' | 'rows') => () =>
    void router.navigate({
      to: '/queries/scheduled-tasks/new',
      search: {
        saved_query: query.id,
        tell,
        connections: connections.join(','),
        ...Object.fromEntries(
          Object.entries(ran?.given.variables ?? variables).map(([name, value]) => [`v.${name}`, value]),
        ),
      },
    })
  const impossible = isEdited ? words.tell.saveFirst : undefined
  return [
    // Only captures can be compared.
    ...(mayCapture ? [{ text: words.tell.changes, impossible, onSelect: open('changes') }] : []),
    { text: words.tell.rows, impossible, onSelect: open('rows') },
  ]
}
