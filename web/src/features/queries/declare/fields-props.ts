import type { ExpectationForm } from './expectation-form.ts'

/** What the fields of an expectation share. */
export type FieldsProps = {
  readonly form: ExpectationForm
  readonly faultsAt: (field: string) => readonly string[]
  readonly onChange: (next: Partial<ExpectationForm>) => void
}
