import { CheckField, TextField } from '../../../components/field.tsx'
import { FormPart } from '../../../components/form-part.tsx'
import { SuggestField } from '../../../components/suggest-field.tsx'
import text from '../../../components/text.module.css'
import { type MetricDraft, NEW_METRIC } from '../draft.ts'
import { words } from '../form-words.ts'
import type { PartProps } from './part-props.ts'

type Props = PartProps & { readonly columns: readonly string[] }

/** What a firing gives Prometheus. */
export function MetricPart({ draft: { metric }, faults, onChange, columns }: Props) {
  return (
    <FormPart title={words.metric}>
      <CheckField
        label={words.hasMetric}
        checked={metric !== undefined}
        onChange={(event) => onChange({ metric: event.currentTarget.checked ? NEW_METRIC : undefined })}
      />
      {metric && (
        <MetricFields
          {...{ metric, faults, columns }}
          onChange={(change) => onChange({ metric: { ...metric, ...change } })}
        />
      )}
    </FormPart>
  )
}

type FieldsProps = Pick<Props, 'faults' | 'columns'> & {
  readonly metric: MetricDraft
  readonly onChange: (change: Partial<MetricDraft>) => void
}

const FIELDS = ['name', 'value', 'labels', 'help']

function MetricFields({ metric, faults, columns, onChange }: FieldsProps) {
  const said = faults.of('metric')
  const about = (part: string) => said.filter((message) => message.startsWith(part))
  return (
    <>
      {said
        .filter((message) => !FIELDS.some((part) => message.startsWith(part)))
        .map((message) => (
          <p key={message} role="alert" className={text.fault}>
            {message}
          </p>
        ))}
      <TextField
        label={words.metricName}
        hint={words.metricServed(metric.name)}
        isCode
        spellCheck={false}
        maxLength={100}
        aria-required
        value={metric.name}
        faults={about('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SuggestField
        label={words.metricColumn}
        hint={words.metricColumnHint}
        isCode
        suggestions={columns.map((value) => ({ value }))}
        value={metric.column}
        faults={about('value')}
        onChange={(column) => onChange({ column })}
      />
      <TextField
        label={words.metricLabels}
        hint={words.metricLabelsHint}
        isCode
        spellCheck={false}
        value={metric.labels}
        faults={about('labels')}
        onChange={(event) => onChange({ labels: event.currentTarget.value })}
      />
      <TextField
        label={words.metricHelp}
        maxLength={500}
        value={metric.help}
        faults={about('help')}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
    </>
  )
}
