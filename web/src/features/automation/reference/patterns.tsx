import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { changedOnly } from '../../../lib/changed-only.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { regexPatterns } from '../api.ts'
import { NameFields } from './name-fields.tsx'
import { ReferenceSection } from './reference-section.tsx'
import { removeTextOf, usedByColumn, useUsers } from './use-users.tsx'
import { useSaving } from './use-saving.ts'
import { words } from './words.ts'

/** What values look like. */
export function Patterns() {
  const { regexPatterns: api } = useHeddle().automation
  const found = useQuery(regexPatterns(useHeddle()))
  const users = useUsers('regex_pattern')
  return (
    <ReferenceSection
      kind="patterns"
      found={found}
      columns={[
        { name: 'pattern', title: words.pattern, cell: ({ pattern }) => <code>{pattern}</code> },
        usedByColumn(users),
      ]}
      form={(row, onClose) => (
        <Edited kind={['patterns']} id={row?.id} read={api.get} onClose={onClose}>
          {(pattern) => <PatternForm pattern={pattern} onClose={onClose} />}
        </Edited>
      )}
      remove={({ id }) => api.remove(id)}
      removeText={removeTextOf(users)}
    />
  )
}

type Props = {
  readonly pattern: (Wire.RegexPattern & { readonly etag: string }) | undefined
  readonly onClose: () => void
}

function PatternForm({ pattern, onClose }: Props) {
  const { regexPatterns: api } = useHeddle().automation
  const [stored] = useState(() => ({
    name: pattern?.name ?? '',
    description: pattern?.description ?? '',
    pattern: pattern?.pattern ?? '',
  }))
  const [draft, setDraft] = useState(stored)
  const saving = useSaving(
    (body: typeof draft) =>
      pattern ? api.update(pattern.id, changedOnly(body, stored), ifStill(pattern)) : api.create(body),
    onClose,
  )
  const faults = formFaults(saving.error, Object.keys(stored))
  return (
    <FormDialog
      title={pattern ? words.editTitle(pattern.name) : words.create.patterns}
      isDirty={JSON.stringify(draft) !== JSON.stringify(stored) && !saving.isSuccess}
      sending={saving}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => saving.mutate(draft)}
      onClose={onClose}
    >
      <NameFields draft={draft} faults={faults} onChange={(changed) => setDraft({ ...draft, ...changed })} />
      <TextField
        label={words.pattern}
        hint={words.patternHint}
        isCode
        aria-required
        spellCheck={false}
        autoComplete="off"
        value={draft.pattern}
        faults={faults.of('pattern')}
        onChange={(event) => setDraft({ ...draft, pattern: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
