import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { SampleTable } from '../../../components/sample-table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../launch-words.ts'
import styles from './launch.module.css'

type Props = {
  readonly plan: Wire.LaunchDryRunReply
  readonly onClose: () => void
  /** Launches what is shown. */
  readonly launch?: ReactNode
}

const MOST_JOBS = 20

/** What each job would get, after the template has filled in what it fills in. */
export function DryRunDialog({ plan, onClose, launch }: Props) {
  const { executions, warnings } = plan
  const rowCount = executions.reduce((count, { rows }) => count + rows.length, 0)
  return (
    <Dialog title={words.dryRunTitle} isOpen width={760} onClose={onClose}>
      <p>{words.dryRunText(executions.length, rowCount)}</p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <div className={styles.jobs}>
        {executions.slice(0, MOST_JOBS).map(({ rows, extra_vars: variables }, index) => (
          <section key={index} aria-label={words.jobOf(index + 1)}>
            <h3>{words.jobOf(index + 1)}</h3>
            <SampleTable
              label={`${words.rows} ${index + 1}`}
              columns={[...new Set(rows.flatMap((row) => Object.keys(row)))]}
              rows={rows}
            />
            <details>
              <summary>{words.variables}</summary>
              <pre className={styles.json}>{JSON.stringify(variables, null, 2)}</pre>
            </details>
          </section>
        ))}
        {executions.length > MOST_JOBS && <p>{words.moreJobs(executions.length - MOST_JOBS)}</p>}
      </div>
      <DialogActions>
        <Button look={launch === undefined ? 'primary' : 'default'} onClick={onClose}>
          {words.close}
        </Button>
        {launch}
      </DialogActions>
    </Dialog>
  )
}
