import { memo, useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import type { PlacedProblem } from '../checks/checks.ts'
import { focusPlace } from './place.tsx'
import { problemPlace } from './problem-place.ts'
import { remediesOf } from '../checks/remedies.ts'
import styles from './problems.module.css'
import { words } from './words.ts'

/** Everything that is wrong, in the order of the canvas; F8 goes through it. */
export function ProblemList() {
  const problems = useCanvas(({ checks }) => checks.problems)
  const failure = useCanvas(({ checks }) => (checks.state === 'failed' ? (checks.failure ?? '') : undefined))
  const region = useRef<HTMLElement>(null)
  useWalk(region)
  return (
    <section ref={region} aria-label={words.title} className={styles.problems}>
      <div className={styles.head}>
        <h2 className={styles.title}>{words.title}</h2>
        <ProblemSummary />
      </div>
      {failure !== undefined && <p className={styles.failure}>{words.failed(failure)}</p>}
      {problems.length > 0 && (
        <ul className={styles.list}>
          {problems.map((problem, index) => (
            <ProblemItem key={`${index} ${problem.code} ${problem.path}`} problem={problem} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ProblemSummary() {
  const count = useCanvas(({ checks }) => checks.problems.length)
  const state = useCanvas(({ checks }) => checks.state)
  const isUnfinished = useCanvas(({ checks }) => checks.unfinished.length > 0)
  if (count > 0) return <span className={styles.quiet}>{count}</span>
  if (state === 'checking') return <span className={styles.quiet}>{words.checking}</span>
  if (isUnfinished) return <span className={styles.quiet}>{words.unfinished}</span>
  return state === 'checked' ? <span className={styles.fine}>{words.none}</span> : null
}

/** How many there are, for the bar of the page. */
export function ProblemCount() {
  const problems = useCanvas(({ checks }) => checks.problems)
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  return (
    <button
      type="button"
      className={`${styles.count} ${hasErrors ? styles.error : problems.length > 0 ? styles.warning : ''}`}
      onClick={() => document.querySelector<HTMLElement>('[data-problem]')?.focus()}
    >
      {problems.length > 0 && <span aria-hidden>⚠</span>} {words.count(problems.length)}
      <kbd aria-hidden>F8</kbd>
    </button>
  )
}

/** Large canvases have many: each is drawn again only when it changes. */
const ProblemItem = memo(({ problem }: { readonly problem: PlacedProblem }) => {
  const { store } = useWorkspace()
  const name = useCanvas(({ history }) => problemPlace(history.present, problem).name)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const placeNow = () => problemPlace(store.getState().history.present, problem)
  const handleFocus = () => store.getState().select(placeNow().selection)
  const handleOpen = () => {
    handleFocus()
    focusPlace(placeNow().field)
  }
  return (
    <li className={styles.problem}>
      <button type="button" data-problem className={styles.place} onFocus={handleFocus} onClick={handleOpen}>
        <span className={problem.severity === 'error' ? styles.error : styles.warning}>
          <span aria-hidden>{problem.severity === 'error' ? '✕' : '△'}</span>
          <span className="sr-only">{words[problem.severity]}</span>
        </span>{' '}
        {!problem.message.startsWith(name) && <span className={styles.name}>{name} </span>}
        <span className={styles.message}>{problem.message}</span>
      </button>
      {!isReadOnly && (
        <span className={styles.remedies}>
          {remediesOf(problem, store.getState).map(({ name: suggested, take }) => (
            <Button key={suggested} look="link" onClick={take}>
              {words.use(suggested)}
            </Button>
          ))}
          {problem.code === 'unfiltered_large_class' && <Narrowing nodeId={problem.node_id} />}
        </span>
      )}
    </li>
  )
})

/** What makes a large class small. */
function Narrowing({ nodeId }: { readonly nodeId: string | undefined }) {
  const { store } = useWorkspace()
  const handleOpen = (place: string) => {
    if (nodeId !== undefined) store.getState().select({ nodes: [nodeId], edges: [] })
    focusPlace(place)
  }
  return (
    <>
      <Button look="link" onClick={() => handleOpen('filters')}>
        {words.addFilter}
      </Button>
      <Button look="link" onClick={() => handleOpen('scope_dn')}>
        {words.pickScope}
      </Button>
    </>
  )
}

/** F8 goes to the next problem and Shift+F8 to the one before; each selects its place. */
function useWalk(region: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    let last = -1
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey) return
      const found = [...(region.current?.querySelectorAll<HTMLElement>('[data-problem]') ?? [])]
      if (found.length === 0) return
      event.preventDefault()
      const here = found.indexOf(document.activeElement as HTMLElement)
      const from = here >= 0 ? here : last
      last = event.shiftKey ? (from <= 0 ? found.length - 1 : from - 1) : (from + 1) % found.length
      found[last]?.focus()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [region])
}
