import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { copyText } from '../../components/rows-grid/copy-text.ts'
import { toast } from '../../components/toasts.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import type { CheckState, PlacedProblem } from '../checks/checks.ts'
import { light } from './lit.ts'
import styles from './plan-panel.module.css'
import { REQUEST_FORMATS, requestText } from './request-text.ts'
import { laterStep } from './later-step.ts'
import { partOf, plannedReads, requestLines } from './planned-requests.ts'
import { words } from './words.ts'

/** What will be sent to the controller. */
export function PlanPanel() {
  const checks = useCanvas((state) => state.checks)
  const isEmpty = useCanvas(({ history }) => history.present.nodes.length === 0)
  const { plan, state, failure } = checks
  return (
    <div className={styles.panel}>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {words.failed(failure)}
        </p>
      )}
      {plan ? (
        <Plan plan={plan} isOld={state === 'checking'} />
      ) : (
        <p className={styles.note}>{reasonFor(checks, isEmpty)}</p>
      )}
    </div>
  )
}

function reasonFor({ state, problems }: CheckState, isEmpty: boolean): string {
  if (isEmpty) return words.empty
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return words.invalid(errors)
  return state === 'checking' ? words.checking : words.unchecked
}

function Plan({ plan, isOld }: { readonly plan: Wire.PlanReply; readonly isOld: boolean }) {
  const problems = useCanvas(({ checks }) => checks.problems)
  const fetches = plan.steps.filter(({ step }) => step === 'fetch')
  const others = plan.steps.filter(({ step }) => step !== 'fetch')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return (
    <>
      <p role="status" className={styles.summary}>
        <strong>{words.summary(plannedReads(plan))}</strong>
        {isOld && <span className={styles.note}>{words.checking}</span>}
      </p>
      <div className={styles.columns}>
        <ol aria-label={words.requests} className={styles.requests}>
          {fetches.map((step) => (
            <Request key={step.id} step={step} warnings={warnings} />
          ))}
        </ol>
        {others.length > 0 && (
          <section className={styles.then}>
            <h2>{words.then}</h2>
            <ol aria-label={words.then}>
              {others.map((step, index) => (
                <Later key={index} step={step} />
              ))}
            </ol>
          </section>
        )}
      </div>
    </>
  )
}

/** What is done with what was read; pointing at a join lights its thread. */
function Later({ step }: { readonly step: Wire.PlanStepReply }) {
  const canvas = useDrawing()
  const run = useCanvas((state) => state.run)
  const { kind, title, details, rows } = laterStep(step, { canvas, run })
  const part = partOf(step, canvas)
  return (
    <li className={styles.later} onPointerEnter={() => light(part)} onPointerLeave={() => light(undefined)}>
      <span className={styles.kind}>{kind}</span> <span>{title}</span>
      {rows !== undefined && <span className={styles.rows}> {rows}</span>}
      {details.map((detail) => (
        <span key={detail} className={styles.detail}>
          {detail}
        </span>
      ))}
    </li>
  )
}

/** One request: pointing at it lights its part of the canvas, a click selects it. */
function Request({
  step,
  warnings,
}: {
  readonly step: Wire.PlanStepReply
  readonly warnings: readonly PlacedProblem[]
}) {
  const { store } = useWorkspace()
  const canvas = useDrawing()
  const part = partOf(step, canvas)
  const own = warnings.filter(({ node_id, edge_id }) => part && (part.kind === 'nodes' ? node_id : edge_id) === part.id)
  const handleSelect = () => {
    if (part) store.getState().select({ nodes: [], edges: [], [part.kind]: [part.id] })
  }
  return (
    <li className={styles.request} onPointerEnter={() => light(part)} onPointerLeave={() => light(undefined)}>
      <button
        type="button"
        className={styles.name}
        onClick={handleSelect}
        onFocus={() => light(part)}
        onBlur={() => light(undefined)}
      >
        <span className={styles.class}>{step.class_name ?? step.id}</span>
        <span className={styles.facts}>{factsOf(step)}</span>
      </button>
      {step.request === undefined ? (
        <p className={styles.note}>{words.later}</p>
      ) : (
        <div className={styles.sent}>
          <pre className={styles.code}>
            <span className={styles.method}>GET </span>
            <code>
              {requestLines(step.request).map((line, index) => (
                <span key={index} className={index === 0 ? undefined : styles.parameter}>
                  {line}
                </span>
              ))}
            </code>
          </pre>
          <CopyRequest step={step} />
        </div>
      )}
      {step.pushed_filter !== undefined && <Filter text={step.pushed_filter} note={words.sent} />}
      {step.local_filter !== undefined && <Filter text={step.local_filter} note={words.local} />}
      {own.map((warning) => (
        <p key={`${warning.code} ${warning.message}`} className={styles.warning}>
          {warning.message}. {words.remedies[warning.code]}
        </p>
      ))}
    </li>
  )
}

/** The request for the shells that operators use. */
const CopyRequest = ({ step }: { readonly step: Wire.PlanStepReply }) => (
  <Menu
    label={words.copyRequest}
    target={
      <Button look="link" aria-label={words.copyRequestOf(step.class_name ?? step.id)}>
        {words.copy}
      </Button>
    }
    entries={REQUEST_FORMATS.map((format) => ({
      text: words.copyAs[format],
      onSelect: () =>
        void copyText(requestText(step, format)).then(
          () => toast(words.copied),
          () => toast(words.copyFailed, { kind: 'failed' }),
        ),
    }))}
  />
)

const factsOf = ({ estimated_rows, size }: Wire.PlanStepReply): string =>
  [estimated_rows === undefined ? '' : words.reads(estimated_rows), size ? words.size(size) : '']
    .filter((text) => text !== '')
    .join(' · ')

const Filter = ({ text, note }: { readonly text: string; readonly note: string }) => (
  <p className={styles.filter}>
    <code>{text}</code> {note}
  </p>
)
