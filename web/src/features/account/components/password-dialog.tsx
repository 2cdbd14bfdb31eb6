import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { PasswordField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { words } from '../words.ts'

type Props = {
  readonly kind: 'replace' | 'codes' | 'disable'
  readonly onClose: () => void
  readonly onPassword: (password: string) => Promise<void>
}

/** Asks for the password before the second factor is changed. */
export function ChangePasswordDialog({ kind, onClose, onPassword }: Props) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({ mutationFn: () => onPassword(password) })
  const faults = formFaults(confirm.error, ['password'])
  return (
    <FormDialog
      title={words.mfa.passwordTitle[kind]}
      sending={confirm}
      faults={faults.general}
      verb={words.mfa.confirm[kind]}
      look={kind === 'disable' ? 'danger' : 'primary'}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <p>{words.mfa.passwordText[kind]}</p>
      <PasswordField
        label={words.mfa.password}
        value={password}
        autoComplete="current-password"
        data-autofocus
        required
        faults={faults.of('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
