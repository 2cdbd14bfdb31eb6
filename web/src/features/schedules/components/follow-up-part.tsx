import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormPart, Ticks } from '../../../components/form-part.tsx'
import { SuggestField } from '../../../components/suggest-field.tsx'
import text from '../../../components/text.module.css'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { launchTemplates } from '../api.ts'
import { type FollowUpDraft, NEW_FOLLOW_UP, ROW_CHANGES } from '../draft.ts'
import { words } from '../form-words.ts'
import type { PartProps } from './part-props.ts'

const CHANGES = ROW_CHANGES.map((value) => ({ value, label: words.change[value] }))

type Props = PartProps & { readonly columns: readonly string[] }

/** The job that a firing launches with the rows that changed. */
export function FollowUpPart({ draft, faults, onChange, columns }: Props) {
  const mayLaunch = useMay('automation.view_template', 'automation.launch_template')
  const { followUp } = draft
  if (!mayLaunch && !followUp) return null
  const set = (change: Partial<FollowUpDraft>) => onChange({ followUp: { ...(followUp ?? NEW_FOLLOW_UP), ...change } })
  return (
    <FormPart title={words.followUp}>
      {/* Who may not launch keeps it, or removes it. */}
      <CheckField
        label={words.hasFollowUp}
        checked={followUp !== undefined}
        onChange={(event) => onChange({ followUp: event.currentTarget.checked ? NEW_FOLLOW_UP : undefined })}
      />
      {followUp && !mayLaunch && <p className={text.caption}>{words.keptFollowUp}</p>}
      {followUp && mayLaunch && <FollowUpFields {...{ followUp, faults, columns }} onChange={set} />}
    </FormPart>
  )
}

type FieldsProps = Pick<Props, 'faults' | 'columns'> & {
  readonly followUp: FollowUpDraft
  readonly onChange: (change: Partial<FollowUpDraft>) => void
}

function FollowUpFields({ followUp, faults, columns, onChange }: FieldsProps) {
  const { data: templates = [] } = useQuery(launchTemplates(useHeddle()))
  const schema = templates.find(({ id }) => id === followUp.template)?.schema ?? []
  const said = faults.of('on_changes')
  const about = (part: string) => said.filter((message) => message.startsWith(part))
  const isAboutField = (message: string) =>
    ['template', 'filter', ...schema.map(({ name }) => `mapping.${name}`)].some((part) => message.startsWith(part))
  return (
    <>
      {said
        .filter((message) => !isAboutField(message))
        .map((message) => (
          <p key={message} role="alert" className={text.fault}>
            {message}
          </p>
        ))}
      <ChoiceField
        label={words.template}
        isRequired
        choices={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={followUp.template === '' ? undefined : followUp.template}
        faults={about('template')}
        onChange={(template) => onChange({ template, mapping: {} })}
      />
      {schema.map(({ name }) => (
        <SuggestField
          key={name}
          label={name}
          isCode
          suggestions={columns.map((value) => ({ value }))}
          value={followUp.mapping[name] ?? ''}
          faults={about(`mapping.${name}`)}
          onChange={(typed) => onChange({ mapping: { ...followUp.mapping, [name]: typed } })}
        />
      ))}
      {schema.length > 0 && (
        <p className={text.caption}>{columns.length === 0 ? words.mappingNone : words.mappingHint}</p>
      )}
      <Ticks
        label={words.changes}
        choices={CHANGES}
        values={followUp.changes}
        onChange={(changes) => onChange({ changes })}
      />
      <TextField
        label={words.filter}
        hint={words.filterHint}
        isCode
        spellCheck={false}
        value={followUp.filter}
        faults={about('filter')}
        onChange={(event) => onChange({ filter: event.currentTarget.value })}
      />
      <CheckField
        label={words.approval}
        checked={followUp.needsApproval}
        onChange={(event) => onChange({ needsApproval: event.currentTarget.checked })}
      />
    </>
  )
}
