import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import text from '../../../components/text.module.css'
import type { Wire } from '../../../lib/api/wire.ts'
import { COLUMN_TYPES } from '../launch-words.ts'
import { type FieldType, typeOfColumn } from './column-draft.ts'
import { ColumnRuleFields, FlagField, type RuleProps } from './column-rule-fields.tsx'
import { words } from './form-words.ts'
import styles from './template-form.module.css'

type Props = Omit<RuleProps, 'type'> & {
  readonly index: number
  readonly count: number
  readonly templates: readonly Wire.ColumnTemplate[]
  /** By as many places. */
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
}

const OF_TEMPLATE = 'of_template'
const NONE = 'none'
/** Keys whose fields are always seen. */
const ON_TOP: ReadonlySet<string> = new Set(['name', 'field_type', 'required'])
const IN_RULES = [
  ...['column_template', 'choices', 'validation_list', 'regex_pattern', 'min', 'max', 'min_length', 'max_length'],
  ...['unique', 'default', 'help_text'],
]
/** Every key of a column, where a fault can be. */
export const COLUMN_KEYS = [...ON_TOP, ...IN_RULES]

/** A column of a template: its name and type, and its rules below. */
export function ColumnCard(props: Props) {
  const { column, index, templates, faultsOf, onChange } = props
  const faults = faultsOf('')
  const isWrong = IN_RULES.some((key) => faultsOf(key).length > 0)
  // Lists and patterns are read for those who look at the rules, not for each form.
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <fieldset className={styles.column} data-column={column.key}>
      <legend className="sr-only">{words.columnOf(index + 1)}</legend>
      <ColumnHead {...props} />
      <FlagField
        label={words.required}
        value={column.required}
        isInherited={column.template !== ''}
        onChange={(required) => onChange({ required })}
      />
      {faults.length > 0 && (
        <p role="alert" className={text.fault}>
          {faults.join(' ')}
        </p>
      )}
      <details open={isWrong || undefined} onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
        <summary className={styles.summary}>{words.rules}</summary>
        {(wasOpened || isWrong) && (
          <div className={styles.rules}>
            <ColumnTemplateField {...props} />
            <ColumnRuleFields type={typeOfColumn(column, templates)} {...{ column, faultsOf, onChange }} />
          </div>
        )}
      </details>
    </fieldset>
  )
}

function ColumnHead({ column, index, count, templates, faultsOf, onChange, onMove, onRemove }: Props) {
  const name = column.name.trim() === '' ? words.columnOf(index + 1).toLowerCase() : column.name.trim()
  return (
    <div className={styles.head}>
      <TextField
        label={words.columnName}
        isCode
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={column.name}
        faults={faultsOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TypeField {...{ column, templates, faultsOf, onChange }} />
      <div className={styles.tools}>
        <Button
          look="quiet"
          aria-label={words.up(name)}
          impossible={index === 0 ? words.first : undefined}
          onClick={() => onMove(-1)}
        >
          ↑
        </Button>
        <Button
          look="quiet"
          aria-label={words.down(name)}
          impossible={index === count - 1 ? words.last : undefined}
          onClick={() => onMove(1)}
        >
          ↓
        </Button>
        <Button look="quiet" aria-label={words.remove(name)} onClick={onRemove}>
          ×
        </Button>
      </div>
    </div>
  )
}

type FieldProps = Pick<Props, 'column' | 'templates' | 'faultsOf' | 'onChange'>

const TYPES = Object.entries(COLUMN_TYPES).map(([value, label]) => ({ value, label }))

export function TypeField({ column, templates, faultsOf, onChange }: FieldProps) {
  const type = typeOfColumn(column, templates)
  const inherited = { value: OF_TEMPLATE, label: words.typeOfTemplate(COLUMN_TYPES[type]) }
  return (
    <ChoiceField
      label={words.type}
      choices={column.template === '' ? TYPES : [inherited, ...TYPES]}
      value={column.type === '' && column.template !== '' ? OF_TEMPLATE : type}
      faults={faultsOf('field_type')}
      onChange={(next) => onChange({ type: next === OF_TEMPLATE ? '' : (next as FieldType) })}
    />
  )
}

/** A column that takes a column template leaves everything to it at first, and keeps its type when it lets go of it. */
function ColumnTemplateField({ column, templates, faultsOf, onChange }: FieldProps) {
  if (templates.length === 0 && column.template === '') return null
  const handleChange = (next: string) => {
    if (next !== NONE) {
      onChange({ template: next, ...(column.template === '' && { type: '', required: '', unique: '' }) })
      return
    }
    const type = typeOfColumn(column, templates)
    onChange({ template: '', type, required: column.required || 'no', unique: column.unique || 'no' })
  }
  return (
    <ChoiceField
      label={words.template}
      hint={words.templateHint}
      choices={[{ value: NONE, label: words.none }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
      value={column.template === '' ? NONE : column.template}
      faults={faultsOf('column_template')}
      onChange={handleChange}
    />
  )
}
