import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { CheckField, PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { CONNECTIONS_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './connection-form.module.css'
import { passwordReasons } from './password-rule.ts'

type Props = {
  readonly connection?: Wire.ControllerConnection
  readonly onClose: () => void
  readonly onTest: (connection: Wire.ControllerConnection) => void
}

const FIELDS = [
  'name',
  'host',
  'hosts',
  'username',
  'password',
  'verify_ssl',
  'is_default',
  'max_parallel_requests',
  'max_requests_per_minute',
]

const USUAL_PARALLEL_REQUESTS = 4

/** A new connection, or changes of one. */
export function ConnectionForm({ connection, onClose, onTest }: Props) {
  const { controller } = useHeddle()
  const cache = useQueryClient()
  const mayTest = useMay('controller.test_connection')
  const [stored] = useState(() => formOf(connection))
  const [form, setForm] = useState(stored)
  const save = useMutation({
    mutationFn: (_: { readonly thenTest: boolean }) => {
      const { password, hosts, max_parallel_requests, max_requests_per_minute, ...rest } = form
      const body = { ...rest, hosts: linesOf(hosts), ...limitsOf({ max_parallel_requests, max_requests_per_minute }) }
      return connection
        ? controller.connections.update(connection.id, { ...body, ...(password !== '' && { password }) })
        : controller.connections.create({ ...body, password })
    },
    onSuccess: async (saved, { thenTest }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: CONNECTIONS_KEY })
      if (thenTest) onTest(saved)
      else toast(words.saved(saved.name))
    },
  })
  const faults = formFaults(save.error, FIELDS)
  const set = (changed: Partial<typeof form>) => setForm((before) => ({ ...before, ...changed }))
  const isDirty = JSON.stringify(form) !== JSON.stringify(stored)

  return (
    <FormDialog
      title={connection ? words.editTitle(connection.name) : words.newTitle}
      width={520}
      isDirty={isDirty && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.save}
      more={
        mayTest && (
          <Button
            impossible={save.isPending ? words.saving : undefined}
            onClick={() => save.mutate({ thenTest: true })}
          >
            {words.saveAndTest}
          </Button>
        )
      }
      onSubmit={() => save.mutate({ thenTest: false })}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={form.name}
        faults={faults.of('name')}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label={words.host}
        hint={words.hostHint}
        isCode
        spellCheck={false}
        value={form.host}
        faults={faults.of('host')}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <TextArea
        label={words.hosts}
        hint={words.hostsHint}
        isCode
        spellCheck={false}
        rows={2}
        value={form.hosts}
        faults={faults.of('hosts')}
        onChange={(event) => set({ hosts: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextField
          label={words.username}
          hint={words.usernameHint}
          isCode
          spellCheck={false}
          autoComplete="off"
          value={form.username}
          faults={faults.of('username')}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          {...(faults.of('password').length === 0 && { hint: passwordHint(connection, form) })}
          value={form.password}
          faults={faults.of('password')}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={words.parallel}
          hint={words.parallelHint}
          inputMode="numeric"
          value={form.max_parallel_requests}
          faults={faults.of('max_parallel_requests')}
          onChange={(event) => set({ max_parallel_requests: event.currentTarget.value })}
        />
        <TextField
          label={words.perMinute}
          hint={words.perMinuteHint}
          inputMode="numeric"
          value={form.max_requests_per_minute}
          faults={faults.of('max_requests_per_minute')}
          onChange={(event) => set({ max_requests_per_minute: event.currentTarget.value })}
        />
      </div>
      <Check
        label={words.verify}
        hint={words.verifyHint}
        isChecked={form.verify_ssl}
        faults={faults.of('verify_ssl')}
        onChange={(verify_ssl) => set({ verify_ssl })}
      />
      <Check
        label={words.isDefault}
        hint={words.isDefaultHint}
        isChecked={form.is_default}
        faults={faults.of('is_default')}
        onChange={(is_default) => set({ is_default })}
      />
    </FormDialog>
  )
}

const formOf = (connection: Wire.ControllerConnection | undefined) => ({
  name: connection?.name ?? '',
  host: connection?.host ?? '',
  hosts: connection?.hosts.join('\n') ?? '',
  username: connection?.username ?? '',
  password: '',
  verify_ssl: connection?.verify_ssl ?? true,
  is_default: connection?.is_default ?? false,
  max_parallel_requests: String(connection?.max_parallel_requests ?? USUAL_PARALLEL_REQUESTS),
  max_requests_per_minute: String(connection?.max_requests_per_minute ?? ''),
})

/** Zero stands for what is no number: the server refuses it, and says what it expects. */
const numberOf = (text: string): number => Number(text) || 0

const limitsOf = (typed: { readonly max_parallel_requests: string; readonly max_requests_per_minute: string }) => ({
  max_parallel_requests: numberOf(typed.max_parallel_requests),
  max_requests_per_minute: typed.max_requests_per_minute.trim() === '' ? null : numberOf(typed.max_requests_per_minute),
})

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

function passwordHint(connection: Wire.ControllerConnection | undefined, form: ReturnType<typeof formOf>): string {
  if (!connection) return words.passwordHint
  const reasons = passwordReasons(connection, { ...form, hosts: linesOf(form.hosts) })
  return reasons.length === 0 ? words.passwordKept : words.passwordNeeded(reasons)
}

type CheckProps = {
  readonly label: string
  readonly hint: string
  readonly isChecked: boolean
  readonly faults: readonly string[]
  readonly onChange: (isChecked: boolean) => void
}

const Check = ({ label, hint, isChecked, faults, onChange }: CheckProps) => (
  <div>
    <CheckField label={label} checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <p className={faults.length > 0 ? styles.fault : styles.hint}>{faults.length > 0 ? faults.join(' ') : hint}</p>
  </div>
)
