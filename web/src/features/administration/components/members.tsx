import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY, membersOf } from '../api.ts'
import { words } from '../group-words.ts'
import { words as userWords } from '../words.ts'
import { AddMember } from './add-member.tsx'
import styles from './administration.module.css'
import { ConfirmLosses } from './confirm-losses.tsx'
import { useLosses } from './use-losses.ts'

type Props = { readonly group: Wire.GroupReply }

/** Who is in a group. */
export function Members({ group }: Props) {
  const found = useQuery(membersOf(useHeddle(), group.id))
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Wire.ManagedUser>()
  return (
    <section className={styles.section} aria-label={words.members}>
      <div className={styles.head}>
        <h2>{words.members}</h2>
        <Button onClick={() => setIsAdding(true)}>{words.addMember}</Button>
      </div>
      <Read of={found} failure={words.membersFailure} permission="administrators">
        {(members) =>
          members.length === 0 ? (
            <p>{words.noMembers}</p>
          ) : (
            <DataTable label={words.members} columns={columnsOf(setLeaving)} rows={members} keyOf={({ id }) => id} />
          )
        }
      </Read>
      {isAdding && <AddMember group={group} onClose={() => setIsAdding(false)} />}
      {leaving && <TakeOut group={group} user={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}

const columnsOf = (onTakeOut: (user: Wire.ManagedUser) => void): readonly TableColumn<Wire.ManagedUser>[] => [
  {
    name: 'name',
    title: userWords.name,
    cell: ({ id, username }) => (
      <Link to="/auth/management/$id" params={{ id: String(id) }}>
        {username}
      </Link>
    ),
  },
  { name: 'email', title: userWords.email, isWideOnly: true, cell: ({ email }) => email },
  {
    name: 'status',
    title: userWords.status,
    cell: ({ is_active: isActive }) => (
      <Light color={isActive ? 'ok' : 'off'} text={isActive ? userWords.active : userWords.inactive} />
    ),
  },
  {
    name: 'actions',
    title: words.actionsTitle,
    isTitleHidden: true,
    width: '90px',
    cell: (user) => (
      <div className={styles.actions}>
        <Button look="quiet" aria-label={words.takeOutOf(user.username)} onClick={() => onTakeOut(user)}>
          {words.takeOut}
        </Button>
      </div>
    ),
  },
]

type TakeOutProps = Props & { readonly user: Wire.ManagedUser; readonly onClose: () => void }

function TakeOut({ group, user, onClose }: TakeOutProps) {
  const { groups } = useHeddle().auth
  const cache = useQueryClient()
  return (
    <ConfirmLosses
      title={words.takeOutTitle(user.username, group.name)}
      verb={words.takeOut}
      losses={useLosses(group, { username: user.username })}
      act={() => groups.removeMembers(group.id, { user_ids: [user.id] })}
      onClose={onClose}
      onDone={async () => {
        await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
        toast(words.takenOut(user.username, group.name))
      }}
    />
  )
}
