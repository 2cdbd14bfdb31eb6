import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField, PasswordField, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY, groupList } from '../api.ts'
import { words } from '../words.ts'
import styles from './administration.module.css'

type Props = { readonly user?: Wire.ManagedUser; readonly onClose: () => void }

const draftOf = (user: Wire.ManagedUser | undefined) => ({
  username: user?.username ?? '',
  email: user?.email ?? '',
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  groups: user?.groups ?? [],
  password: '',
})
const TEXTS = ['username', 'email', 'first_name', 'last_name'] as const
const LABELS = {
  username: words.name,
  email: words.email,
  first_name: words.firstName,
  last_name: words.lastName,
} as const

/** A new user, or changes of one; a username never changes. */
export function UserForm({ user, onClose }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const groups = useQuery(groupList(heddle)).data ?? []
  const [stored] = useState(() => draftOf(user))
  const [draft, setDraft] = useState(stored)
  const save = useMutation({
    mutationFn: () => {
      const { username, password, ...body } = draft
      return user
        ? heddle.auth.management.update(user.id, body)
        : heddle.auth.management.create({ ...body, username, ...(password !== '' && { password }) })
    },
    onSuccess: async ({ username }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.saved(username))
    },
  })
  const faults = formFaults(save.error, Object.keys(stored))
  const set = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <FormDialog
      title={user ? words.editTitle(user.username) : words.newTitle}
      isDirty={JSON.stringify(draft) !== JSON.stringify(stored) && !save.isSuccess}
      sending={save}
      faults={[...faults.general, ...faults.of('groups')]}
      verb={words.save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {TEXTS.filter((name) => !user || name !== 'username').map((name, index) => (
        <TextField
          key={name}
          label={LABELS[name]}
          autoComplete="off"
          value={draft[name]}
          faults={faults.of(name)}
          {...(index === 0 && { 'data-autofocus': true })}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
      {!user && (
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          value={draft.password}
          faults={faults.of('password')}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      )}
      <fieldset className={styles.groups}>
        <legend>{words.groups}</legend>
        {groups.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={draft.groups.includes(id)}
            onChange={(event) =>
              set({
                groups: event.currentTarget.checked ? [...draft.groups, id] : draft.groups.filter((g) => g !== id),
              })
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
