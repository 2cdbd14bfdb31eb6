import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { CheckField, HintedCheck, PasswordField, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { isChanged, UnsavedGuard } from '../../../components/unsaved-guard.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY, groupList } from '../api.ts'
import { words } from '../words.ts'
import styles from './administration.module.css'
import { ScimHint, USER_HINTS } from './scim-fact.tsx'
import { createBodyOf, userDraft, patchOf, type UserDraft } from './user-draft.ts'

type Read = Wire.ManagedUser & { readonly etag: string }
type Props = { readonly id?: number; readonly onClose: () => void }

const TEXTS = ['username', 'email', 'first_name', 'last_name'] as const
const LABELS = {
  username: words.name,
  email: words.email,
  first_name: words.firstName,
  last_name: words.lastName,
} as const

/** A new user, or changes of one; a username never changes. */
export function UserForm({ id, onClose }: Props) {
  return (
    <Edited kind={['user']} id={id} read={useHeddle().auth.management.get} labels={LABELS} onClose={onClose}>
      {(user) => <Form user={user} onClose={onClose} />}
    </Edited>
  )
}

function Form({ user, onClose }: { readonly user: Read | undefined; readonly onClose: () => void }) {
  const { is_superuser: isSuperuser } = useProfile()
  const [stored] = useState(() => userDraft(user))
  const [draft, setDraft] = useState(stored)
  const save = useSaving(user, stored, onClose)
  const faults = formFaults(save.error, Object.keys(stored))
  const set = (changed: Partial<UserDraft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <FormDialog
      title={user ? words.editTitle(user.username) : words.newTitle}
      isDirty={isChanged(draft, stored) && !save.isSuccess}
      sending={save}
      faults={[...faults.general, ...faults.of('groups')]}
      verb={words.save}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={isChanged(draft, stored) && !save.isSuccess} />
      <ScimHint scim={user?.scim ?? null} hints={USER_HINTS} />
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
      <GroupTicks chosen={draft.groups} onChange={(groups) => set({ groups })} />
      {isSuperuser && (
        <HintedCheck
          label={words.isSuperuser}
          hint={words.isSuperuserHint}
          isChecked={draft.is_superuser}
          faults={faults.of('is_superuser')}
          onChange={(next) => set({ is_superuser: next })}
        />
      )}
    </FormDialog>
  )
}

type TicksProps = { readonly chosen: readonly number[]; readonly onChange: (chosen: readonly number[]) => void }

function GroupTicks({ chosen, onChange }: TicksProps) {
  const groups = useQuery(groupList(useHeddle())).data ?? []
  return (
    <fieldset className={styles.groups}>
      <legend>{words.groups}</legend>
      {groups.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}

/** Somebody else's change in the meantime is refused, not overwritten. */
function useSaving(user: Read | undefined, stored: UserDraft, onClose: () => void) {
  const { management } = useHeddle().auth
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (draft: UserDraft) =>
      user ? management.update(user.id, patchOf(stored, draft), ifStill(user)) : management.create(createBodyOf(draft)),
    onSuccess: async ({ username }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.saved(username))
    },
  })
}
