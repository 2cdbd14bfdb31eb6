import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu } from '../../../components/menu.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { NewTokenDialog } from '../../../components/tokens/new-token-dialog.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../service-words.ts'
import { ConfirmLosses } from './confirm-losses.tsx'
import { ServiceAccountDialog } from './service-account-dialog.tsx'
import { ServiceTokensDialog } from './service-tokens-dialog.tsx'

type Shown = 'edit' | 'newToken' | 'tokens' | 'deactivate' | 'remove'

/** What is done with a service account. */
export function ServiceAccountActions({ account }: { readonly account: Wire.ServiceAccount }) {
  const { serviceAccounts } = useHeddle().auth
  const cache = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const handleClose = () => setShown(undefined)
  const refresh = () => cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
  const activate = useMutation({
    mutationFn: () => serviceAccounts.activate(account.id),
    onSuccess: async () => {
      await refresh()
      toast(words.activated(account.name))
    },
    onError: (error) => toastFailure(words.notActivated, error),
  })
  const entry = (text: string, what: Shown) => ({ text, onSelect: () => setShown(what) })
  const done = (said: string) => async () => {
    await refresh()
    toast(said)
  }
  return (
    <>
      <Menu
        label={words.actionsOf(account.name)}
        target={
          <Button look="quiet" aria-label={words.actionsOf(account.name)}>
            ⋯
          </Button>
        }
        entries={[
          entry(words.edit, 'edit'),
          ...(account.is_active ? [entry(words.newToken, 'newToken')] : []),
          entry(words.showTokens, 'tokens'),
          'line',
          account.is_active
            ? { ...entry(words.deactivate, 'deactivate'), isDangerous: true }
            : { text: words.activate, onSelect: () => activate.mutate() },
          { ...entry(words.remove, 'remove'), isDangerous: true },
        ]}
      />
      {shown === 'edit' && <ServiceAccountDialog account={account} onClose={handleClose} />}
      {shown === 'newToken' && (
        <NewTokenDialog
          permissions={account.permissions}
          all={words.allRights}
          create={(token) => serviceAccounts.tokens.create(account.id, token)}
          onClose={handleClose}
          onCreated={refresh}
        />
      )}
      {shown === 'tokens' && <ServiceTokensDialog account={account} onClose={handleClose} />}
      {shown === 'deactivate' && (
        <ConfirmLosses
          title={words.deactivateTitle(account.name)}
          losses={[words.deactivateText(account.token_count)]}
          verb={words.deactivateWord}
          act={() => serviceAccounts.deactivate(account.id)}
          onClose={handleClose}
          onDone={done(words.deactivated(account.name))}
        />
      )}
      {shown === 'remove' && (
        <DeleteDialog
          title={words.removeTitle(account.name)}
          text={words.removeText}
          remove={() => serviceAccounts.remove(account.id)}
          onClose={handleClose}
          onRemoved={done(words.removed(account.name))}
        />
      )}
    </>
  )
}
