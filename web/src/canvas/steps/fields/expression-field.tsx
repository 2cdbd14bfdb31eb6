import { lazy, Suspense } from 'react'
import { Field, TextArea } from '../../../components/field.tsx'
import { useStepForm } from '../form-context.ts'

const ExpressionEditor = lazy(async () => ({ default: (await import('./expression-editor.tsx')).ExpressionEditor }))

type Props = {
  readonly label: string
  readonly hint?: string | undefined
  readonly faults: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An expression, with completion of columns and functions. */
export function ExpressionField({ label, hint, faults, value, onChange }: Props) {
  const { columns, vocabulary, isReadOnly } = useStepForm()
  return (
    <Suspense fallback={<TextArea label={label} isCode readOnly hint={hint} faults={faults} value={value} />}>
      <Field label={label} hint={hint} faults={faults}>
        {(given) => (
          <ExpressionEditor
            label={label}
            attributes={given}
            value={value}
            columns={columns}
            functions={vocabulary.functions}
            methods={vocabulary.methods}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        )}
      </Field>
    </Suspense>
  )
}
