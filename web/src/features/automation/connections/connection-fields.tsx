import { HintedCheck, PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { type AutomationConnectionDraft, secretHint } from './connection-draft.ts'
import styles from './connection-form.module.css'
import { words } from './words.ts'

type Props = {
  readonly connection: Wire.AutomationConnection | undefined
  readonly draft: AutomationConnectionDraft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<AutomationConnectionDraft>) => void
}

export const ConnectionFields = (props: Props) => (
  <>
    <ServerFields {...props} />
    <AccountFields {...props} />
    <TrustFields {...props} />
    <PathFields {...props} />
  </>
)

const ServerFields = ({ draft, faults, onChange }: Props) => (
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
      label={words.address}
      hint={words.addressHint}
      isCode
      spellCheck={false}
      value={draft.base_url}
      faults={faults.of('base_url')}
      onChange={(event) => onChange({ base_url: event.currentTarget.value })}
    />
  </>
)

function AccountFields({ connection, draft, faults, onChange }: Props) {
  const isToken = draft.auth_method === 'token'
  const wrong = faults.of('oauth_token')
  return (
    <>
      <RadioGroup
        label={words.method}
        choices={(['token', 'password'] as const).map((value) => ({ value, label: words.methods[value] }))}
        value={draft.auth_method}
        onChange={(auth_method) => onChange({ auth_method })}
      />
      <div className={isToken ? undefined : styles.pair}>
        {!isToken && (
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
        )}
        <PasswordField
          label={isToken ? words.token : words.password}
          autoComplete="new-password"
          {...(wrong.length === 0 && { hint: secretHint(connection, draft) })}
          value={draft.oauth_token}
          faults={wrong}
          onChange={(event) => onChange({ oauth_token: event.currentTarget.value, isTokenRemoved: false })}
        />
      </div>
      {connection?.token_configured && draft.oauth_token === '' && (
        <HintedCheck
          label={words.removeSecret}
          hint={words.removeSecretHint}
          isChecked={draft.isTokenRemoved}
          onChange={(isTokenRemoved) => onChange({ isTokenRemoved })}
        />
      )}
    </>
  )
}

const TrustFields = ({ draft, faults, onChange }: Props) => (
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

/** Newer versions have other addresses; most people never need these. */
function PathFields({ draft, faults, onChange }: Props) {
  const isWrong = faults.of('api_prefix').length > 0 || faults.of('job_url_pattern').length > 0
  return (
    <details open={isWrong || draft.api_prefix !== '' || draft.job_url_pattern !== ''}>
      <summary className={styles.more}>{words.more}</summary>
      <div className={styles.pair}>
        <TextField
          label={words.prefix}
          hint={words.prefixHint}
          isCode
          spellCheck={false}
          value={draft.api_prefix}
          faults={faults.of('api_prefix')}
          onChange={(event) => onChange({ api_prefix: event.currentTarget.value })}
        />
        <TextField
          label={words.jobUrl}
          hint={words.jobUrlHint}
          isCode
          spellCheck={false}
          value={draft.job_url_pattern}
          faults={faults.of('job_url_pattern')}
          onChange={(event) => onChange({ job_url_pattern: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}
