import { idsOf, newId, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { clockTime } from '../../lib/time/format-time.ts'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import { useRulesState } from '../rules/use-rules.ts'
import { drawingKey, type Previews, usePreviews } from './preview-context.tsx'
import { newConfig } from './step-config.ts'
import { StepItem } from './step-item.tsx'
import styles from './steps.module.css'
import { words } from './words.ts'

const FOCUS_AFTER_MS = 50

/** The menu first gives the focus back to its button. */
const focusForm = (id: string) =>
  setTimeout(() => {
    const step = document.querySelector(`[data-step="${CSS.escape(id)}"]`)
    step?.querySelector<HTMLElement>(':is(input:not([role=switch]), [contenteditable])')?.focus()
  }, FOCUS_AFTER_MS)

/** The steps after the join, with the rows before and after each; one of them can be open. */
export function StepList() {
  const steps = useCanvas(({ history }) => history.present.post_processors)
  const columns = useCanvas(({ checks }) => checks.columns)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const vocabulary = useRulesState('vocabulary')
  const previews = usePreviews()
  const title = useId()
  const { list, said, move, remove, add } = useStepEdits(steps)
  const drag = useStepDrag(move)
  return (
    <section aria-labelledby={title} className={styles.steps}>
      <h2 id={title} className={styles.title}>
        {words.title}
      </h2>
      {steps.length === 0 && <p className={styles.note}>{words.none}</p>}
      <ol ref={list} aria-label={words.title} className={styles.list}>
        {steps.map((step, index) => (
          <StepItem
            key={step.id}
            step={step}
            index={index}
            count={steps.length}
            preview={previews.steps.get(step.id)}
            columns={columnsBefore(steps, index, previews) ?? columns?.[index] ?? []}
            vocabulary={vocabulary}
            isDropTarget={drag.target === index}
            onMove={move}
            onRemove={() => remove(index, step)}
            onDrag={(event, phase) => drag.handle(event, phase, index)}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <Menu
          label={words.add}
          isTable
          target={
            <Button look="link" className={styles.addStep} data-add-step>
              {words.add}
            </Button>
          }
          entries={Object.entries(words.types).map(([type, note]) => ({ text: type, note, onSelect: () => add(type) }))}
        />
      )}
      {steps.length > 0 && <PreviewNote previews={previews} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

/** Moves, removes and adds steps, says so, and keeps the focus where the keys were. */
function useStepEdits(steps: readonly WirePart[]) {
  const { change, select } = useWorkspace().store.getState()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const wanted = useRef<string>(undefined)
  // To the step that moved, or to the one after what was removed.
  useEffect(() => {
    if (wanted.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(wanted.current)}"]`)?.focus()
    wanted.current = undefined
  }, [steps])
  return {
    list,
    said,
    move: (from: number, to: number) => {
      const step = steps[from]
      if (!step || to < 0 || to >= steps.length) return
      change([{ type: 'reorder', kind: 'post_processors', id: step.id, to }])
      setSaid(words.moved(to + 1))
      wanted.current = step.id
    },
    remove: (index: number, step: WirePart) => {
      change([{ type: 'remove', kind: 'post_processors', ids: [step.id] }])
      setSaid(words.removed(String(step['type'])))
      wanted.current = (steps[index + 1] ?? steps[index - 1])?.id
    },
    add: (type: string) => {
      const id = newId('post_processors', idsOf(steps))
      change([{ type: 'add', kind: 'post_processors', parts: [{ id, type, config: newConfig(type) }] }])
      select({ nodes: [], edges: [], step: id })
      focusForm(id)
    },
  }
}

/** The columns that the rows of the preview have before a step; undefined where no preview reaches. */
function columnsBefore(steps: readonly WirePart[], index: number, { source, rows, steps: previews }: Previews) {
  if (rows !== 'ready') return undefined
  const before = steps[index - 1]
  return before ? previews.get(before.id)?.columns : source?.columns
}

function PreviewNote({ previews: { source, rows, rowCount } }: { readonly previews: Previews }) {
  const { preferences } = useProfile()
  const drawing = useDrawing()
  const isOld = source?.drawing !== undefined && source.drawing !== drawingKey(drawing)
  const time = source ? clockTime(source.takenAt, preferences, 'minute') : ''
  const hasRun = useCanvas(({ run }) => run.steps.size > 0)
  if (rows === 'none') return <p className={styles.note}>{hasRun ? words.previewOfRun : words.previewNone}</p>
  if (rows === 'loading') return <p className={styles.note}>{words.previewLoading}</p>
  if (rows === 'ready') {
    return (
      <p className={styles.note}>
        {words.preview(rowCount, time)}
        {isOld && <span className={styles.warn}>. {words.previewOld}</span>}
      </p>
    )
  }
  return <p className={`${styles.note} ${styles.bad}`}>{words.previewFailed(rows.failure)}</p>
}

/** Steps can be dragged to their place as well as moved by keys. */
function useStepDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [target, setTarget] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setTarget(undefined)
  }
  return {
    target: from === undefined || from === target ? undefined : target,
    handle: (event: DragEvent, phase: 'start' | 'over' | 'drop' | 'end', index: number) => {
      if (phase === 'start') {
        event.dataTransfer.effectAllowed = 'move'
        setFrom(index)
      } else if (phase === 'end') end()
      else if (from !== undefined) {
        event.preventDefault()
        if (phase === 'over') setTarget(index)
        else {
          onMove(from, index)
          end()
        }
      }
    },
  }
}
