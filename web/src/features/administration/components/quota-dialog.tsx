import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import text from '../../../components/text.module.css'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { ADMINISTRATION_KEY } from '../api.ts'
import { words } from '../group-words.ts'
import { quotaDraftOf, quotaOf } from './quota-draft.ts'

type Props = { readonly group: Wire.GroupReply & { readonly etag: string }; readonly onClose: () => void }

const LIMITS = [
  { name: 'queries_max', label: words.queriesMax },
  { name: 'ai_analysis_daily', label: words.aiDaily },
] as const
const LABELS = Object.fromEntries(LIMITS.map(({ name, label }) => [`quota.${name}`, label]))

/** How much the members of a group may have. */
export const QuotaDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => (
  <Edited kind={['group']} id={id} read={useHeddle().auth.groups.get} labels={LABELS} onClose={onClose}>
    {(group) => group && <Form group={group} onClose={onClose} />}
  </Edited>
)

function Form({ group, onClose }: Props) {
  const { groups } = useHeddle().auth
  const cache = useQueryClient()
  const [stored] = useState(() => quotaDraftOf(group.quota))
  const [draft, setDraft] = useState(stored)
  const save = useWrite({
    mutationFn: () => groups.update(group.id, { quota: quotaOf(stored, draft) }, ifStill(group)),
    onSuccess: async () => {
      onClose()
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(words.quotaSaved(group.name))
    },
  })
  const faults = formFaults(save.error, ['quota.queries_max', 'quota.ai_analysis_daily', 'quota.can_use_ai_builder'])
  return (
    <FormDialog
      title={words.quotaTitle(group.name)}
      isDirty={JSON.stringify(draft) !== JSON.stringify(stored) && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p className={text.caption}>{words.quotaHint}</p>
      {LIMITS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          value={draft[name]}
          faults={faults.of(`quota.${name}`)}
          onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
        />
      ))}
      <CheckField
        label={words.mayUseAi}
        checked={draft.can_use_ai_builder}
        onChange={(event) => setDraft({ ...draft, can_use_ai_builder: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}
