import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { FormPart, Ticks } from '../../../components/form-part.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { words } from './form-words.ts'
import { JobTemplateField } from './job-template-field.tsx'
import type { TemplateDraft } from './template-draft.ts'
import { useTemplateNames } from './use-template-names.ts'

export type PartProps = {
  readonly draft: TemplateDraft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<TemplateDraft>) => void
}

const NONE = 'none'

export function NamePart({ draft, faults, onChange }: PartProps) {
  const { categories } = useTemplateNames()
  return (
    <FormPart title={words.what}>
      <TextField
        label={words.name}
        value={draft.name}
        maxLength={200}
        aria-required
        faults={faults.of('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        rows={2}
        value={draft.description}
        faults={faults.of('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {(categories.length > 0 || draft.category !== '') && (
        <ChoiceField
          label={words.category}
          choices={[
            { value: NONE, label: words.noCategory },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={draft.category === '' ? NONE : draft.category}
          faults={faults.of('category')}
          onChange={(category) => onChange({ category: category === NONE ? '' : category })}
        />
      )}
    </FormPart>
  )
}

const MODES = (['bulk', 'per_row'] as const).map((value) => ({ value, label: words.modes[value] }))

export function LaunchPart({ draft, faults, onChange }: PartProps) {
  const { connections } = useTemplateNames()
  return (
    <FormPart title={words.launches}>
      <ChoiceField
        label={words.connection}
        hint={words.connectionHint}
        isRequired
        choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.connection === '' ? undefined : draft.connection}
        faults={faults.of('automation_connection')}
        onChange={(connection) => onChange({ connection })}
      />
      <JobTemplateField
        connection={draft.connection}
        value={draft.job}
        faults={faults.of('automation_job_template_id')}
        onChange={(job) => onChange({ job })}
      />
      <RadioGroup label={words.mode} choices={MODES} value={draft.mode} onChange={(mode) => onChange({ mode })} />
      {draft.mode === 'per_row' && (
        <TextField
          label={words.atOnce}
          inputMode="numeric"
          value={draft.atOnce}
          faults={faults.of('row_concurrency')}
          onChange={(event) => onChange({ atOnce: event.currentTarget.value })}
        />
      )}
    </FormPart>
  )
}

export function WhoPart({ draft, faults, onChange }: PartProps) {
  const { groups } = useTemplateNames()
  const unknown = draft.groups.filter((id) => !groups.some((group) => String(group.id) === id))
  return (
    <FormPart title={words.who}>
      <Ticks
        label={words.groups}
        hint={words.groupsHint}
        choices={[
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ...unknown.map((id) => ({ value: id, label: words.unknownGroup(id) })),
        ]}
        values={draft.groups}
        faults={faults.of('allowed_groups')}
        onChange={(next) => onChange({ groups: next })}
      />
    </FormPart>
  )
}
