import { useQueryClient } from '@tanstack/react-query'
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
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../group-words.ts'

type Role = NonNullable<Wire.GroupCreate['role_template']>
const NONE = 'none'
const ROLES: readonly { readonly value: Role | typeof NONE; readonly label: string }[] = [
  { value: NONE, label: words.noTemplate },
  ...(['viewer', 'editor', 'operator', 'administrator'] as const).map((value) => ({
    value,
    label: words.templates[value],
  })),
]

type Props = {
  /** Absent: a new one. */
  readonly group?: Wire.GroupReply
  readonly way: 'create' | 'rename' | 'clone'
  readonly onClose: () => void
  readonly onSaved?: (group: Wire.GroupReply) => void
}

/** A group begins, gets another name, or a copy. */
export const GroupNameDialog = ({ group, ...rest }: Props) => (
  <Edited kind={['group']} id={group?.id} read={useHeddle().auth.groups.get} onClose={rest.onClose}>
    {(read) => <Form group={read} {...rest} />}
  </Edited>
)

type FormProps = Omit<Props, 'group'> & { readonly group: (Wire.GroupReply & { readonly etag: string }) | undefined }

function Form({ group, way, onClose, onSaved }: FormProps) {
  const { groups } = useHeddle().auth
  const cache = useQueryClient()
  const before = way === 'clone' ? words.copyOf(group?.name ?? '') : (group?.name ?? '')
  const [name, setName] = useState(before)
  const [role, setRole] = useState<Role | typeof NONE>(NONE)
  const save = useWrite({
    mutationFn: () => {
      if (way === 'create' || !group) return groups.create({ name, role_template: role === NONE ? null : role })
      return way === 'clone' ? groups.clone(group.id, { name }) : groups.update(group.id, { name }, ifStill(group))
    },
    onSuccess: async (saved) => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(SAID[way](saved.name))
      onSaved?.(saved)
    },
  })
  const faults = formFaults(save.error, ['name', 'role_template'])
  const isDirty = (name !== before || role !== NONE) && !save.isSuccess
  return (
    <FormDialog
      title={titleOf(way, group)}
      isDirty={isDirty}
      sending={save}
      faults={faults.general}
      verb={way === 'rename' ? words.save : words.create}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <UnsavedGuard isDirty={isDirty} />
      {way === 'clone' && <p>{words.cloneText}</p>}
      <TextField
        label={words.name}
        data-autofocus
        autoComplete="off"
        maxLength={150}
        aria-required
        value={name}
        faults={faults.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {way === 'create' && (
        <ChoiceField
          label={words.template}
          hint={words.templateHint}
          choices={ROLES}
          value={role}
          faults={faults.of('role_template')}
          onChange={setRole}
        />
      )}
    </FormDialog>
  )
}

const SAID = { create: words.created, rename: words.renamed, clone: words.cloned } as const

function titleOf(way: Props['way'], group: Wire.GroupReply | undefined): string {
  if (way === 'create' || !group) return words.add
  return way === 'clone' ? words.cloneTitle(group.name) : words.renameTitle(group.name)
}
