import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { toast } from '../../../components/toasts.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { REPOSITORIES_KEY, waitingPlan } from './api.ts'
import styles from './repositories.module.css'
import { words } from './words.ts'

/** What a commit would change, and the button that does it. */
export function PlanView({ id, commit }: { readonly id: string; readonly commit: string }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const found = useQuery(waitingPlan(heddle, id, commit))
  const apply = useWrite({
    mutationFn: () => heddle.queries.repositories.apply(id, { commit }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: REPOSITORIES_KEY })
      void cache.invalidateQueries({ queryKey: QUERIES_KEY })
      toast(words.applied)
    },
  })
  return (
    <section className={styles.part} aria-label={words.plan}>
      <h2>{words.plan}</h2>
      <Read of={found} failure={words.planFailure} permission="queries.view_savedquery">
        {({ is_rewritten: isRewritten, faults, plan }) => (
          <>
            {isRewritten && <p>{words.rewritten}</p>}
            {faults.length > 0 ? <Faults faults={faults} /> : <Steps plan={plan} />}
            {apply.error && <WriteFailure what={words.notApplied} error={apply.error} />}
            {faults.length === 0 && (
              <Button
                look="primary"
                impossible={apply.isPending ? words.applyNow : undefined}
                onClick={() => apply.mutate()}
              >
                {words.applyNow}
              </Button>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

const Faults = ({ faults }: { readonly faults: readonly Wire.RepositoryFault[] }) => (
  <>
    <p>{words.faults}</p>
    <ul className={styles.steps}>
      {faults.map(({ file, message }) => (
        <li key={`${file} ${message}`}>
          {file !== null && <code>{file}</code>} {message}
        </li>
      ))}
    </ul>
  </>
)

function Steps({ plan }: { readonly plan: readonly Wire.ImportStep[] }) {
  const changes = plan.filter(({ action }) => action !== 'unchanged')
  return (
    <>
      <ul className={styles.steps}>
        {changes.map((step) => (
          <Step key={`${step.kind} ${step.name}`} step={step} />
        ))}
      </ul>
      {plan.length > changes.length && <p className={styles.minor}>{words.unchanged(plan.length - changes.length)}</p>}
    </>
  )
}

function Step({ step }: { readonly step: Wire.ImportStep }) {
  const { action, kind, name, renamed_from: renamed, by_hand: byHand, loses, diff } = step
  const notes = [
    ...(renamed === undefined ? [] : [words.renamed(renamed)]),
    ...(byHand === true ? [words.byHand] : []),
    ...(loses ? [words.loses(loses.executions, loses.snapshots, loses.schedules)] : []),
  ]
  return (
    <li>
      <strong>{words.actions[action]}</strong> {words.kinds[kind]} “{name}”
      {notes.length > 0 && <span className={styles.minor}> ({notes.join('; ')})</span>}
      {diff && <Changes diff={diff} />}
    </li>
  )
}

const MOST_CHANGES = 20
const LONGEST = 200

const Changes = ({ diff }: { readonly diff: readonly Wire.ValueChange[] }) => (
  <ul className={styles.changes}>
    {diff.slice(0, MOST_CHANGES).map(({ path, before, after }) => (
      <li key={path}>
        <code>{path}</code>: <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
      </li>
    ))}
    {diff.length > MOST_CHANGES && <li>{words.more(diff.length - MOST_CHANGES)}</li>}
  </ul>
)

const shown = (value: unknown): string => (value == null ? words.nothing : JSON.stringify(value).slice(0, LONGEST))
