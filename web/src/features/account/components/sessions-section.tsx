import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Read } from '../../../components/read.tsx'
import { type TableColumn, DataTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useSession } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { useChangePreferences, useIdleMinutes } from '../../../lib/session/preferences.ts'
import { SESSIONS_KEY, sessionList } from '../api.ts'
import { nameOfClient } from '../../../lib/name-of-client.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { AccountSection } from './section.tsx'

type Minutes = Wire.SessionTimeoutBody['minutes']
const FEW = 6
const LIMITS: readonly Minutes[] = [0, 15, 30, 60, 120, 240, 480]

export function SessionsSection() {
  const heddle = useHeddle()
  const session = useSession()
  const found = useQuery(sessionList(heddle))
  const signOut = useWrite({
    mutationFn: () => heddle.auth.logout({ all: true }),
    onSuccess: () => session.signedOut(),
    onError: (error) => toastFailure(words.notEnded, error),
  })
  return (
    <AccountSection title={words.sessions.title} isWide>
      <IdleLimit />
      <Read of={found} failure={words.sessions.failure} permission="administrators">
        {(sessions) => <SessionTable sessions={sessions} />}
      </Read>
      <div className={styles.everywhere}>
        <Button look="danger" onClick={() => signOut.mutate()}>
          {words.sessions.everywhere}
        </Button>
        <span className={styles.quiet}>{words.sessions.everywhereText}</span>
      </div>
    </AccountSection>
  )
}

function SessionTable({ sessions }: { readonly sessions: readonly Wire.OpenSession[] }) {
  const { auth } = useHeddle()
  const queries = useQueryClient()
  const [isAll, setIsAll] = useState(false)
  const end = useWrite({
    mutationFn: (id: string) => auth.sessions.remove(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
      toast(words.sessions.ended)
    },
    onError: (error) => toastFailure(words.notEnded, error),
  })
  const columns: readonly TableColumn<Wire.OpenSession>[] = [
    {
      name: 'client',
      title: words.sessions.where,
      cell: ({ user_agent, current }) => (
        <span title={user_agent ?? undefined}>
          {nameOfClient(user_agent) ?? words.sessions.unknown}
          {current && <span className={styles.quiet}> · {words.sessions.current}</span>}
        </span>
      ),
    },
    {
      name: 'address',
      title: words.sessions.address,
      cell: ({ ip_address }) => <span className="code">{ip_address ?? '–'}</span>,
    },
    { name: 'started', title: words.sessions.started, cell: ({ created_at }) => <TimeText at={created_at} /> },
    { name: 'used', title: words.sessions.used, cell: ({ last_used_at }) => <TimeText at={last_used_at} /> },
    {
      name: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: '60px',
      cell: ({ id, current, user_agent }) =>
        current ? null : (
          <Button
            look="quiet"
            aria-label={words.sessions.endOf(nameOfClient(user_agent) ?? words.sessions.unknown)}
            onClick={() => end.mutate(id)}
          >
            {words.sessions.end}
          </Button>
        ),
    },
  ]
  const shown = isAll ? sessions : newestOf(sessions)
  return (
    <>
      <DataTable label={words.sessions.title} columns={columns} rows={shown} keyOf={({ id }) => id} />
      {shown.length < sessions.length && (
        <div>
          <Button look="link" onClick={() => setIsAll(true)}>
            {words.sessions.all(sessions.length)}
          </Button>
        </div>
      )}
    </>
  )
}

/** This one first, then those that were used last. */
const newestOf = (sessions: readonly Wire.OpenSession[]): readonly Wire.OpenSession[] =>
  sessions
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.last_used_at.localeCompare(a.last_used_at))
    .slice(0, FEW)

/** Kept in the preferences too: the server does not say what it is. */
function IdleLimit() {
  const { auth } = useHeddle()
  const stored = useIdleMinutes()
  const [chosen, setChosen] = useState<Minutes>()
  const onError = (error: Error) => toastFailure(words.notSaved, error)
  const { mutateAsync: change } = useChangePreferences(onError)
  const save = useWrite({
    mutationFn: async (minutes: Minutes) => {
      setChosen(minutes)
      await auth.sessionTimeout({ minutes })
      await change({ ui: { idle_minutes: minutes } })
    },
    onError,
    onSettled: () => setChosen(undefined),
  })
  return (
    <div className={styles.narrow}>
      <ChoiceField
        label={words.sessions.idle}
        hint={words.sessions.idleHint}
        choices={LIMITS.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? words.sessions.never : words.sessions.minutes(minutes),
        }))}
        value={String(chosen ?? stored)}
        onChange={(minutes) => save.mutate(Number(minutes) as Minutes)}
      />
    </div>
  )
}
