import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Menu } from '../../../components/menu.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './administration.module.css'
import { UserForm } from './user-form.tsx'

type Change = { readonly act: (id: number) => Promise<unknown>; readonly said: (name: string) => string }

/** What an administrator does with a user; only superusers change superusers. */
export function UserActions({ user }: { readonly user: Wire.ManagedUser }) {
  const { management } = useHeddle().auth
  const { id, username } = user
  const profile = useProfile()
  const cache = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const change = useMutation({
    mutationFn: ({ act }: Change) => act(id),
    onSuccess: async (_, { said }) => {
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(said(username))
    },
    onError: (error) => toastFailure(words.notDone, error),
  })
  const code = useMutation({
    mutationFn: () => management.generateResetCode(id),
    onError: (error) => toastFailure(words.notDone, error),
  })
  if (user.is_superuser && !profile.is_superuser) return null
  const entry = (text: string, act: Change['act'], said: Change['said']) => ({
    text,
    onSelect: () => change.mutate({ act, said }),
  })
  const isLocal = user.auth_source === 'local'
  return (
    <>
      <Menu
        label={words.actions(username)}
        target={
          <Button look="quiet" aria-label={words.actions(username)}>
            ⋯
          </Button>
        }
        entries={[
          { text: words.edit, onSelect: () => setIsEditing(true) },
          ...(isLocal ? [{ text: words.code, onSelect: () => code.mutate() }] : []),
          ...(isLocal ? [entry(words.mail, (one) => management.resetPassword(one), words.mailed)] : []),
          ...(user.email_verified ? [] : [entry(words.verify, (one) => management.verifyEmail(one), words.verified)]),
          ...(user.mfa_enabled
            ? [entry(words.disableMfa, (one) => management.disableMfa(one), words.mfaDisabled)]
            : []),
          'line',
          entry(words.endSessions, (one) => management.endSessions(one), words.sessionsEnded),
          ...(user.is_active && id !== profile.id
            ? [
                {
                  ...entry(words.deactivate, (one) => management.deactivate(one), words.deactivated),
                  isDangerous: true,
                },
              ]
            : []),
          ...(user.is_active ? [] : [entry(words.activate, (one) => management.activate(one), words.activated)]),
        ]}
      />
      {isEditing && <UserForm user={user} onClose={() => setIsEditing(false)} />}
      {code.data && <CodeDialog name={username} code={code.data} onClose={() => code.reset()} />}
    </>
  )
}

type CodeProps = { readonly name: string; readonly code: Wire.ResetCodeReply; readonly onClose: () => void }

const CodeDialog = ({ name, code, onClose }: CodeProps) => (
  <Dialog title={words.codeTitle(name)} isOpen onClose={onClose}>
    <p>{words.codeText}</p>
    <p className={styles.code}>{code.code}</p>
    <p>
      {words.codeUntil} <TimeText at={code.expires_at} isAbsolute />
    </p>
    <DialogActions>
      <Button look="primary" onClick={onClose}>
        {words.close}
      </Button>
    </DialogActions>
  </Dialog>
)
