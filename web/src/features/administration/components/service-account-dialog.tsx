import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY, owningGroups } from '../api.ts'
import { words } from '../service-words.ts'

type Read = Wire.ServiceAccount & { readonly etag: string }

type Props = {
  /** Absent: a new one. */
  readonly account?: Wire.ServiceAccount
  readonly onClose: () => void
}

/** A service account begins, or gets another description or group. */
export function ServiceAccountDialog({ account, onClose }: Props) {
  const heddle = useHeddle()
  const groups = useQuery(owningGroups(heddle)).data
  return (
    <Edited kind={['service-account']} id={account?.id} read={heddle.auth.serviceAccounts.get} onClose={onClose}>
      {(read) => groups && <Form account={read} groups={groups} onClose={onClose} />}
    </Edited>
  )
}

type FormProps = {
  readonly account: Read | undefined
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

function Form({ account, groups, onClose }: FormProps) {
  const { serviceAccounts } = useHeddle().auth
  const cache = useQueryClient()
  const before = { description: account?.description ?? '', group: String(account?.group.id ?? '') }
  const [name, setName] = useState('')
  const [description, setDescription] = useState(before.description)
  const [group, setGroup] = useState(before.group)
  const [isMissing, setIsMissing] = useState(false)
  const save = useWrite({
    mutationFn: () => {
      const values = { description, group: Number(group) }
      return account
        ? serviceAccounts.update(account.id, values, ifStill(account))
        : serviceAccounts.create({ name, ...values })
    },
    onSuccess: async (saved) => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(account ? words.changed(saved.name) : words.created(saved.name))
    },
  })
  const faults = formFaults(save.error, ['name', 'description', 'group'])
  const isDirty = (name !== '' || description !== before.description || group !== before.group) && !save.isSuccess
  return (
    <FormDialog
      title={account ? words.editTitle(account.name) : words.add}
      isDirty={isDirty}
      sending={save}
      faults={faults.general}
      verb={account ? words.save : words.create}
      onSubmit={() => (group === '' ? setIsMissing(true) : save.mutate())}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={isDirty} />
      {groups.length === 0 && <p role="alert">{words.noGroup}</p>}
      {!account && (
        <TextField
          label={words.name}
          hint={words.nameHint}
          data-autofocus
          autoComplete="off"
          maxLength={150}
          aria-required
          value={name}
          faults={faults.of('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        autoComplete="off"
        maxLength={1000}
        value={description}
        faults={faults.of('description')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <ChoiceField
        label={words.group}
        hint={words.groupHint}
        placeholder={words.chooseGroup}
        choices={groups.map(({ id, name: label }) => ({ value: String(id), label }))}
        // None is chosen for a new one: the first might be the one that may the most.
        value={group === '' ? undefined : group}
        faults={isMissing && group === '' ? [words.groupMissing] : faults.of('group')}
        onChange={setGroup}
      />
    </FormDialog>
  )
}
