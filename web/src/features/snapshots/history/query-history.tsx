import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Menu } from '../../../components/menu.tsx'
import { Page } from '../../../components/page.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { searchOfView, viewOfSearch } from '../../../components/rows-grid/view-state.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { connectionsOf } from '../parts/connections-of.ts'
import { CaptureNow } from './capture-now.tsx'
import { CaptureTable } from './capture-table.tsx'
import { Days } from '../parts/days.tsx'
import { words as shared } from '../parts/words.ts'
import { HistoryFacts } from './history-facts.tsx'
import { RowsThen } from './rows-then.tsx'
import { TimeStrip } from './time-strip.tsx'
import { type Captures, indexAt, useCaptures } from './use-captures.ts'
import { words } from './words.ts'
import styles from './history.module.css'

type Search = Readonly<Partial<Record<string, string>>>

type Props = {
  readonly query: string
  readonly search: Search
  readonly onSearch: (change: Search) => void
}

/** The history of a query: when it changed, every capture of it, and its rows at any of those times. */
export function QueryHistory({ query, search, onSearch }: Props) {
  const { at, connection, until } = search
  const found = useCaptures({ query, connection, at, until })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isCapturing, setIsCapturing] = useState(false)
  const newest = found.lineage?.newest
  const name = newest?.saved_query_name
  return (
    <Page
      isFilled
      title={name === undefined || name === null ? words.title : words.titleOf(name)}
      trail={<Link to="/history">{words.title}</Link>}
      actions={
        <Actions
          {...{ query, chosen }}
          captures={found.captures}
          hasQuery={name !== null}
          onCapture={() => setIsCapturing(true)}
        />
      }
    >
      {found.error ? (
        <ErrorState what={words.failure} error={found.error} onRetry={found.onRetry} />
      ) : found.isPending ? (
        <LoadingState />
      ) : newest === undefined ? (
        <NoCaptures onCapture={() => setIsCapturing(true)} />
      ) : (
        <History {...{ query, search, onSearch, found, chosen }} onChoose={setChosen} />
      )}
      {isCapturing && <CaptureNow query={query} onClose={() => setIsCapturing(false)} />}
    </Page>
  )
}

function NoCaptures({ onCapture }: { readonly onCapture: () => void }) {
  const mayCapture = useMay('history.capture_snapshot')
  return (
    <EmptyState title={words.none} action={mayCapture && <Button onClick={onCapture}>{words.capture}</Button>}>
      {words.noneText}
    </EmptyState>
  )
}

