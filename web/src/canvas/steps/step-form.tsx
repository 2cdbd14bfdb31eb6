import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMemo, useState } from 'react'
import type { PlacedProblem } from '../checks/checks.ts'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import type { JsonSchema } from '../rules/json-schema.ts'
import type { Vocabulary } from '../rules/vocabulary.ts'
import { isShown, StepFieldView } from './fields/step-field-view.tsx'
import { StepFormContext } from './form-context.ts'
import { remediesOf } from '../checks/remedies.ts'
import { recordIn, textIn, withOption } from './step-config.ts'
import { stepFieldsOf, type StepField } from './step-fields.ts'
import styles from './steps.module.css'
import { words } from './words.ts'

type Props = {
  readonly step: WirePart
  readonly index: number
  readonly columns: readonly string[]
  readonly problems: readonly PlacedProblem[]
  readonly schema: JsonSchema
  readonly vocabulary: Vocabulary
}

/** The options of a step, as its schema says. */
export function StepForm({ step, index, columns, problems, schema, vocabulary }: Props) {
  const change = useCanvas((state) => state.change)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const type = textIn(step['type'])
  const config = recordIn(step['config'])
  const fields = useMemo(() => stepFieldsOf(type, schema), [type, schema])
  const { getState } = useWorkspace().store
  const form = useMemo(() => {
    const at = (path: string) => problemsAt(problems, `post_processors.${index}.config.${path}`)
    return {
      type,
      columns,
      vocabulary,
      isReadOnly,
      faultsAt: (path: string) => at(path).map(({ message }) => sentence(message, type)),
      remediesAt: (path: string) => (isReadOnly ? [] : at(path).flatMap((problem) => remediesOf(problem, getState))),
    }
  }, [type, columns, vocabulary, isReadOnly, problems, index, getState])
  const set = (name: string, value: unknown) =>
    change(
      [{ type: 'set', kind: 'post_processors', id: step.id, values: { config: withOption(config, name, value) } }],
      `option ${name} of step ${step.id}`,
    )
  const replaceWith = (next: object) =>
    change([{ type: 'set', kind: 'post_processors', id: step.id, values: { config: next } }])

  const shown = type === 'filter' ? undefined : fields.filter((field) => isShown(field, config))
  return (
    <StepFormContext value={form}>
      <div className={styles.form}>
        {shown ? (
          shown.map((field) => (
            <StepFieldView
              key={field.name}
              field={field}
              path={field.name}
              value={config[field.name]}
              onChange={(value) => set(field.name, value)}
            />
          ))
        ) : (
          <FilterForm fields={fields} config={config} isReadOnly={isReadOnly} onOption={set} onConfig={replaceWith} />
        )}
      </div>
    </StepFormContext>
  )
}

/** What is wrong with an option, or below it where nothing smaller is shown. */
const problemsAt = (problems: readonly PlacedProblem[], path: string): readonly PlacedProblem[] =>
  problems.filter((problem) => problem.path === path || (problem.path ?? '').startsWith(`${path}.`))

/** Without the type of the step, beside which it stands. */
export function sentence(message: string, type: string): string {
  const text = message.startsWith(`${type}: `) ? message.slice(type.length + 2) : message
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
}

type FilterProps = {
  readonly fields: readonly StepField[]
  readonly config: Readonly<Record<string, unknown>>
  readonly isReadOnly: boolean
  readonly onOption: (name: string, value: unknown) => void
  readonly onConfig: (config: object) => void
}

/** Rows are kept by conditions or by an expression, never by both. */
function FilterForm({ fields, config, isReadOnly, onOption, onConfig }: FilterProps) {
  const isExpression = config['expression'] !== undefined
  // What was there before comes back when one changes one's mind.
  const [other, setOther] = useState<unknown>()
  const swap = (wantsExpression: boolean) => {
    if (wantsExpression === isExpression) return
    setOther(config[isExpression ? 'expression' : 'filters'])
    onConfig(wantsExpression ? { expression: other ?? '' } : { filters: other ?? [] })
  }
  const field = fields.find(({ name }) => name === (isExpression ? 'expression' : 'filters'))
  return (
    <>
      <div role="radiogroup" aria-label={words.conditionsBy} className={styles.choice}>
        <span aria-hidden>{words.conditionsBy}</span>
        {[false, true].map((wantsExpression) => (
          <label key={String(wantsExpression)}>
            <input
              type="radio"
              checked={wantsExpression === isExpression}
              disabled={isReadOnly}
              onChange={() => swap(wantsExpression)}
            />
            {wantsExpression ? words.byExpression : words.byConditions}
          </label>
        ))}
      </div>
      {field && (
        <StepFieldView
          field={field}
          path={field.name}
          value={config[field.name]}
          onChange={(value) =>
            isExpression ? onConfig({ ...config, expression: textIn(value) }) : onOption(field.name, value)
          }
        />
      )}
    </>
  )
}
