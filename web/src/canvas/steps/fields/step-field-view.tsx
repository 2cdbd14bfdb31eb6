import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, InFiles, TextField } from '../../../components/field.tsx'
import { SuggestField } from '../../../components/suggest-field.tsx'
import { useStepForm } from '../form-context.ts'
import { type StepConfig, listIn, numberOrText, recordIn, textIn, textsIn, withOption } from '../step-config.ts'
import type { StepField } from '../step-fields.ts'
import { words } from '../words.ts'
import { ConditionsField } from './conditions-field.tsx'
import { ExpressionField } from './expression-field.tsx'
import styles from './fields.module.css'
import { NamesField } from './names-field.tsx'
import { PairsField } from './pairs-field.tsx'
import { QueryField } from './query-field.tsx'
import { Remedies } from './remedies.tsx'

type Props = {
  readonly field: StepField
  /** From the configuration down: `by.0.column`. */
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** One option of a step, in words and as its schema calls it, with names that would be right. */
export function StepFieldView(props: Props) {
  const { remediesAt } = useStepForm()
  const { kind } = props.field.widget
  // Their own fields have them.
  const hasFields = kind === 'list' || kind === 'conditions'
  return hasFields ? (
    <FieldOf {...props} />
  ) : (
    <div className={styles.field}>
      <FieldOf {...props} />
      <Remedies remedies={remediesAt(props.path)} />
    </div>
  )
}

type Common = {
  readonly label: string
  readonly inFiles: string
  readonly hint: string | undefined
  readonly faults: readonly string[]
  readonly isReadOnly: boolean
}

function FieldOf(props: Props) {
  const { field, path, value, onChange } = props
  const { type, columns, isReadOnly, faultsAt } = useStepForm()
  const { name, widget } = field
  const common: Common = {
    label: labelOf(type, path),
    inFiles: name,
    hint: words.hints[`${type}.${name}`],
    faults: faultsAt(path),
    isReadOnly,
  }
  switch (widget.kind) {
    case 'column':
    case 'columns':
    case 'parts':
    case 'names':
      return <NameChoice {...props} common={common} kind={widget.kind} />
    case 'choice':
    case 'switch':
      return <OptionChoice {...props} common={common} />
    case 'number':
      return <TypedText {...props} common={common} isCode isNumeric />
    case 'text':
    case 'value':
      return <TypedText {...props} common={common} isCode={widget.kind === 'value' || widget.isCode} />
    case 'expression':
      return <ExpressionField {...common} value={textIn(value)} onChange={onChange} />
    case 'conditions':
      return <ConditionsField path={path} value={listIn(value)} onChange={onChange} />
    case 'pairs':
      return (
        <PairsField
          {...common}
          type={type}
          suggestions={columns.map((column) => ({ value: column }))}
          faultsAt={(key) => (key === '' ? [] : faultsAt(`${path}.${key}`))}
          value={Object.entries(recordIn(value)).map(([from, to]) => [from, textIn(to)])}
          onChange={(pairs) => onChange(Object.fromEntries(pairs))}
        />
      )
    case 'list':
      return <ListField {...common} path={path} fields={widget.fields} value={listIn(value)} onChange={onChange} />
    case 'query':
      return <QueryField {...common} value={textIn(value)} onChange={onChange} />
  }
}

type KnownProps = Props & { readonly common: Common }
type NameProps = KnownProps & { readonly kind: 'column' | 'columns' | 'parts' | 'names' }

/** A column, or names that columns, parts of a DN or nobody suggests. */
function NameChoice({ field, value, onChange, common, kind }: NameProps) {
  const { columns, vocabulary } = useStepForm()
  const suggested = { column: columns, columns, parts: vocabulary.dnParts, names: [] }[kind]
  const suggestions = suggested.map((name) => ({ value: name }))
  return kind === 'column' ? (
    <SuggestField
      {...common}
      isCode
      suggestions={suggestions}
      value={textIn(value)}
      placeholder={placeholderOf(field)}
      onChange={onChange}
    />
  ) : (
    <NamesField
      {...common}
      suggestions={suggestions}
      value={textsIn(value)}
      placeholder={kind === 'columns' ? words.addColumn : words.addName}
      onChange={onChange}
    />
  )
}

function OptionChoice({ field, value, onChange, common }: KnownProps) {
  const { type } = useStepForm()
  const { label, inFiles, hint, faults, isReadOnly } = common
  if (field.widget.kind !== 'choice') {
    return (
      <CheckField
        label={
          <>
            {label}
            <InFiles name={inFiles} />
          </>
        }
        aria-label={inFiles}
        aria-description={label}
        checked={value === true}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
      />
    )
  }
  return (
    <ChoiceField
      label={label}
      inFiles={inFiles}
      {...(hint !== undefined && { hint })}
      faults={faults}
      choices={field.widget.options.map((option) => ({ value: option }))}
      value={textIn(value) || undefined}
      {...(!field.isRequired && { placeholder: defaultOf(type, field.widget.options) })}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  )
}

type TypedProps = KnownProps & { readonly isCode: boolean; readonly isNumeric?: boolean }

/** What is typed; it stays a number where it is one. */
function TypedText({ field, value, onChange, common, isCode, isNumeric = false }: TypedProps) {
  const { isReadOnly, ...shown } = common
  const read = isNumeric || typeof value === 'number' ? numberOrText : (text: string) => text
  return (
    <TextField
      {...shown}
      isCode={isCode}
      {...(isNumeric && { inputMode: 'numeric' })}
      placeholder={placeholderOf(field)}
      readOnly={isReadOnly}
      value={textIn(value)}
      onChange={(event) => onChange(read(event.currentTarget.value))}
    />
  )
}

const placeholderOf = ({ isRequired }: StepField): string | undefined => (isRequired ? undefined : words.optional)

/** What an option is when it is not given: the first choice, except for the cells of a pivot. */
const defaultOf = (type: string, [first = '']: readonly string[]): string => (type === 'pivot' ? 'first' : first)

type ListProps = {
  readonly label: string
  readonly inFiles: string
  readonly path: string
  readonly faults: readonly string[]
  readonly isReadOnly: boolean
  readonly fields: readonly StepField[]
  readonly value: readonly unknown[]
  readonly onChange: (value: unknown) => void
}

/** Several of the same kind: columns to sort by, aggregates. */
function ListField({ label, inFiles, path, faults, isReadOnly, fields, value, onChange }: ListProps) {
  // One is always there to fill in.
  const items = value.length === 0 ? [{}] : value
  const first = fields.find(({ isRequired, widget }) => isRequired && widget.kind === 'choice')
  const blank = first?.widget.kind === 'choice' ? { [first.name]: first.widget.options[0] } : {}
  return (
    <div className={styles.list}>
      {items.map((item, index) => (
        <fieldset key={index} aria-label={words.itemOf(inFiles, index + 1)} className={styles.group}>
          <legend>
            {words.itemOf(label, index + 1)}
            <InFiles name={inFiles} />
          </legend>
          {!isReadOnly && value.length > 0 && (
            <button
              type="button"
              aria-label={words.removeItem(inFiles, index + 1)}
              className={`${styles.cross} ${styles.corner}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              ×
            </button>
          )}
          {fields
            .filter((field) => isShown(field, recordIn(item)))
            .map((field) => (
              <StepFieldView
                key={field.name}
                field={field}
                path={`${path}.${index}.${field.name}`}
                value={recordIn(item)[field.name]}
                onChange={(next) => onChange(items.with(index, withOption(recordIn(item), field.name, next)))}
              />
            ))}
        </fieldset>
      ))}
      {faults.length > 0 && value.length === 0 && <p className={styles.fault}>{faults.join(' ')}</p>}
      {!isReadOnly && (
        <Button look="link" className={styles.add} onClick={() => onChange([...value, blank])}>
          {words.addTo(inFiles)}
        </Button>
      )}
    </div>
  )
}

/** In words: of an option, or of one inside of a list, whose path has its place. */
function labelOf(type: string, path: string): string {
  const keys = path.split('.').filter((key) => !/^\d+$/.test(key))
  const name = keys.at(-1) ?? ''
  return words.labels[`${type}.${keys.join('.')}`] ?? words.labels[keys.join('.')] ?? words.labels[name] ?? name
}

/** Only percentiles take a number. */
export const isShown = ({ name }: StepField, config: StepConfig): boolean =>
  name !== 'percentile' || config['function'] === 'percentile' || config['percentile'] !== undefined
