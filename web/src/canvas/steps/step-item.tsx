import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/switch.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import type { PlacedProblem } from '../checks/checks.ts'
import { useProblemsOf } from '../checks/use-problems.ts'
import { isLeaving } from '../../lib/is-leaving.ts'
import type { StepPreview } from '../rules/step-previews.ts'
import type { Vocabulary } from '../rules/vocabulary.ts'
import { describeStep } from './describe-step.ts'
import { Remedies } from './fields/remedies.tsx'
import { remediesOf } from '../checks/remedies.ts'
import { recordIn, textIn } from './step-config.ts'
import { sentence, StepForm } from './step-form.tsx'
import { RunSample } from './run-sample.tsx'
import { StepRows } from './step-rows.tsx'
import styles from './steps.module.css'
import { words } from './words.ts'

type Props = {
  readonly step: WirePart
  readonly index: number
  readonly count: number
  readonly preview: StepPreview | undefined
  /** The columns before it, as far as they are known. */
  readonly columns: readonly string[]
  readonly vocabulary: Vocabulary | undefined
  /** Where a dragged step would land. */
  readonly isDropTarget: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: () => void
  readonly onDrag: (event: DragEvent, phase: 'start' | 'over' | 'drop' | 'end') => void
}

/** One step: what it does, the rows before and after it, and its form. */
export function StepItem(props: Props) {
  const { step, index, preview, columns, vocabulary, isDropTarget, onDrag } = props
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const problems = useProblemsOf({ step: step.id })
  const endBegun = useCanvas((state) => state.endBegun)
  const isOff = step['enabled'] === false
  const { item, isOpen, toggle, handleKey } = useOpenStep(props, isReadOnly)
  const number = index + 1
  const type = textIn(step['type'])
  const shown = isOff ? NO_PROBLEMS : problems
  const lastRun = useCanvas(({ run }) => run.steps.get(step.id))
  const counts = countsOf(preview ?? lastRun)
  const schema = vocabulary?.steps.find((one) => one.type === type)?.schema
  const classes = [
    styles.item,
    isOpen && styles.open,
    isOff && styles.off,
    hasErrors(shown) && styles.faulty,
    isDropTarget && styles.target,
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- all in it can be reached without its keys
    <li
      ref={item}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one tab stop per step
      tabIndex={0}
      data-step={step.id}
      aria-label={words.item(number, type, counts)}
      className={classes.filter(Boolean).join(' ')}
      draggable={!isReadOnly && !isOpen}
      onKeyDown={handleKey}
      onBlur={(event) => isOpen && isLeaving(event) && endBegun()}
      onDragStart={(event) => onDrag(event, 'start')}
      onDragOver={(event) => onDrag(event, 'over')}
      onDrop={(event) => onDrag(event, 'drop')}
      onDragEnd={(event) => onDrag(event, 'end')}
    >
      <StepHead {...props} isOpen={isOpen} isOff={isOff} counts={counts} onToggle={toggle} />
      <StepMessages
        step={step}
        type={type}
        problems={shown}
        preview={preview}
        shownOptions={isOpen && schema ? Object.keys(schema.properties ?? {}) : []}
      />
      {isOpen && schema && (
        <StepForm key={step.id} {...{ step, index, columns, schema, vocabulary, problems: shown }} />
      )}
      {isOpen && vocabulary && !schema && <p className={styles.note}>{words.unknownType(type)}</p>}
      {isOpen && preview && <RowsOfStep number={number} preview={preview} columns={columns} />}
    </li>
  )
}

const NO_PROBLEMS: readonly PlacedProblem[] = []

/** Whether it is open, and what its keys do. */
function useOpenStep({ step, index, onMove, onRemove }: Props, isReadOnly: boolean) {
  const { store } = useWorkspace()
  const isOpen = useCanvas(({ selection }) => selection.step === step.id)
  const item = useRef<HTMLLIElement>(null)
  // It may be opened from the list of problems, far away.
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const toggle = () => store.getState().select({ nodes: [], edges: [], step: isOpen ? undefined : step.id })
  function handleKey(event: KeyboardEvent<HTMLLIElement>) {
    // An open list closes first.
    const hasOpenList = event.target instanceof Element && event.target.matches('[role=combobox][aria-expanded=true]')
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented && !hasOpenList) {
      event.preventDefault()
      event.stopPropagation()
      toggle()
      event.currentTarget.focus()
    }
    if (event.target !== event.currentTarget) return
    const isMove = event.altKey && !isReadOnly
    if (event.key === 'Enter' || event.key === ' ') toggle()
    else if (event.key === 'ArrowUp' && isMove) onMove(index, index - 1)
    else if (event.key === 'ArrowDown' && isMove) onMove(index, index + 1)
    else if (event.key === 'ArrowUp') focusItem(event.currentTarget.previousElementSibling)
    else if (event.key === 'ArrowDown') focusItem(event.currentTarget.nextElementSibling)
    else if (event.key === 'Delete' && !isReadOnly) onRemove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { item, isOpen, toggle, handleKey }
}

type HeadProps = Props & {
  readonly isOpen: boolean
  readonly isOff: boolean
  readonly counts: string
  readonly onToggle: () => void
}

