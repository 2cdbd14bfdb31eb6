import { useCanvas } from '../../../canvas/canvas-context.tsx'
import type { CheckState } from '../../../canvas/checks/checks.ts'
import { plannedReads } from '../../../canvas/plan/planned-requests.ts'
import { ProblemCount } from '../../../canvas/problems/problem-list.tsx'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

/** The version on the screen, and whether it can run. */
export function WorkspaceNote({ version }: { readonly version: string | undefined }) {
  const isEdited = useCanvas((state) => state.isEdited)
  const checks = useCanvas((state) => state.checks)
  const summary = summaryOf(checks)
  return (
    <>
      <span className={styles.version}>
        {version === undefined ? words.notSaved : `v${version}`}
        {version !== undefined && isEdited && ` · ${words.edited}`}
      </span>
      {checks.problems.length > 0 && <ProblemCount />}
      {summary && checks.problems.length === 0 && (
        <span className={styles[summary.look]} role="status" aria-label={words.checks.title}>
          <span className={styles.summary}>{summary.text}</span>
        </span>
      )}
    </>
  )
}

/** The problems are counted beside it. */
function summaryOf({
  state,
  plan,
  values,
}: CheckState): { readonly look: 'valid' | 'quiet'; readonly text: string } | undefined {
  if (state === 'failed') return { look: 'quiet', text: words.checks.failed }
  if (state === 'checking') return { look: 'quiet', text: words.checks.checking }
  if (values.length > 0) return { look: 'quiet', text: words.checks.values(values.map(({ name }) => name)) }
  if (state === 'unchecked' || !plan) return undefined
  return { look: 'valid', text: words.checks.valid(plannedReads(plan)) }
}
