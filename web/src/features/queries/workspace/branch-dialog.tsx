import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { words } from './words.ts'

type Props = {
  readonly repository: string
  readonly savedQuery: string
  /** What a save would have changed. */
  readonly changes: Wire.SavedQueryPatch
  readonly onClose: () => void
}

/** Where a save goes whose folder lives in Git. The canvas stays as it was edited. */
export function BranchDialog({ repository, savedQuery, changes, onClose }: Props) {
  const { repositories } = useHeddle().queries
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const save = useWrite({
    mutationFn: () =>
      repositories.branch(repository, { name: name.trim(), message, saved_query: savedQuery, query: changes }),
    onSuccess: ({ branch }) => {
      onClose()
      toast(words.branch.saved(branch))
    },
  })
  const faults = formFaults(save.error, ['name', 'message'])
  return (
    <FormDialog
      title={words.branch.title}
      sending={save}
      faults={faults.general}
      verb={words.branch.title}
      isDirty={(name !== '' || message !== '') && !save.isSuccess}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        {words.branch.text}{' '}
        <Link to="/queries/repositories/$id" params={{ id: repository }}>
          {words.branch.repository}
        </Link>
      </p>
      <TextField
        label={words.branch.name}
        isCode
        data-autofocus
        value={name}
        faults={faults.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={words.branch.message}
        value={message}
        faults={faults.of('message')}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
