import { hasChoices, hasLength, hasRange, holdsTexts } from '@heddle/domain/automation/field-types.ts'
import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextArea, TextField } from '../../../components/field.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { regexPatterns, validationListNames } from '../api.ts'
import type { ColumnDraft, FieldType, Flag } from './column-draft.ts'
import { words } from './form-words.ts'
import styles from './template-form.module.css'

export type RuleProps = {
  readonly column: ColumnDraft
  readonly type: FieldType
  /** What is wrong with a key of the definition, such as `min_length`. */
  readonly faultsOf: (key: string) => readonly string[]
  readonly onChange: (changed: Partial<ColumnDraft>) => void
}

/** What a value has to be besides its type; only what its type knows. */
export function ColumnRuleFields({ column, type, faultsOf, onChange }: RuleProps) {
  const text = (label: string, key: string, field: 'min' | 'max' | 'minLength' | 'maxLength') => (
    <TextField
      label={label}
      inputMode="numeric"
      value={column[field]}
      faults={faultsOf(key)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {hasChoices(type) && (
        <TextArea
          label={words.choices}
          hint={words.choicesHint}
          isCode
          rows={3}
          spellCheck={false}
          value={column.choices}
          faults={faultsOf('choices')}
          onChange={(event) => onChange({ choices: event.currentTarget.value })}
        />
      )}
      {holdsTexts(type) && <ReferenceFields {...{ column, type, faultsOf, onChange }} />}
      {hasRange(type) && (
        <div className={styles.pair}>
          {text(words.min, 'min', 'min')}
          {text(words.max, 'max', 'max')}
        </div>
      )}
      {hasLength(type) && (
        <div className={styles.pair}>
          {text(words.minLength, 'min_length', 'minLength')}
          {text(words.maxLength, 'max_length', 'maxLength')}
        </div>
      )}
      <FlagField
        label={words.unique}
        value={column.unique}
        isInherited={column.template !== ''}
        onChange={(unique) => onChange({ unique })}
      />
      <div className={styles.pair}>
        <TextField
          label={words.byDefault}
          hint={type === 'multi_enum' ? words.someByDefaultHint : words.byDefaultHint}
          isCode
          spellCheck={false}
          value={column.byDefault}
          faults={faultsOf('default')}
          onChange={(event) => onChange({ byDefault: event.currentTarget.value })}
        />
        <TextField
          label={words.help}
          hint={words.helpHint}
          value={column.help}
          faults={faultsOf('help_text')}
          onChange={(event) => onChange({ help: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

const NONE = 'none'

function ReferenceFields({ column, faultsOf, onChange }: RuleProps) {
  const heddle = useHeddle()
  const lists = useQuery({ ...validationListNames(heddle), enabled: useMay('automation.view_validationlist') }).data
  const patterns = useQuery({ ...regexPatterns(heddle), enabled: useMay('automation.view_regexpattern') }).data
  return (
    <div className={styles.pair}>
      <ChoiceField
        label={words.list}
        choices={[
          { value: NONE, label: words.none },
          ...(lists ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={column.list === '' ? NONE : column.list}
        faults={faultsOf('validation_list')}
        onChange={(list) => onChange({ list: list === NONE ? '' : list })}
      />
      <ChoiceField
        label={words.pattern}
        hint={words.patternHint}
        choices={[
          { value: NONE, label: words.none },
          ...(patterns ?? []).map(({ id, name, pattern }) => ({ value: id, label: name, note: pattern })),
        ]}
        value={column.pattern === '' ? NONE : column.pattern}
        faults={faultsOf('regex_pattern')}
        onChange={(pattern) => onChange({ pattern: pattern === NONE ? '' : pattern })}
      />
    </div>
  )
}

type FlagProps = {
  readonly label: string
  readonly value: Flag
  /** A column template may say it instead. */
  readonly isInherited: boolean
  readonly onChange: (value: Flag) => void
}

export const FlagField = ({ label, value, isInherited, onChange }: FlagProps) =>
  isInherited ? (
    <ChoiceField
      label={label}
      choices={[
        { value: NONE, label: words.flags[''] },
        { value: 'yes', label: words.flags.yes },
        { value: 'no', label: words.flags.no },
      ]}
      value={value === '' ? NONE : value}
      onChange={(next) => onChange(next === 'yes' || next === 'no' ? next : '')}
    />
  ) : (
    <CheckField
      label={label}
      checked={value === 'yes'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
    />
  )
