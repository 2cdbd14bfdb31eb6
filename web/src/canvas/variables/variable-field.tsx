import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../components/choice-field.tsx'
import { TextField } from '../../components/field.tsx'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import { useLater } from '../../lib/time/use-later.ts'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { classDetail } from '../model/class-queries.ts'
import { type StripField, valueFault } from './strip-fields.ts'
import { words } from './words.ts'

type FieldProps = {
  readonly field: StripField
  readonly value: string | undefined
  /** Somebody wanted to run without its value. */
  readonly isMissed: boolean
  readonly onValue: (value: string) => void
}

/** A control for a variable: a list where its values are known, with what is wrong with the value it has. */
export function VariableField({ field, value, isMissed, onValue }: FieldProps) {
  const known = useFilteredValues(field)
  const found = useFoundChoices(field)
  const choices = field.choices ?? found.choices ?? known
  const faults = useFaults(field, value, isMissed)
  const placeholder =
    field.default !== undefined ? words.whatDefault(field.default) : field.isRequired ? words.needed : words.none
  if (choices !== undefined) {
    return (
      <ChoiceField
        label={field.label}
        isCode
        isRequired={field.isRequired}
        choices={choices.map((one) => ({ value: one }))}
        value={value}
        placeholder={placeholder}
        faults={faults}
        accepts={(text) => text === '' || field.choices === undefined}
        onOpened={found.onOpened}
        {...(found.onTyped && { onTyped: found.onTyped })}
        onChange={onValue}
      />
    )
  }
  return (
    <TextField
      label={field.label}
      isCode
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={value ?? ''}
      aria-required={field.isRequired}
      faults={faults}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** What the page finds, else what the server said of this value. */
function useFaults(field: StripField, value: string | undefined, isMissed: boolean): readonly string[] {
  const said = useCanvas(({ checks }) => checks.values.find(({ name, isMissing }) => name === field.name && !isMissing))
  const fault = isMissed ? words.missed : (valueFault(field, value) ?? said?.message)
  return fault === undefined ? [] : [fault]
}

const PAUSE_MS = 250

/** Choices from the rows of another query, read once somebody opens the list: the server may run it for them. */
function useFoundChoices({ name, hasFoundChoices }: StripField) {
  const heddle = useHeddle()
  const { queryId, connection } = useWorkspace()
  const mayRun = useMay('queries.execute_savedquery')
  const [isOpened, setIsOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useLater(typed, PAUSE_MS)
  const isFound = hasFoundChoices && mayRun && queryId !== undefined
  const { data } = useQuery({
    queryKey: ['queries', 'choices', queryId, name, connection, text],
    queryFn: ({ signal }) =>
      heddle.queries.savedQueries.parameters.choices(
        queryId!,
        name,
        { ...(text !== '' && { q: text }), ...(connection !== undefined && { controller_connection: connection }) },
        { signal },
      ),
    enabled: isFound && isOpened,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isFound) return { choices: undefined, onOpened: undefined, onTyped: undefined }
  return { choices: data?.choices.map(String) ?? [], onOpened: () => setIsOpened(true), onTyped: setTyped }
}

/** The values of the property that a variable is compared with, if its class was read already. */
function useFilteredValues({ filters }: StripField): readonly string[] | undefined {
  const name = filters?.class_name ?? ''
  const { data } = useQuery({ ...classDetail(useHeddle(), name), enabled: false })
  if (!filters || !isClassName(name) || !['eq', 'ne'].includes(filters.operator)) return undefined
  const property = data?.properties.find((one) => one.name === filters.property)
  const isClosed = property !== undefined && ['enum', 'boolean'].includes(property.type) && property.values.length > 0
  return isClosed ? property.values : undefined
}
