import { lazy, Suspense, useRef } from 'react'
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

/** An expression, with completion of columns and functions. A plain field takes what is typed before that is loaded. */
export function ExpressionField({ label, hint, faults, value, onChange }: Props) {
  const { columns, vocabulary, isReadOnly } = useStepForm()
  const isTyping = useRef(false)
  const plain = (
    <TextArea
      label={label}
      isCode
      readOnly={isReadOnly}
      hint={hint}
      faults={faults}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => (isTyping.current = true)}
      onBlur={() => (isTyping.current = false)}
    />
  )
  return (
    <Suspense fallback={plain}>
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
            takesFocus={isTyping}
            onChange={onChange}
          />
        )}
      </Field>
    </Suspense>
  )
}