function StepHead({ isOpen, isOff, counts, onToggle, ...props }: HeadProps) {
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const { step, index, count, onMove, onRemove } = props
  const type = textIn(step['type'])
  const description = describeStep(type, recordIn(step['config']))
  return (
    <>
      <button type="button" tabIndex={-1} aria-expanded={isOpen} className={styles.head} onClick={onToggle}>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.type}>{type}</span>
        <span className={styles.counts}>{isOff ? words.off : counts}</span>
      </button>
      <div className={styles.second}>
        <span className={styles.summary} title={description}>
          {description === '' ? words.types[type] : description}
        </span>
        {!isReadOnly && (
          <StepActions step={step} index={index} count={count} isOff={isOff} onMove={onMove} onRemove={onRemove} />
        )}
      </div>
    </>
  )
}

const hasErrors = (problems: readonly PlacedProblem[]): boolean => problems.some(({ severity }) => severity === 'error')

function focusItem(item: Element | null): void {
  if (item instanceof HTMLElement) item.focus()
}

function countsOf(rows: Pick<StepPreview, 'before' | 'after'> | undefined): string {
  return rows?.before === undefined || rows.after === undefined ? words.noCounts : words.counts(rows.before, rows.after)
}

type ActionsProps = Pick<Props, 'step' | 'index' | 'count' | 'onMove' | 'onRemove'> & { readonly isOff: boolean }

function StepActions({ step, index, count, isOff, onMove, onRemove }: ActionsProps) {
  const change = useCanvas((state) => state.change)
  const number = index + 1
  return (
    <span className={styles.actions}>
      <Switch
        label={words.enabled(number)}
        isOn={!isOff}
        onChange={(isOn) =>
          // Enabled is what a step is when it says nothing.
          change([
            {
              type: 'set',
              kind: 'post_processors',
              id: step.id,
              values: { enabled: isOn ? undefined : false },
            },
          ])
        }
      />
      <Button
        look="quiet"
        className={styles.action}
        aria-label={words.up(number)}
        impossible={index === 0 ? words.isFirst : undefined}
        onClick={() => onMove(index, index - 1)}
      >
        ↑
      </Button>
      <Button
        look="quiet"
        className={styles.action}
        aria-label={words.down(number)}
        impossible={index === count - 1 ? words.isLast : undefined}
        onClick={() => onMove(index, index + 1)}
      >
        ↓
      </Button>
      <Button look="quiet" className={styles.action} aria-label={words.remove(number)} onClick={onRemove}>
        ×
      </Button>
    </span>
  )
}

type MessagesProps = {
  readonly step: WirePart
  readonly type: string
  readonly problems: readonly PlacedProblem[]
  readonly preview: StepPreview | undefined
  /** The options that its open form shows; none while it is closed. */
  readonly shownOptions: readonly string[]
}

/** What is wrong, what would be right, and what the preview has to say. */
function StepMessages({ step, type, problems, preview, shownOptions }: MessagesProps) {
  const { store } = useWorkspace()
  const lastRun = useCanvas(({ run }) => run.steps.get(step.id))
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  // An open form says it at its fields.
  const isSaidThere = ({ path = '' }: PlacedProblem) =>
    shownOptions.some((option) => path.includes(`.config.${option}`))
  const shown = problems.filter((problem) => !isSaidThere(problem))
  const isUnfinished = useCanvas(({ checks }) => checks.unfinished.some(({ step_id }) => step_id === step.id))
  const fault = problems.length === 0 && !isUnfinished ? preview?.fault : undefined
  const needsRun = preview?.state === 'needs_run'
  if (shown.length === 0 && fault === undefined && !needsRun && !preview?.warnings.length) return null
  return (
    <ul className={styles.messages}>
      {shown.map((problem) => (
        <li
          key={`${problem.path} ${problem.message}`}
          className={problem.severity === 'error' ? styles.bad : styles.warn}
        >
          {sentence(problem.message, type)}
          {!isReadOnly && <Remedies remedies={remediesOf(problem, store.getState)} />}
        </li>
      ))}
      {fault !== undefined && <li className={styles.bad}>{sentence(fault, type)}</li>}
      {needsRun && (
        <li className={styles.note}>
          {textIn(step['type']) === 'lookup' ? words.needsRunText : words.needsRun}
          {lastRun !== undefined && ` (${words.lastRun(lastRun.after)})`}
        </li>
      )}
      {preview?.warnings.map((warning) => (
        <li key={warning} className={styles.warn}>
          {sentence(warning, type)}
        </li>
      ))}
    </ul>
  )
}

type RowsProps = {
  readonly number: number
  readonly preview: StepPreview
  readonly columns: readonly string[]
}

/** Rows of the preview, or of the last run, which knows what the preview cannot. */
function RowsOfStep({ number, preview, columns }: RowsProps) {
  const runId = useCanvas(({ run }) => run.id)
  const [isShown, setIsShown] = useState(false)
  const isFromRun = preview.state === 'needs_run'
  if (isFromRun ? runId === undefined : preview.after === undefined) return null
  return (
    <div className={styles.sample}>
      <Button look="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? words.hideRows : words.showRows}
      </Button>
      {isShown && isFromRun && runId !== undefined && <RunSample runId={runId} stepId={preview.id} number={number} />}
      {isShown && !isFromRun && <StepRows number={number} preview={preview} columnsBefore={columns} />}
    </div>
  )
}
