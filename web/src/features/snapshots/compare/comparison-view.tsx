import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { EmptyState, StaleBar } from '../../../components/states.tsx'
import { ArrangeBar } from './arrange-bar.tsx'
import { ChangePanel } from './change-panel.tsx'
import { ChangesList } from './changes-list.tsx'
import { MOST_LISTED } from './compare-client.ts'
import type { CompareAddress } from './compare-search.ts'
import { CHANGES, type CompareFailure, type Comparison, type Grouping, type QuietGrouping } from './comparison.ts'
import { SummaryBar } from './summary-bar.tsx'
import { QuietGroups } from './quiet-groups.tsx'
import type { Comparing } from './use-comparison.ts'
import type { Reviewing } from './use-reviews.ts'
import { useWalkKeys } from './use-walk.ts'
import { words } from './words.ts'
import styles from './compare.module.css'

type Props = {
  readonly comparing: Comparing
  /** Of both sides. */
  readonly columns: readonly string[]
  readonly address: CompareAddress
  readonly onChange: (change: Partial<CompareAddress>) => void
  readonly folded: readonly string[]
  readonly onFold: (folded: readonly string[]) => void
  readonly isRowOpen: boolean
  readonly onRowOpen: (isOpen: boolean) => void
  readonly onTimeline: ((dn: string) => void) | undefined
  readonly onReview: Reviewing['onReview']
  /** The capture before. */
  readonly before: string
}

/** What a comparison found: counts, then the rows. */
export function ComparisonView({ comparing, onChange, ...props }: Props) {
  const { comparison, failure } = comparing.compared
  if (failure)
    return <Failure failure={failure} onRetry={comparing.onRetry} onUsual={() => onChange({ keyFields: undefined })} />
  if (!comparison) {
    return (
      <p role="status" className={styles.waiting}>
        {words.comparing}
      </p>
    )
  }
  return <Found {...props} {...{ comparing, comparison, onChange }} />
}

type FoundProps = Props & { readonly comparison: Comparison }

function Found(props: FoundProps) {
  const { comparing, comparison, columns, address, onChange, folded, onFold, isRowOpen, onRowOpen, onTimeline } = props
  const { onReview, before } = props
  const { client, compared, isStale } = comparing
  const viewed = compared.viewed ?? NOTHING
  const current = address.row === undefined ? -1 : viewed.keys.indexOf(address.row)
  const walk = (step: number) => {
    const next = current < 0 ? (step > 0 ? 0 : viewed.keys.length - 1) : current + step
    const key = viewed.keys[next]
    if (key !== undefined) onChange({ row: key })
  }
  const close = () => onRowOpen(false)
  const mark = () => {
    if (!onReview || current < 0) return
    const next = viewed.keys[current + 1]
    void client.ask({ kind: 'entry', place: current }).then((entry) => {
      if (entry) onReview(entry, entry.review === undefined)
      if (entry?.review === undefined && next !== undefined) onChange({ row: next })
    })
  }
  useWalkKeys(walk, onReview && mark, isRowOpen ? close : undefined)
  // Those that a changed row could differ in.
  const counted = useMemo(
    () => columns.filter((name) => ![...comparison.ignored_fields, ...comparison.key_fields].includes(name)).length,
    [columns, comparison.ignored_fields, comparison.key_fields],
  )
  const isSame = CHANGES.every((change) => comparison.summary[change] === 0)
  return (
    <>
      <SummaryBar {...{ comparison, address, onChange }} />
      <ArrangeBar
        {...{ comparison, viewed, columns, address, current, onChange, folded, onFold }}
        onWalk={walk}
        onMark={onReview && mark}
      />
      <Remarks comparison={comparison} />
      {isSame ? (
        <EmptyState title={words.same}>
          {words.sameText(comparison.summary.unchanged)}
          {words.sameIgnored(comparison.ignored_fields.length)}
        </EmptyState>
      ) : viewed.hits === 0 ? (
        <EmptyState
          title={words.noHit}
          action={
            <Button onClick={() => onChange({ changes: CHANGES, fields: [], text: '', onlyOpen: false })}>
              {words.showAll}
            </Button>
          }
        >
          {address.onlyOpen && viewed.reviewed > 0 ? words.allReviewed(viewed.reviewed) : words.noHitText}
        </EmptyState>
      ) : (
        <div className={`${styles.body} ${isStale ? styles.stale : ''}`}>
          <ChangesList
            {...{ client, viewed, onReview }}
            view={address.view}
            grouping={address.grouping}
            columnCount={counted}
            row={address.row}
            onRow={(row) => onChange({ row })}
            onWalk={walk}
            onOpen={() => onRowOpen(true)}
            onFold={(name) => onFold(folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name])}
          />
          {isRowOpen && current >= 0 && (
            <ChangePanel {...{ client, onTimeline }} place={current} version={compared.version} onClose={close} />
          )}
        </div>
      )}
      {!isSame && !comparison.truncated && isQuietGrouping(address.grouping) && compared.viewed && (
        <QuietGroups capture={before} grouping={address.grouping} changedGroups={viewed.changedGroups} />
      )}
    </>
  )
}

/** What one has to know of the list below. */
const Remarks = ({ comparison }: { readonly comparison: Comparison }) => (
  <>
    {comparison.truncated && (
      <StaleBar>
        {words.truncated(
          Math.min(
            MOST_LISTED,
            CHANGES.reduce((sum, one) => sum + comparison.listed[one], 0),
          ),
        )}
      </StaleBar>
    )}
    {comparison.blame?.message != null && (
      <StaleBar>{words.blame.failure(comparison.blame.source, comparison.blame.message)}</StaleBar>
    )}
    {comparison.execution !== null && <LiveRun id={comparison.execution} />}
  </>
)

const isQuietGrouping = (grouping: Grouping): grouping is QuietGrouping =>
  grouping === 'place' || grouping === 'class' || grouping === 'parent'

const NOTHING = { lines: [], hits: 0, keys: [], groups: [], changedGroups: [], reviewed: 0 }

const LiveRun = ({ id }: { readonly id: string }) => (
  <p className={styles.live}>
    <Link to="/queries/execution-logs/$id/" params={{ id }}>
      {words.openRun}
    </Link>
  </p>
)

type FailureProps = { readonly failure: CompareFailure; readonly onRetry: () => void; readonly onUsual: () => void }

/** A key that a side does not have is the usual reason: its way back is offered. */
function Failure({ failure: { message, requestId, fields }, onRetry, onUsual }: FailureProps) {
  const isKey = fields?.key_fields !== undefined
  return (
    <div role="alert">
      <EmptyState
        title={words.failed}
        action={
          isKey ? <Button onClick={onUsual}>{words.keyUsual}</Button> : <Button onClick={onRetry}>{words.retry}</Button>
        }
      >
        {message}
        {requestId !== undefined && words.request(requestId)}
      </EmptyState>
    </div>
  )
}
