import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { words } from '../words.ts'
import styles from './mfa.module.css'

const DAY_MS = 86_400_000
const LIFETIMES = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof LIFETIMES)[number]
type Rights = 'read' | 'all'

type Props = { readonly onClose: () => void; readonly onCreated: () => Promise<void> }

/** Creates a token and shows it this once. */
export function NewTokenDialog({ onClose, onCreated }: Props) {
  const { auth } = useHeddle()
  const { permissions } = useProfile()
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>('read')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const create = useWrite({
    mutationFn: () =>
      auth.tokens.create({
        name,
        permissions: rights === 'all' ? null : permissions.filter((permission) => permission.includes('.view_')),
        expires_at: lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
      }),
    onSuccess: onCreated,
  })
  const faults = formFaults(create.error, ['name', 'expires_at'])
  if (create.data) return <CreatedToken token={create.data.token} onKept={onClose} />

  return (
    <FormDialog
      title={words.tokens.create}
      sending={create}
      faults={faults.general}
      verb={words.tokens.createWord}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.tokens.name}
        hint={words.tokens.nameHint}
        value={name}
        data-autofocus
        required
        faults={faults.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RadioGroup
        label={words.tokens.rights}
        choices={[
          { value: 'read', label: words.tokens.read },
          { value: 'all', label: words.tokens.all },
        ]}
        value={rights}
        onChange={setRights}
      />
      <ChoiceField
        label={words.tokens.expires}
        choices={LIFETIMES.map((value) => ({ value, label: words.tokens.lifetimes[value] }))}
        value={lifetime}
        faults={faults.of('expires_at')}
        onChange={setLifetime}
      />
    </FormDialog>
  )
}

function CreatedToken({ token, onKept }: { readonly token: string; readonly onKept: () => void }) {
  const [isWarned, setIsWarned] = useState(false)
  const handleCopy = () =>
    copyText(token).then(
      () => toast(words.tokens.copied),
      () => toast(words.tokens.notCopied, { kind: 'failed' }),
    )
  return (
    <Dialog title={words.tokens.created} isOpen onClose={() => setIsWarned(true)}>
      <p>{words.tokens.keep}</p>
      <p className={styles.token}>
        <code>{token}</code>
      </p>
      <div className={styles.tools}>
        <Button onClick={() => void handleCopy()}>{words.mfa.copy}</Button>
      </div>
      {isWarned && (
        <p role="alert" className={styles.warning}>
          {words.tokens.closeFirst}
        </p>
      )}
      <DialogActions>
        <Button look="primary" onClick={onKept}>
          {words.tokens.kept}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
