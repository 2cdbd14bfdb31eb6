import { createContext, useContext } from 'react'
import type { RemedyAction } from '../checks/remedies.ts'
import type { Vocabulary } from '../rules/vocabulary.ts'

/** What the fields of a step's form share. */
export type StepFormState = {
  readonly type: string
  /** The columns before the step, as far as they are known. */
  readonly columns: readonly string[]
  readonly vocabulary: Vocabulary
  readonly isReadOnly: boolean
  /** What is wrong with an option, such as `by.0.column`. */
  readonly faultsAt: (path: string) => readonly string[]
  /** What would be right instead. */
  readonly remediesAt: (path: string) => readonly RemedyAction[]
}

export const StepFormContext = createContext<StepFormState | undefined>(undefined)

export function useStepForm(): StepFormState {
  const form = useContext(StepFormContext)
  if (!form) throw new Error('outside the form of a step')
  return form
}
