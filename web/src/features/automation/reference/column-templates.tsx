import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { columnTemplates, regexPatterns, validationListNames } from '../api.ts'
import { COLUMN_TYPES } from '../launch-words.ts'
import { COLUMN_KEYS, TypeField } from '../templates/column-card.tsx'
import { columnDraftOf, definitionOf, typeOfColumn } from '../templates/column-draft.ts'
import { ColumnRuleFields, FlagField } from '../templates/column-rule-fields.tsx'
import { rulesOf } from '../templates/column-rules.ts'
import { words as formWords } from '../templates/form-words.ts'
import { NameFields } from './name-fields.tsx'
import { ReferenceSection } from './reference-section.tsx'
import { removeTextOf, usedByColumn, useUsers } from './use-users.tsx'
import { useSaving } from './use-saving.ts'
import { words } from './words.ts'

/** Columns that many templates have. */
export function ColumnTemplates() {
  const heddle = useHeddle()
  const { columnTemplates: api } = heddle.automation
  const found = useQuery(columnTemplates(heddle))
  const lists = useQuery({ ...validationListNames(heddle), enabled: useMay('automation.view_validationlist') }).data
  const patterns = useQuery({ ...regexPatterns(heddle), enabled: useMay('automation.view_regexpattern') }).data
  const users = useUsers('column_template')
  return (
    <ReferenceSection
      kind="columns"
      found={found}
      columns={[
        { name: 'type', title: words.type, cell: ({ field_type: type = 'text' }) => COLUMN_TYPES[type] },
        {
          name: 'rules',
          title: words.rules,
          isWideOnly: true,
          cell: (column) => rulesOf(column, { lists: lists ?? [], patterns: patterns ?? [] }).join('; '),
        },
        usedByColumn(users),
      ]}
      form={(row, onClose) => (
        <Edited kind={['column-templates']} id={row?.id} read={api.get} onClose={onClose}>
          {(column) => <ColumnTemplateForm stored={column} onClose={onClose} />}
        </Edited>
      )}
      remove={({ id }) => api.remove(id)}
      removeText={removeTextOf(users)}
    />
  )
}

type Props = {
  readonly stored: (Wire.ColumnTemplate & { readonly etag: string }) | undefined
  readonly onClose: () => void
}

function ColumnTemplateForm({ stored, onClose }: Props) {
  const { columnTemplates: api } = useHeddle().automation
  const [column, setColumn] = useState(() => columnDraftOf(stored ?? {}, 'column'))
  const [description, setDescription] = useState(stored?.description ?? '')
  const [isDirty, setIsDirty] = useState(false)
  const type = typeOfColumn(column, [])
  // As a whole: what was emptied is to go.
  const saving = useSaving(
    (body: Wire.ColumnTemplateWrite) => (stored ? api.replace(stored.id, body, ifStill(stored)) : api.create(body)),
    onClose,
  )
  const faults = formFaults(saving.error, ['description', ...COLUMN_KEYS])
  const change = (changed: Partial<typeof column>) => {
    setColumn((before) => ({ ...before, ...changed }))
    setIsDirty(true)
  }
  return (
    <FormDialog
      title={stored ? words.editTitle(stored.name) : words.create.columns}
      width={560}
      isDirty={isDirty && !saving.isSuccess}
      sending={saving}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => saving.mutate({ ...definitionOf(column, type), description })}
      onClose={onClose}
    >
      <NameFields
        draft={{ name: column.name, description }}
        faults={faults}
        onChange={(changed) => {
          if (changed.name !== undefined) change({ name: changed.name })
          if (changed.description !== undefined) {
            setDescription(changed.description)
            setIsDirty(true)
          }
        }}
      />
      <TypeField column={column} templates={[]} faultsOf={faults.of} onChange={change} />
      <FlagField
        label={formWords.required}
        value={column.required}
        isInherited={false}
        onChange={(required) => change({ required })}
      />
      <ColumnRuleFields column={column} type={type} faultsOf={faults.of} onChange={change} />
    </FormDialog>
  )
}
