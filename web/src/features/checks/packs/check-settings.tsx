import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type StripField, stripFields, valueFault } from '../../../canvas/variables/strip-fields.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { words as shared } from '../words.ts'
import { SEVERITIES } from '../components/severity.tsx'
import { queryDetail } from '../api.ts'
import { usePacksChanged } from './api.ts'
import styles from './packs.module.css'
import { words } from './words.ts'

type Props = { readonly pack: string; readonly check: Wire.InstalledCheck; readonly onClose: () => void }
type Severity = Wire.InstalledCheck['severity']

const PACK = 'pack'
const FIELDS = ['severity', 'parameters']

/** How bad a finding of this check is here, and the values of its parameters; empty is what the pack says. */
export function CheckSettings({ pack, check, onClose }: Props) {
  const { packs } = useHeddle()
  const changed = usePacksChanged()
  const { data: query } = useQuery(queryDetail(useHeddle(), check.saved_query))
  const [severity, setSeverity] = useState<Severity | null>(check.overrides.severity)
  const [values, setValues] = useState(() => textsOf(check.overrides.parameters))
  const write = useWrite({
    mutationFn: () => packs.checks(pack, check.id, { severity, parameters: valuesOf(values) }),
    onSuccess: async () => {
      onClose()
      await changed()
      toast(words.saved(check.id))
    },
  })
  const faults = formFaults(write.error, FIELDS)
  const fields = query && stripFields(query.parameters, [])
  return (
    <FormDialog
      title={words.settingsOf(check.id)}
      sending={write}
      faults={faults.general}
      verb={words.save}
      isDirty={severity !== check.overrides.severity || !isSame(values, textsOf(check.overrides.parameters))}
      onSubmit={() => write.mutate()}
      onClose={onClose}
    >
      <p dir="auto">{check.title}</p>
      <ChoiceField
        label={words.severity}
        choices={[
          { value: PACK, label: words.packSeverity },
          ...SEVERITIES.map((value) => ({ value, label: shared.severities[value] })),
        ]}
        value={severity ?? PACK}
        faults={faults.of('severity')}
        onChange={(value) => setSeverity(value === PACK ? null : value)}
      />
      {fields?.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          isSet={field.name in (check.overrides.parameters ?? {})}
          value={values[field.name] ?? ''}
          faults={faults.of('parameters').filter((message) => message.startsWith(`${field.name}: `))}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p className={styles.minor}>{words.settingsText}</p>
    </FormDialog>
  )
}

type FieldProps = {
  readonly field: StripField
  /** What the query has is what was set here, so that nobody knows what the pack says. */
  readonly isSet: boolean
  readonly value: string
  readonly faults: readonly string[]
  readonly onValue: (value: string) => void
}

function ValueField({ field, isSet, value, faults, onValue }: FieldProps) {
  const fault = valueFault(field, value)
  return (
    <TextField
      label={field.label}
      isCode
      autoComplete="off"
      spellCheck={false}
      placeholder={
        isSet ? words.packDefault : field.default === undefined ? words.packSaysNothing : words.packSays(field.default)
      }
      value={value}
      faults={faults.length > 0 || fault === undefined ? faults : [fault]}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

type Values = Readonly<Record<string, string>>

const textsOf = (values: Readonly<Record<string, unknown>> | null): Values =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]))

/** Texts, which the types of the parameters read; null when none is set. */
function valuesOf(values: Values): Record<string, unknown> | null {
  const set = Object.entries(values).filter(([, value]) => value.trim() !== '')
  return set.length === 0 ? null : Object.fromEntries(set)
}

const isSame = (a: Values, b: Values): boolean => JSON.stringify(valuesOf(a)) === JSON.stringify(valuesOf(b))
