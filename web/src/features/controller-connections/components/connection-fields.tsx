import { HintedCheck, PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { type ConnectionDraft, passwordHint } from './connection-draft.ts'
import styles from './connection-form.module.css'

type Props = {
  readonly connection: Wire.ControllerConnection | undefined
  readonly draft: ConnectionDraft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<ConnectionDraft>) => void
}

export const ConnectionFields = (props: Props) => (
  <>
    <AddressFields {...props} />
    <CredentialFields {...props} />
    <LimitFields {...props} />
    <Switches {...props} />
  </>
)

const AddressFields = ({ draft, faults, onChange }: Props) => (
  <>
    <TextField
      label={words.name}
      hint={words.nameHint}
      value={draft.name}
      faults={faults.of('name')}
      data-autofocus
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextField
      label={words.host}
      hint={words.hostHint}
      isCode
      spellCheck={false}
      value={draft.host}
      faults={faults.of('host')}
      onChange={(event) => onChange({ host: event.currentTarget.value })}
    />
    <TextArea
      label={words.hosts}
      hint={words.hostsHint}
      isCode
      spellCheck={false}
      rows={2}
      value={draft.hosts}
      faults={faults.of('hosts')}
      onChange={(event) => onChange({ hosts: event.currentTarget.value })}
    />
  </>
)

const CredentialFields = ({ connection, draft, faults, onChange }: Props) => (
  <div className={styles.pair}>
    <TextField
      label={words.username}
      hint={words.usernameHint}
      isCode
      spellCheck={false}
      autoComplete="off"
      value={draft.username}
      faults={faults.of('username')}
      onChange={(event) => onChange({ username: event.currentTarget.value })}
    />
    <PasswordField
      label={words.password}
      autoComplete="new-password"
      {...(faults.of('password').length === 0 && { hint: passwordHint(connection, draft) })}
      value={draft.password}
      faults={faults.of('password')}
      onChange={(event) => onChange({ password: event.currentTarget.value })}
    />
  </div>
)

const LimitFields = ({ draft, faults, onChange }: Props) => (
  <div className={styles.pair}>
    <TextField
      label={words.parallel}
      hint={words.parallelHint}
      inputMode="numeric"
      value={draft.max_parallel_requests}
      faults={faults.of('max_parallel_requests')}
      onChange={(event) => onChange({ max_parallel_requests: event.currentTarget.value })}
    />
    <TextField
      label={words.perMinute}
      hint={words.perMinuteHint}
      inputMode="numeric"
      value={draft.max_requests_per_minute}
      faults={faults.of('max_requests_per_minute')}
      onChange={(event) => onChange({ max_requests_per_minute: event.currentTarget.value })}
    />
  </div>
)

const Switches = ({ draft, faults, onChange }: Props) => (
  <>
    <HintedCheck
      label={words.verify}
      hint={words.verifyHint}
      isChecked={draft.verify_ssl}
      faults={faults.of('verify_ssl')}
      onChange={(verify_ssl) => onChange({ verify_ssl })}
    />
    {draft.verify_ssl && (
      <TextArea
        label={words.ca}
        hint={words.caHint}
        isCode
        spellCheck={false}
        rows={3}
        value={draft.ca_certificate}
        faults={faults.of('ca_certificate')}
        onChange={(event) => onChange({ ca_certificate: event.currentTarget.value })}
      />
    )}
    <HintedCheck
      label={words.isDefault}
      hint={words.isDefaultHint}
      isChecked={draft.is_default}
      faults={faults.of('is_default')}
      onChange={(is_default) => onChange({ is_default })}
    />
  </>
)
