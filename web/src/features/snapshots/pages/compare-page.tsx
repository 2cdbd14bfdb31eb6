import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { snapshotDetail } from '../api.ts'
import { CompareActions, usePrinting } from '../compare/compare-actions.tsx'
import { type CompareAddress, addressOf, LIVE, searchOf } from '../compare/compare-search.ts'
import { ComparisonView } from '../compare/comparison-view.tsx'
import { FindPair } from '../compare/find-pair.tsx'
import { PairBar } from '../compare/pair-bar.tsx'
import { PrintChanges } from '../compare/print-changes.tsx'
import { useComparison } from '../compare/use-comparison.ts'
import { useReviews } from '../compare/use-reviews.ts'
import { words } from '../compare/words.ts'
import styles from './compare-page.module.css'

const route = getRouteApi('/inside/history/compare')

/** What changed between two captures, or since one. */
export function ComparePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const address = useMemo(() => addressOf(search), [search])
  const onChange = (change: Partial<CompareAddress>) =>
    void navigate({ search: (before) => ({ ...before, ...searchOf(change) }), replace: true })
  if (address.a === undefined || address.b === undefined) return <FindPair address={address} onFound={onChange} />
  return <Pair a={address.a} b={address.b} {...{ address, onChange }} />
}

type Props = { readonly address: CompareAddress; readonly onChange: (change: Partial<CompareAddress>) => void }

function Pair({ a, b, address, onChange }: Props & { readonly a: string; readonly b: string }) {
  const heddle = useHeddle()
  const before = useQuery(snapshotDetail(heddle, a))
  const after = useQuery({ ...snapshotDetail(heddle, b), enabled: b !== LIVE })
  const name = before.data?.saved_query_name
  // A link alone must not send anything to the controller.
  const [isLiveWanted, setIsLiveWanted] = useState(false)
  const handleChange = (change: Partial<CompareAddress>) => {
    if (change.b === LIVE) setIsLiveWanted(true)
    onChange(change)
  }
  const isReady = before.data !== undefined && (b === LIVE || after.data !== undefined)
  if (!isReady) {
    return (
      <Page title={words.title} trail={<Trail query={before.data?.saved_query} />}>
        <Read
          of={before.data === undefined ? before : after}
          failure={words.failure}
          permission="history.view_snapshot"
        >
          {() => null}
        </Read>
      </Page>
    )
  }
  const given = { before: before.data, after: b === LIVE ? undefined : after.data, address, onChange: handleChange }
  const title = name === null || name === undefined ? words.title : words.titleOf(name)
  if (b === LIVE && !isLiveWanted) {
    return (
      <Page isFilled title={title} trail={<Trail query={before.data.saved_query} />}>
        <PairBar {...given} />
        <EmptyState
          title={words.liveTitle}
          action={
            <Button look="primary" onClick={() => setIsLiveWanted(true)}>
              {words.runAndCompare}
            </Button>
          }
        >
          {words.liveText}
        </EmptyState>
      </Page>
    )
  }
  return <Compared title={title} {...given} />
}

type ComparedProps = Props & {
  readonly title: string
  readonly before: Wire.Snapshot
  readonly after: Wire.Snapshot | undefined
}

function Compared({ title, before, after, address, onChange }: ComparedProps) {
  const navigate = route.useNavigate()
  const [isRowOpen, setIsRowOpen] = useState(false)
  const [folded, setFolded] = useState<readonly string[]>([])
  const body = useCompareBody(before.id, after?.id ?? LIVE, address, isRowOpen)
  const { changes, fields, text, grouping, onlyOpen } = address
  const { reviewed, onReview } = useReviews(before.id, after?.id)
  const arranged = JSON.stringify([changes, fields, text, grouping, folded, onlyOpen])
  const view = useMemo(
    () => ({ changes, fields, text, grouping, folded, reviewed, onlyOpen }),
    // oxlint-disable-next-line react/exhaustive-deps -- The same by content.
    [arranged, reviewed],
  )
  const comparing = useComparison(body, view)
  const { comparison, viewed } = comparing.compared
  const printing = usePrinting()
  const columns = useMemo(() => [...new Set([...before.columns, ...(after?.columns ?? [])])], [before, after])
  usePageActions([
    { id: 'compare-swap', text: words.swap, onSelect: () => after && onChange({ a: after.id, b: before.id }) },
    { id: 'compare-live', text: words.compareLive, onSelect: () => onChange({ b: LIVE }) },
  ])
  return (
    <Page
      isFilled
      title={title}
      trail={<Trail query={before.saved_query} />}
      actions={
        comparison && (
          <CompareActions {...{ before, after }} client={comparing.client} terms={body} onPrint={printing.onPrint} />
        )
      }
    >
      <div className={`${styles.screen} ${printing.entries ? styles.printing : ''}`}>
        <PairBar {...{ before, after, onChange }} />
        <ComparisonView
          {...{ comparing, columns, address, onChange, folded, isRowOpen, onReview }}
          before={before.id}
          onFold={setFolded}
          onRowOpen={setIsRowOpen}
          onTimeline={(dn) =>
            void navigate({ to: '/history/timeline', search: { saved_query_id: before.saved_query, dn } })
          }
        />
      </div>
      {printing.entries && comparison && (
        <PrintChanges
          {...{ before, after, comparison }}
          entries={printing.entries}
          hits={viewed?.hits ?? 0}
          view={address.view}
        />
      )}
    </Page>
  )
}

/** A new one only where its content is new: a comparison is done again for each. */
function useCompareBody(
  a: string,
  b: string,
  { keyFields, ignored, view, grouping, asksWho }: CompareAddress,
  isRowOpen: boolean,
): Wire.CompareBody {
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  if (isRowOpen && !hasBeenOpen) setHasBeenOpen(true)
  // The class of a row is a column of it.
  const isWhole = view === 'full' || grouping === 'class' || hasBeenOpen
  const text = JSON.stringify({
    snapshot_a: a,
    snapshot_b: b,
    ...(keyFields && { key_fields: keyFields }),
    ...(ignored && { ignore_fields: ignored }),
    // What is asked of the controller is asked once, with all that may be wanted of it.
    ...((isWhole || b === LIVE) && { with_rows: true }),
    ...(asksWho && { blame: true }),
  })
  return useMemo(() => JSON.parse(text) as Wire.CompareBody, [text])
}

const Trail = ({ query }: { readonly query: string | undefined }) => (
  <Link to="/history" search={query === undefined ? {} : { saved_query: query }}>
    {words.trail}
  </Link>
)
