import { LIMITS } from '@heddle/domain/expression/expression-limits.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { Field, TextArea } from '../../../components/field.tsx'
import { useStepForm } from '../form-context.ts'
import { words } from '../words.ts'

const ExpressionEditor = lazy(async () => ({ default: (await import('./expression-editor.tsx')).ExpressionEditor }))

const MOST = LIMITS.textLength

type Props = {
  readonly label: string
  readonly inFiles?: string | undefined
  readonly hint?: string | undefined
  readonly faults: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An expression, with completion of columns and functions. A plain field takes what is typed before that is loaded. */
export function ExpressionField({ label, inFiles, hint, faults, value, onChange }: Props) {
  const { columns, vocabulary, isReadOnly } = useStepForm()
  const isTyping = useRef(false)
  const [refused, setRefused] = useState<number>()
  const handleChange = (text: string) => {
    const isTaken = text.length <= Math.max(MOST, value.length)
    setRefused(isTaken ? undefined : text.length)
    if (isTaken) onChange(text)
  }
  const shown = refused === undefined ? faults : [words.tooLong(refused, MOST), ...faults]
  const plain = (
    <TextArea
      label={label}
      inFiles={inFiles}
      isCode
      readOnly={isReadOnly}
      hint={hint}
      faults={shown}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
      onFocus={() => (isTyping.current = true)}
      onBlur={() => (isTyping.current = false)}
    />
  )
  return (
    <Suspense fallback={plain}>
      <Field label={label} inFiles={inFiles} hint={hint} faults={shown}>
        {(given) => (
          <ExpressionEditor
            label={inFiles ?? label}
            attributes={given}
            value={value}
            columns={columns}
            functions={vocabulary.functions}
            methods={vocabulary.methods}
            isReadOnly={isReadOnly}
            takesFocus={isTyping}
            onChange={handleChange}
            most={MOST}
            onRefused={setRefused}
          />
        )}
      </Field>
    </Suspense>
  )
}
