import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../words.ts'

type Props = { readonly user: Wire.ManagedUser; readonly onClose: () => void }

/** A password that an administrator chose, such as for the account of a program. */
export function PasswordDialog({ user: { id, username }, onClose }: Props) {
  const { management } = useHeddle().auth
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const save = useWrite({
    mutationFn: () => management.resetPassword(id, { new_password: password }),
    onSuccess: async () => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.passwordSet(username))
    },
  })
  const faults = formFaults(save.error, ['new_password'])
  return (
    <FormDialog
      title={words.setPasswordTitle(username)}
      isDirty={password !== '' && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>{words.setPasswordText}</p>
      <PasswordField
        label={words.newPassword}
        autoComplete="new-password"
        data-autofocus
        value={password}
        faults={faults.of('new_password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
