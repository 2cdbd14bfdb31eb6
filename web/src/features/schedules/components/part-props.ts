import type { FormFaults } from '../../../components/form-faults.ts'
import type { ScheduleDraft } from '../draft.ts'

/** What every part of the form takes. */
export type PartProps = {
  readonly draft: ScheduleDraft
  readonly faults: FormFaults
  readonly onChange: (change: Partial<ScheduleDraft>) => void
}
