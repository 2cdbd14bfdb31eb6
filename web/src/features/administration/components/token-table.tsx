import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { TimeText, useMinute } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../access-words.ts'
import { ADMINISTRATION_KEY } from '../api.ts'
import styles from './administration.module.css'

type Props = {
  readonly tokens: readonly Wire.ApiToken[]
  /** Where all are of one user, nobody has to read whose. */
  readonly showsOwner?: boolean
  readonly order?: string | undefined
  readonly onOrder?: (order: string) => void
  /** Unless they are removed as those of any user are. */
  readonly remove?: (id: string) => Promise<unknown>
}

/** Tokens of others, which an administrator can only revoke. */
export function TokenTable({ tokens, showsOwner = false, order, onOrder, remove }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const now = useMinute()
  const [revoked, setRevoked] = useState<Wire.ApiToken>()
  return (
    <>
      <DataTable
        label={words.tokens}
        columns={columnsOf({ showsOwner, now, onRevoke: setRevoked })}
        rows={tokens}
        keyOf={({ id }) => id}
        order={order}
        onOrder={onOrder}
      />
      {revoked && (
        <DeleteDialog
          title={words.revokeTitle(revoked.name)}
          text={words.revokeText(revoked.username)}
          remove={() => (remove ?? heddle.auth.tokens.remove)(revoked.id)}
          onClose={() => setRevoked(undefined)}
          onRemoved={async () => {
            await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
            toast(words.revoked(revoked.name))
          }}
        />
      )}
    </>
  )
}

type Parts = { readonly showsOwner: boolean; readonly now: number; readonly onRevoke: (token: Wire.ApiToken) => void }

const columnsOf = ({ showsOwner, now, onRevoke }: Parts): readonly TableColumn<Wire.ApiToken>[] => [
  {
    name: 'name',
    title: words.token,
    isSortable: true,
    isGrowing: true,
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  ...(showsOwner
    ? [{ name: 'username', title: words.owner, isSortable: true, cell: ({ username }: Wire.ApiToken) => username }]
    : []),
  { name: 'prefix', title: words.begins, isWideOnly: true, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    name: 'rights',
    title: words.rights,
    cell: ({ permissions }) =>
      permissions === null ? (
        words.everything
      ) : (
        <span title={permissions.join('\n')}>{words.rightCount(permissions.length)}</span>
      ),
  },
  {
    name: 'last_used_at',
    title: words.used,
    isSortable: true,
    cell: ({ last_used_at: at }) => (at === null ? words.never : <TimeText at={at} />),
  },
  {
    name: 'expires_at',
    title: words.expires,
    isSortable: true,
    cell: ({ expires_at: at }) =>
      at === null ? (
        words.never
      ) : (
        <>
          <TimeText at={at} isAbsolute />
          {Date.parse(at) <= now && ` (${words.expired})`}
        </>
      ),
  },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    width: '80px',
    cell: (token) => (
      <div className={styles.actions}>
        <Button look="quiet" aria-label={words.revokeOf(token.name)} onClick={() => onRevoke(token)}>
          {words.revoke}
        </Button>
      </div>
    ),
  },
]
