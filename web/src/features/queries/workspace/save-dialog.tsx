import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { categoryList } from '../api.ts'
import { QuotaNote } from '../components/quota-note.tsx'
import { Suggestion } from './suggestion.tsx'
import { words } from './words.ts'

type Details = { readonly name: string; readonly description: string; readonly category: number | null }

type Props = {
  readonly title: string
  readonly details: Details
  /** It becomes a query more, which counts. */
  readonly isNew?: boolean
  /** A canvas that has no name yet: one can be suggested. */
  readonly suggest?: () => WireCanvas
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onSave: (details: Details) => void
  readonly onClose: () => void
}

const NONE = 'none'

/** What a query is called and where it belongs. What was typed stays when saving fails. */
export function SaveDialog({ title, details, isNew, suggest, isBusy, error, onSave, onClose }: Props) {
  const [given, setGiven] = useState(details)
  const categories = useQuery(categoryList(useHeddle()))
  const [isNameless, setIsNameless] = useState(false)
  const faults = formFaults(error, ['name', 'description', 'category'])
  const handleSubmit = () => {
    const name = given.name.trim()
    setIsNameless(name === '')
    if (name !== '') onSave({ ...given, name })
  }
  return (
    <FormDialog
      title={title}
      sending={{ error, isPending: isBusy }}
      faults={faults.general}
      verb={words.save}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={given.name}
        required
        maxLength={200}
        data-autofocus
        faults={isNameless ? [words.nameMissing] : faults.of('name')}
        onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
      />
      {suggest && <Suggestion canvas={suggest} onSuggested={(found) => setGiven({ ...given, ...found })} />}
      <ChoiceField
        label={words.category}
        value={String(given.category ?? NONE)}
        choices={[
          { value: NONE, label: words.noCategory },
          ...(categories.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        faults={faults.of('category')}
        onChange={(value) => setGiven({ ...given, category: value === NONE ? null : Number(value) })}
      />
      {isNew && <QuotaNote />}
      <TextArea
        label={words.description}
        value={given.description}
        rows={3}
        faults={faults.of('description')}
        onChange={(event) => setGiven({ ...given, description: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
