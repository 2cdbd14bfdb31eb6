import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Read } from '../../../components/read.tsx'
import { type TableColumn, DataTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { NewTokenDialog } from '../../../components/tokens/new-token-dialog.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { TOKENS_KEY, tokenList } from '../api.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { AccountSection } from './section.tsx'

/** What programs of this user sign in with. */
export function TokensSection() {
  const heddle = useHeddle()
  const { permissions } = useProfile()
  const queries = useQueryClient()
  const found = useQuery(tokenList(heddle))
  const [isCreating, setIsCreating] = useState(false)
  const [deleted, setDeleted] = useState<Wire.ApiToken>()
  const refresh = () => queries.invalidateQueries({ queryKey: TOKENS_KEY })

  const columns: readonly TableColumn<Wire.ApiToken>[] = [
    { name: 'name', title: words.tokens.name, cell: ({ name }) => name },
    { name: 'prefix', title: words.tokens.begins, cell: ({ prefix }) => <code>{prefix}…</code> },
    { name: 'rights', title: words.tokens.rights, cell: ({ permissions }) => words.tokens.mayDo(permissions?.length) },
    { name: 'used', title: words.tokens.used, cell: ({ last_used_at }) => <TimeText at={last_used_at} /> },
    { name: 'expires', title: words.tokens.expires, cell: ({ expires_at }) => <TimeText at={expires_at} isAbsolute /> },
    {
      name: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: '80px',
      cell: (token) => (
        <Button look="quiet" aria-label={words.tokens.deleteOne(token.name)} onClick={() => setDeleted(token)}>
          {words.tokens.delete}
        </Button>
      ),
    },
  ]

  return (
    <AccountSection title={words.tokens.title} isWide>
      <p className={styles.quiet}>{words.tokens.text}</p>
      <Read of={found} failure={words.tokens.failure} permission="administrators">
        {({ results }) =>
          results.length === 0 ? null : (
            <DataTable label={words.tokens.title} columns={columns} rows={results} keyOf={({ id }) => id} />
          )
        }
      </Read>
      <div>
        <Button onClick={() => setIsCreating(true)}>{words.tokens.create}</Button>
      </div>
      {isCreating && (
        <NewTokenDialog
          permissions={permissions}
          all={words.tokens.all}
          create={heddle.auth.tokens.create}
          onClose={() => setIsCreating(false)}
          onCreated={refresh}
        />
      )}
      {deleted && (
        <DeleteDialog
          title={words.tokens.deleteTitle(deleted.name)}
          text={words.tokens.deleteText}
          remove={() => heddle.auth.tokens.remove(deleted.id)}
          onClose={() => setDeleted(undefined)}
          onRemoved={async () => {
            await refresh()
            toast(words.tokens.deleted(deleted.name))
          }}
        />
      )}
    </AccountSection>
  )
}
