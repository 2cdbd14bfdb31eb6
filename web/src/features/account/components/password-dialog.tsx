import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { PasswordField } from '../../../components/field.tsx'
import { Form } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { words } from '../words.ts'

type Props = {
  readonly kind: 'replace' | 'codes' | 'disable'
  readonly onClose: () => void
  readonly onPassword: (password: string) => Promise<void>
}

/** Asks for the password before the second factor is changed. */
export function PasswordDialog({ kind, onClose, onPassword }: Props) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({ mutationFn: () => onPassword(password) })
  const faults = formFaults(confirm.error, ['password'])
  return (
    <Dialog title={words.mfa.passwordTitle[kind]} isOpen onClose={onClose}>
      <Form error={confirm.error} faults={faults.general} onSubmit={() => confirm.mutate()}>
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
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            type="submit"
            look={kind === 'disable' ? 'danger' : 'primary'}
            impossible={confirm.isPending ? words.mfa.confirm[kind] : undefined}
          >
            {words.mfa.confirm[kind]}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
