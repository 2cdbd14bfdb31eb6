import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../../components/button.tsx'
import { ReadBar } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { queryDetail, useMayWaive } from '../api.ts'
import { FindingList } from '../components/finding-list.tsx'
import { Guidance, MendLink } from '../components/guidance.tsx'
import { SeverityMark } from '../components/severity.tsx'
import { StateLight } from '../components/state-light.tsx'
import { WaiveDialog } from '../waivers/waive-dialog.tsx'
import { type CheckResult, stateOf } from './check-results.ts'
import styles from './runs.module.css'
import { words as runWords } from './words.ts'

const words = runWords.detail

type Props = { readonly result: CheckResult; readonly mendsWith: string | undefined }

/** A check of a run: what it found, and what to do about it. */
export function ResultDetail({ result, mendsWith }: Props) {
  const { saved_query: id, title, check, severity, reason, execution, snapshot } = result
  const found = useQuery(queryDetail(useHeddle(), id))
  const mayWaive = useMayWaive()(found.data)
  const [waived, setWaived] = useState<Wire.Finding>()
  const state = stateOf(result)
  const isFound = ['failed', 'look', 'waived'].includes(state)
  return (
    <section aria-label={words.label} className={styles.detail}>
      <h2 dir="auto">{title}</h2>
      <p className={styles.facts}>
        {check !== null && <code>{check}</code>}
        <StateLight state={state} />
        <SeverityMark of={severity} />
      </p>
      {reason !== null && <p>{reason}</p>}
      <div className={styles.buttons}>
        <Link to="/history/checks" search={{ saved_query: id }} className={buttonClass()}>
          {words.page}
        </Link>
        {execution !== null && (
          <Link to="/queries/execution-logs/$id" params={{ id: execution }} className={buttonClass()}>
            {words.rows}
          </Link>
        )}
        {snapshot !== null && (
          <Link to="/history/snapshots/$id" params={{ id: snapshot }} className={buttonClass()}>
            {words.capture}
          </Link>
        )}
        <Link to="/queries/saved-queries/$id" params={{ id }} className={buttonClass()}>
          {words.query}
        </Link>
        {execution !== null && state === 'failed' && <MendLink execution={execution} mendsWith={mendsWith} />}
      </div>
      {execution !== null && isFound && (
        <FindingList execution={execution} onWaive={mayWaive ? setWaived : undefined} />
      )}
      <ReadBar of={found} failure={words.failure} />
      {found.data && <Guidance query={found.data} />}
      {waived && execution !== null && (
        <WaiveDialog
          query={id}
          resource={waived.resource ?? ''}
          execution={execution}
          onClose={() => setWaived(undefined)}
        />
      )}
    </section>
  )
}
