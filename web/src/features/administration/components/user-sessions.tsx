import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { nameOfClient } from '../../../lib/name-of-client.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { words } from '../access-words.ts'
import { ADMINISTRATION_KEY, userSessions } from '../api.ts'
import styles from './administration.module.css'

/** Where a user is signed in; they end one by one or together. */
export function UserSessions({ user }: { readonly user: Wire.ManagedUser }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const { is_superuser: isSuperuser } = useProfile()
  const found = useQuery(userSessions(heddle, user.id))
  const end = useMutation({
    mutationFn: () => heddle.auth.management.endSessions(user.id),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.ended(user.username))
    },
    onError: (error) => toastFailure(words.notEnded, error),
  })
  const endOne = useWrite({
    mutationFn: (session: string) => heddle.auth.management.sessions.remove(user.id, session),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.endedOne)
    },
    onError: (error) => toastFailure(words.notEndedOne, error),
  })
  const mayEnd = isSuperuser || !user.is_superuser
  const columns = mayEnd ? [...COLUMNS, endColumn((session) => endOne.mutate(session))] : COLUMNS
  return (
    <section className={styles.section} aria-label={words.sessions}>
      <div className={styles.head}>
        <h2>{words.sessions}</h2>
        {mayEnd && found.data !== undefined && found.data.length > 0 && (
          <Button look="danger" onClick={() => end.mutate()}>
            {words.endAll}
          </Button>
        )}
      </div>
      <Read of={found} failure={words.sessionsFailure} permission="administrators">
        {(sessions) =>
          sessions.length === 0 ? (
            <p>{words.noSessions}</p>
          ) : (
            <DataTable label={words.sessions} columns={columns} rows={sessions} keyOf={({ id }) => id} />
          )
        }
      </Read>
    </section>
  )
}

const COLUMNS: readonly TableColumn<Wire.OpenSession>[] = [
  {
    name: 'client',
    title: words.where,
    cell: ({ user_agent: agent, current }) => (
      <span title={agent ?? undefined}>
        {nameOfClient(agent) ?? words.unknownClient}
        {current && <span className={text.caption}> · {words.current}</span>}
      </span>
    ),
  },
  { name: 'address', title: words.address, cell: ({ ip_address: ip }) => <code>{ip ?? '–'}</code> },
  { name: 'started', title: words.started, cell: ({ created_at: at }) => <TimeText at={at} /> },
  { name: 'used', title: words.used, cell: ({ last_used_at: at }) => <TimeText at={at} /> },
]

/** One's own is ended by signing out. */
const endColumn = (onEnd: (session: string) => void): TableColumn<Wire.OpenSession> => ({
  name: 'actions',
  title: words.actions,
  isTitleHidden: true,
  width: '60px',
  cell: ({ id, current, user_agent: agent }) =>
    current ? null : (
      <Button
        look="quiet"
        aria-label={words.endOf(nameOfClient(agent) ?? words.unknownClient)}
        onClick={() => onEnd(id)}
      >
        {words.end}
      </Button>
    ),
})