type HistoryProps = Props & {
  readonly found: Captures
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

function History({ query, search, onSearch, found, chosen, onChoose }: HistoryProps) {
  const router = useRouter()
  const { captures, lineages, lineage, hasEarlier } = found
  const { at, day, until } = search
  // Captures of merged runs have several connections, which no filter names.
  const filter = lineages.length > 1 ? (lineage?.newest.controller_connection ?? undefined) : undefined
  const index = at === undefined ? captures.length : indexAt(captures, at)
  const showAt = useCallback((time: string | undefined) => onSearch({ at: time }), [onSearch])
  const view = useMemo(() => viewOfSearch(search), [search])
  return (
    <>
      <section aria-label={shared.heatmap} className={styles.days}>
        {lineages.length > 1 && <LineageField found={found} onSearch={onSearch} />}
        <div className={styles.year}>
          <Days
            query={query}
            connection={filter}
            chosen={day}
            onChoose={(date) => onSearch({ day: date, page: undefined, at: undefined })}
          />
          <HistoryFacts captures={captures} hasEarlier={hasEarlier} />
        </div>
      </section>
      {captures.length > 0 && (
        <TimeStrip
          captures={captures}
          index={index}
          onIndex={(next) => showAt(captures[next]?.captured_at)}
          onEarlier={hasEarlier ? () => onSearch({ until: captures[0]!.captured_at, at: undefined }) : undefined}
          onNewest={until === undefined ? undefined : () => onSearch({ until: undefined, at: undefined })}
        />
      )}
      {at !== undefined && index >= 0 ? (
        <RowsThen
          {...{ captures, index, view }}
          onView={(next) => onSearch(searchOfView(next, search))}
          onBack={() => showAt(undefined)}
          onTimeline={(dn) => void router.navigate({ to: '/history/timeline', search: { saved_query_id: query, dn } })}
        />
      ) : at !== undefined ? (
        <EmptyState
          title={words.noneAt}
          action={<Button onClick={() => showAt(undefined)}>{words.backToList}</Button>}
        />
      ) : (
        <CaptureTable
          {...{ query, chosen, onChoose }}
          connection={filter}
          day={day}
          page={Number(search.page ?? 1)}
          hasSeveral={lineages.length > 1}
          onPage={(page) => onSearch({ page: String(page) })}
          onAllDays={() => onSearch({ day: undefined })}
          onAt={showAt}
        />
      )}
    </>
  )
}

type LineageProps = { readonly found: Captures; readonly onSearch: (change: Search) => void }

const LineageField = ({ found: { lineages, lineage }, onSearch }: LineageProps) => (
  <div className={styles.lineage}>
    <ChoiceField
      label={words.connection}
      choices={lineages.map(({ key, newest }) => ({ value: key, label: connectionsOf(newest) }))}
      value={lineage?.key}
      onChange={(key) => onSearch({ connection: key, at: undefined, page: undefined, day: undefined })}
    />
  </div>
)

type ActionsProps = {
  readonly query: string
  readonly captures: readonly Wire.SnapshotItem[]
  readonly chosen: ReadonlySet<string>
  readonly hasQuery: boolean
  readonly onCapture: () => void
}

function Actions({ query, captures, chosen, hasQuery, onCapture }: ActionsProps) {
  const router = useRouter()
  const mayCapture = useMay('history.capture_snapshot')
  const handleCompare = () => {
    const [a, b] = inOrder([...chosen], captures)
    void router.navigate({ to: '/history/compare', search: { snapshot_a: a, snapshot_b: b } })
  }
  usePageActions([
    ...(mayCapture ? [{ id: 'history-capture', text: words.capture, onSelect: onCapture }] : []),
    {
      id: 'history-timeline',
      text: words.timeline,
      onSelect: () => void router.navigate({ to: '/history/timeline', search: { saved_query_id: query } }),
    },
  ])
  return (
    <>
      <Button impossible={chosen.size === 2 ? undefined : words.compareNeeds} onClick={handleCompare}>
        {words.compareChosen}
      </Button>
      {mayCapture && (
        <Button look="primary" onClick={onCapture}>
          {words.capture}
        </Button>
      )}
      <Menu
        label={words.more}
        target={
          <Button aria-label={words.more}>
            <span aria-hidden>⋯</span>
          </Button>
        }
        entries={[
          {
            text: words.timeline,
            onSelect: () => void router.navigate({ to: '/history/timeline', search: { saved_query_id: query } }),
          },
          ...(hasQuery
            ? [
                {
                  text: words.openQuery,
                  onSelect: () => void router.navigate({ to: '/queries/saved-queries/$id/', params: { id: query } }),
                },
                {
                  text: words.schedules,
                  onSelect: () =>
                    void router.navigate({ to: '/queries/scheduled-tasks', search: { saved_query: query } }),
                },
              ]
            : []),
          'line',
          { text: words.retention, onSelect: () => void router.navigate({ to: '/history/settings' }) },
        ]}
      />
    </>
  )
}

/** The earlier one first. */
function inOrder(ids: readonly string[], captures: readonly Pick<Wire.SnapshotItem, 'id'>[]): readonly string[] {
  const placeOf = (id: string) => captures.findIndex((capture) => capture.id === id)
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b))
}
