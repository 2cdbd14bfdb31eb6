import { useState } from 'react'
import { Button } from '../button.tsx'
import { ChoiceField } from '../choice-field.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { formFaults } from '../form-faults.ts'
import { RadioGroup } from '../radio-group.tsx'
import { copyText } from '../rows-grid/copy-text.ts'
import { toast } from '../toasts.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useWrite } from '../../lib/use-write.ts'
import styles from './new-token-dialog.module.css'
import { words } from './words.ts'

const DAY_MS = 86_400_000
const LIFETIMES = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof LIFETIMES)[number]
type Rights = 'read' | 'all'

type Props = {
  /** What the token may be given. */
  readonly permissions: readonly string[]
  /** What it may with all of them. */
  readonly all: string
  readonly create: (token: Wire.ApiTokenCreate) => Promise<Wire.CreatedApiToken>
  readonly onClose: () => void
  readonly onCreated: () => Promise<void>
}

/** Creates a token and shows it this once. */
export function NewTokenDialog({ permissions, all, create: send, onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>('read')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const create = useWrite({
    mutationFn: () =>
      send({
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
      title={words.title}
      sending={create}
      faults={faults.general}
      verb={words.createWord}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        data-autofocus
        required
        faults={faults.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RadioGroup
        label={words.rights}
        choices={[
          { value: 'read', label: words.read },
          { value: 'all', label: all },
        ]}
        value={rights}
        onChange={setRights}
      />
      <ChoiceField
        label={words.expires}
        choices={LIFETIMES.map((value) => ({ value, label: words.lifetimes[value] }))}
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
      () => toast(words.copied),
      () => toast(words.notCopied, { kind: 'failed' }),
    )
  return (
    <Dialog title={words.created} isOpen onClose={() => setIsWarned(true)}>
      <p>{words.keep}</p>
      <p className={styles.token}>
        <code>{token}</code>
      </p>
      <div className={styles.tools}>
        <Button onClick={() => void handleCopy()}>{words.copy}</Button>
      </div>
      {isWarned && (
        <p role="alert" className={styles.warning}>
          {words.closeFirst}
        </p>
      )}
      <DialogActions>
        <Button look="primary" onClick={onKept}>
          {words.kept}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
