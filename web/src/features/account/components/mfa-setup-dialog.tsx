import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import text from '../../../components/text.module.css'
import styles from './mfa.module.css'

type Props = {
  readonly setup: Wire.MfaSetupReply
  readonly onClose: () => void
  readonly onVerified: (codes: readonly string[]) => Promise<void>
}

/** The first two steps: the app learns the secret, and proves that it has. */
export function MfaSetupDialog({ setup, onClose, onVerified }: Props) {
  const { auth } = useHeddle()
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: () => auth.mfa.verify({ code: code.replaceAll(/\s/g, '') }),
    onSuccess: ({ backup_codes: codes }) => onVerified(codes),
  })
  const faults = formFaults(verify.error, ['code'])
  return (
    <FormDialog
      title={words.mfa.setUp}
      width={480}
      sending={verify}
      faults={faults.general}
      verb={words.mfa.verify}
      onSubmit={() => verify.mutate()}
      onClose={onClose}
    >
      <p className={text.caption}>{words.mfa.step(1)}</p>
      <div className={styles.scan}>
        {/* As an image, so that nothing in it could run. */}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_code_svg)}`}
          alt={words.mfa.qr}
          width={176}
          height={176}
        />
        <div className={styles.secret}>
          <p>{words.mfa.scan}</p>
          <p className={styles.caption}>{words.mfa.secret}</p>
          <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <p className={text.caption}>{words.mfa.step(2)}</p>
      <TextField
        label={words.mfa.code}
        hint={words.mfa.enter}
        value={code}
        isCode
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        faults={faults.of('code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
