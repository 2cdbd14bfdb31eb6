import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session/context.tsx'
import { type Loaded, RowsClient, type RowSource, type View } from './rows-client.ts'

/** The rows of a source, as a view shows them. A source is compared by identity: keep it in a memo. */
export function useRows(source: RowSource): { readonly client: RowsClient; readonly loaded: Loaded } {
  const session = useSession()
  const client = useMemo(() => new RowsClient(source), [source])
  const loaded = useSyncExternalStore(client.subscribe, client.loaded)
  useEffect(() => {
    client.start(session.credentials.access() ?? '')
    return () => client.close()
  }, [client, session])
  return { client, loaded }
}

/** Shows the rows in another way. */
export function useView(client: RowsClient, { sort, find, columns }: View): void {
  useEffect(() => client.look({ sort, find, columns }), [client, sort, find, columns])
}
