import { HeddleError } from '@heddle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { CheckField, PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { CONNECTIONS_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './connection-actions.module.css'

type Props = { readonly connection?: Wire.ControllerConnection; readonly onClose: () => void }

/** A new connection, or changes of one. */
export function ConnectionForm({ connection, onClose }: Props) {
  const { controller } = useHeddle()
  const cache = useQueryClient()
  const [form, setForm] = useState({
    name: connection?.name ?? '',
    host: connection?.host ?? '',
    hosts: connection?.hosts.join('\n') ?? '',
    username: connection?.username ?? '',
    password: '',
    verify_ssl: connection?.verify_ssl ?? true,
    is_default: connection?.is_default ?? false,
  })
  const save = useMutation({
    mutationFn: () => {
      const { password, hosts, ...rest } = form
      const further = hosts.split(/\s+/).filter((host) => host !== '')
      const body = { ...rest, ...(further.length > 0 || connection ? { hosts: further } : {}) }
      return connection
        ? controller.connections.update(connection.id, { ...body, ...(password !== '' && { password }) })
        : controller.connections.create({ ...body, password })
    },
    onSuccess: async ({ name }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: CONNECTIONS_KEY })
      toast(`“${name}” is saved.`)
    },
  })
  const faults = save.error instanceof HeddleError ? save.error.fields : {}
  const general = save.error && Object.keys(faults).length === 0 ? [save.error.message] : faults.non_field_errors
  const set = (changed: Partial<typeof form>) => setForm((before) => ({ ...before, ...changed }))

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate()
  }

  return (
    <Dialog title={connection ? words.editTitle(connection.name) : words.newTitle} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit} className={styles.form} noValidate>
        <TextField
          label={words.name}
          value={form.name}
          faults={faults.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextField
          label={words.host}
          hint={words.hostHint}
          isCode
          value={form.host}
          faults={faults.host}
          onChange={(event) => set({ host: event.currentTarget.value })}
        />
        <TextArea
          label={words.hosts}
          hint={words.hostsHint}
          isCode
          rows={2}
          value={form.hosts}
          faults={faults.hosts}
          onChange={(event) => set({ hosts: event.currentTarget.value })}
        />
        <TextField
          label={words.username}
          isCode
          autoComplete="off"
          value={form.username}
          faults={faults.username}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          {...(connection && { hint: words.passwordKept })}
          value={form.password}
          faults={faults.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <CheckField label={words.verify} checked={form.verify_ssl} onChange={(event) => set({ verify_ssl: event.currentTarget.checked })} />
        <CheckField
          label={words.isDefault}
          checked={form.is_default}
          onChange={(event) => set({ is_default: event.currentTarget.checked })}
        />
        {general && (
          <p role="alert" className={styles.fault}>
            {general.join(' ')}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" impossible={save.isPending ? 'It is being saved.' : undefined}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
