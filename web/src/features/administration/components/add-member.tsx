import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY, userList } from '../api.ts'
import { words } from '../group-words.ts'

type Props = { readonly group: Wire.GroupReply; readonly onClose: () => void }

/** One more member, found by name. */
export function AddMember({ group, onClose }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const found = useQuery(userList(heddle, { search: typed })).data?.results ?? []
  const user = found.find(({ id }) => String(id) === chosen)
  const [name, setName] = useState<string>()
  const save = useWrite({
    mutationFn: (id: string) => heddle.auth.groups.addMembers(group.id, { user_ids: [Number(id)] }),
    onSuccess: async () => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.memberAdded(name ?? '', group.name))
    },
  })
  const faults = formFaults(save.error, ['user_ids'])
  const choices = found
    .filter(({ groups }) => !groups.includes(group.id))
    .map(({ id, username, email }) => ({ value: String(id), label: username, note: email }))
  return (
    <FormDialog
      title={words.addMemberTitle(group.name)}
      isDirty={chosen !== undefined && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.addVerb}
      impossible={chosen === undefined ? words.chooseUser : undefined}
      onSubmit={() => chosen !== undefined && save.mutate(chosen)}
      onClose={onClose}
    >
      <ChoiceField
        label={words.user}
        hint={words.userHint}
        isRequired
        choices={user || chosen === undefined ? choices : [...choices, { value: chosen, label: name ?? chosen }]}
        value={chosen}
        faults={faults.of('user_ids')}
        onTyped={setTyped}
        onChange={(id) => {
          setChosen(id)
          setName(found.find((one) => String(one.id) === id)?.username)
        }}
      />
    </FormDialog>
  )
}
