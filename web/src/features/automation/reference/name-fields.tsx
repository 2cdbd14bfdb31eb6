import { TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { words } from './words.ts'

type Named = { readonly name: string; readonly description: string }
type Props = {
  readonly draft: Named
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<Named>) => void
}

export const NameFields = ({ draft, faults, onChange }: Props) => (
  <>
    <TextField
      label={words.name}
      data-autofocus
      aria-required
      maxLength={200}
      value={draft.name}
      faults={faults.of('name')}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextField
      label={words.description}
      value={draft.description}
      faults={faults.of('description')}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
    />
  </>
)
