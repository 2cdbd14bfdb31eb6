import { hasVariable } from '@heddle/domain/canvas-editing/filter-operators.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { keepsHistory } from '@heddle/domain/mim/history-classes.ts'
import { boundInstant } from '@heddle/domain/values/instants.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import type { ShownClass } from './class-model.ts'
import styles from './inspector.module.css'
import { focusPlace, PlaceOfProblem } from '../problems/place.tsx'
import { Section } from './section.tsx'
import { words } from './words.ts'

/** Only records of this time. Offered where a class has records. */
export function TimeRangeFields({ node, model }: { readonly node: WirePart; readonly model: ShownClass }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const range = isWireObject(node.time_range) ? node.time_range : undefined
  const canBeLimited = model.details.some(({ name, super_classes }) => keepsHistory([name, ...super_classes]))
  const set = (time_range: object | undefined, gesture?: string) =>
    store.getState().change([{ type: 'set', kind: 'nodes', id: node.id, values: { time_range } }], gesture)
  if (!range) {
    if (!canBeLimited || isReadOnly) return null
    return (
      <div>
        <Button
          look="link"
          onClick={() => {
            set({ from: '{{now-24h}}' })
            focusPlace('time_range.from')
          }}
        >
          {words.addTime}
        </Button>
      </div>
    )
  }
  const field = (label: string, key: 'from' | 'to') => {
    const text = ownText(range, key) ?? ''
    const isFaulty = text !== '' && !hasVariable(text) && boundInstant(text) === undefined
    return (
      <PlaceOfProblem path={`time_range.${key}`}>
        <TextField
          label={label}
          isCode
          autoComplete="off"
          spellCheck={false}
          value={text}
          readOnly={isReadOnly}
          faults={isFaulty ? [words.timeFault(text)] : []}
          onChange={({ currentTarget: { value } }) => {
            const { [key]: _before, ...rest } = range
            set(value === '' ? rest : { ...rest, [key]: value }, `time:${node.id}:${key}`)
          }}
        />
      </PlaceOfProblem>
    )
  }
  return (
    <Section
      title={words.time}
      actions={
        !isReadOnly && (
          <Button look="link" onClick={() => set(undefined)}>
            {words.removeTime}
          </Button>
        )
      }
    >
      <div className={styles.pair}>
        {field(words.notBefore, 'from')}
        {field(words.notAfter, 'to')}
      </div>
      <p className={styles.quiet}>{words.timeHint}</p>
    </Section>
  )
}
