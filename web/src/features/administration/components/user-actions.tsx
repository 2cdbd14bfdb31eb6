import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../words.ts'
import { CodeDialog } from './code-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { UserForm } from './user-form.tsx'

type Change = { readonly act: (id: number) => Promise<unknown>; readonly said: (name: string) => string }
type Shown = 'edit' | 'password' | 'delete'
type Props = {
  readonly user: Wire.ManagedUser
  /** After the user was deleted: a page about nobody has nothing to show. */
  readonly onRemoved?: () => void
}

/** What an administrator does with a user; only superusers change superusers. */
export function UserActions({ user, onRemoved }: Props) {
  const { management } = useHeddle().auth
  const { id, username } = user
  const profile = useProfile()
  const cache = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const refresh = () => cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
  const change = useMutation({
    mutationFn: ({ act }: Change) => act(id),
    onSuccess: async (_, { said }) => {
      await refresh()
      toast(said(username))
    },
    onError: (error) => toastFailure(words.notDone, error),
  })
  const code = useMutation({
    mutationFn: () => management.generateResetCode(id),
    onError: (error) => toastFailure(words.notDone, error),
  })
  if (user.is_superuser && !profile.is_superuser) return null
  const handleClose = () => setShown(undefined)
  return (
    <>
      <Menu
        label={words.actions(username)}
        target={
          <Button look="quiet" aria-label={words.actions(username)}>
            ⋯
          </Button>
        }
        entries={entriesOf(user, {
          management,
          isOwn: id === profile.id,
          onShow: setShown,
          onCode: () => code.mutate(),
          onChange: (act, said) => change.mutate({ act, said }),
        })}
      />
      {shown === 'edit' && <UserForm id={id} onClose={handleClose} />}
      {shown === 'password' && <PasswordDialog user={user} onClose={handleClose} />}
      {shown === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(username)}
          text={words.removeText}
          remove={() => management.remove(id)}
          onClose={handleClose}
          onRemoved={async () => {
            onRemoved?.()
            await refresh()
            toast(words.removed(username))
          }}
        />
      )}
      {code.data && <CodeDialog name={username} code={code.data} onClose={() => code.reset()} />}
    </>
  )
}

type Ways = {
  readonly management: ReturnType<typeof useHeddle>['auth']['management']
  readonly isOwn: boolean
  readonly onShow: (shown: Shown) => void
  readonly onCode: () => void
  readonly onChange: (act: Change['act'], said: Change['said']) => void
}

function entriesOf(user: Wire.ManagedUser, { management, isOwn, onShow, onCode, onChange }: Ways): MenuEntry[] {
  const entry = (text: string, act: Change['act'], said: Change['said'], isDangerous = false): MenuEntry => ({
    text,
    ...(isDangerous && { isDangerous }),
    onSelect: () => onChange(act, said),
  })
  const isLocal = user.auth_source === 'local'
  return [
    { text: words.edit, onSelect: () => onShow('edit') },
    ...(isLocal
      ? [
          { text: words.code, onSelect: onCode },
          entry(words.mail, (one) => management.resetPassword(one), words.mailed),
          { text: words.setPassword, onSelect: () => onShow('password') },
        ]
      : []),
    ...(user.email_verified ? [] : [entry(words.verify, (one) => management.verifyEmail(one), words.verified)]),
    ...(user.mfa_enabled ? [entry(words.disableMfa, (one) => management.disableMfa(one), words.mfaDisabled)] : []),
    'line',
    entry(words.endSessions, (one) => management.endSessions(one), words.sessionsEnded),
    // Activating somebody who is active lifts the locks, and does nothing else.
    ...(user.is_active
      ? [entry(words.unlock, (one) => management.activate(one), words.unlocked)]
      : [entry(words.activate, (one) => management.activate(one), words.activated)]),
    ...(user.is_active && !isOwn
      ? [entry(words.deactivate, (one) => management.deactivate(one), words.deactivated, true)]
      : []),
    ...(isOwn ? [] : [{ text: words.remove, isDangerous: true, onSelect: () => onShow('delete') }]),
  ]
}
