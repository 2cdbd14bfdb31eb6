import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Page } from '../../../components/page.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { momentOf } from '../../../components/time-bar/moment-of.ts'
import { TimeBar } from '../../../components/time-bar/time-bar.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { formatTime, zoneWord } from '../../../lib/time/format-time.ts'
import { captureList, capturesByQuery, lineageOf } from '../../../resources/history.ts'
import { connectionsOf } from '../parts/connections-of.ts'
import { ObjectField } from '../timeline/object-field.tsx'
import { ObjectTimeline } from '../timeline/object-timeline.tsx'
import { words } from '../timeline/words.ts'
import styles from '../timeline/timeline.module.css'

const route = getRouteApi('/inside/history/timeline')

type Search = Readonly<Partial<Record<string, string>>>
type SearchProps = { readonly search: Search; readonly onSearch: (change: Search) => void }

/** The life of an object, alone or beside another. */
export function TimelinePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = (change: Search) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const { saved_query_id: query } = search
  return (
    <Page
      title={words.title}
      trail={
        <Link to="/history" search={query === undefined ? {} : { saved_query: query }}>
          {words.trail}
        </Link>
      }
    >
      {query === undefined ? (
        <div className={styles.head}>
          <QueryField {...{ search, onSearch }} />
        </div>
      ) : (
        <OfQuery key={query} {...{ query, search, onSearch }} />
      )}
    </Page>
  )
}

function QueryField({ search, onSearch }: SearchProps) {
  const found = useQuery(capturesByQuery(useHeddle()))
  const queries = [...(found.data?.values() ?? [])].filter(({ snapshot_count: count }) => count > 0)
  return (
    <div className={styles.query}>
      <ChoiceField
        label={words.query}
        placeholder={words.chooseQuery}
        choices={queries.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.saved_query_id}
        onChange={(id) => onSearch({ ...NO_OBJECTS, saved_query_id: id, from_date: undefined, to_date: undefined })}
      />
    </div>
  )
}

const NO_OBJECTS = { dn: undefined, dn2: undefined, connection: undefined, connection2: undefined } as const

function OfQuery({ query, search, onSearch }: SearchProps & { readonly query: string }) {
  const { dn, dn2, connection, connection2, from_date: from, to_date: to } = search
  const found = useQuery(captureList(useHeddle(), query))
  const all = useMemo(() => found.data?.results ?? [], [found.data])
  const connections = useMemo(() => connectionChoices(all), [all])
  const shown = useMemo(() => {
    const lineage = all.find(({ controller_connection: id }) => connection === undefined || id === connection)
    return lineage ? all.filter((one) => lineageOf(one) === lineageOf(lineage)).toReversed() : []
  }, [all, connection])
  const range = { ...(from !== undefined && { from_date: from }), ...(to !== undefined && { to_date: to }) }
  const askedFor = (id: string | undefined) => ({
    saved_query_id: query,
    ...range,
    ...(id !== undefined && { controller_connection: id }),
  })
  const nameOf = (id: string | undefined) =>
    connections.length > 1 ? connections.find(({ value }) => value === id)?.label : undefined
  return (
    <>
      <div className={styles.head}>
        <QueryField {...{ search, onSearch }} />
        <div className={styles.object}>
          <ObjectField label={words.object} query={query} value={dn ?? ''} onTake={(next) => onSearch({ dn: next })} />
        </div>
        <ConnectionField {...{ connections }} value={connection} onChange={(id) => onSearch({ connection: id })} />
        {dn !== undefined && dn2 === undefined && (
          <Button onClick={() => onSearch({ dn2: dn })}>{words.addSecond}</Button>
        )}
      </div>
      {dn2 !== undefined && (
        <div className={styles.head}>
          <div className={styles.object}>
            <ObjectField
              label={words.secondObject}
              query={query}
              value={dn2}
              onTake={(next) => onSearch({ dn2: next })}
            />
          </div>
          <ConnectionField {...{ connections }} value={connection2} onChange={(id) => onSearch({ connection2: id })} />
          <Button onClick={() => onSearch({ dn2: undefined, connection2: undefined })}>{words.removeSecond}</Button>
        </div>
      )}
      <OnPaper captures={shown} {...{ from, to }} />
      {shown.length > 2 && <Range captures={shown} {...{ from, to, onSearch }} />}
      {dn === undefined ? (
        <EmptyState title={words.choose}>{words.chooseText}</EmptyState>
      ) : (
        <ObjectTimeline
          object={{ dn, asked: askedFor(connection), note: nameOf(connection) }}
          beside={dn2 === undefined ? undefined : { dn: dn2, asked: askedFor(connection2), note: nameOf(connection2) }}
        />
      )}
    </>
  )
}

type PaperProps = {
  /** Oldest first. */
  readonly captures: readonly Wire.SnapshotItem[]
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Instead of the fields above: of what query, on which connection, between which moments. */
function OnPaper({ captures, from, to }: PaperProps) {
  const { preferences } = useProfile()
  const [first, last] = [captures[0], captures.at(-1)]
  if (!first || !last) return null
  const moment = (given: string | undefined, capture: Wire.SnapshotItem) =>
    formatTime(given ?? capture.captured_at, preferences)
  return (
    <p className={styles.paper}>
      {[first.saved_query_name, connectionsOf(last)].filter(Boolean).join(' · ')}
      <br />
      {words.between(moment(from, first), moment(to, last), zoneWord(preferences))}
    </p>
  )
}

type Choice = { readonly value: string; readonly label: string }

/** Connections that were captured alone. */
function connectionChoices(captures: readonly Wire.SnapshotItem[]): readonly Choice[] {
  const byId = new Map(captures.map((capture) => [capture.controller_connection, connectionsOf(capture)]))
  return [...byId].flatMap(([value, label]) => (value === null ? [] : [{ value, label }]))
}

type ConnectionProps = {
  readonly connections: readonly Choice[]
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}

const ALL = ''

const ConnectionField = ({ connections, value, onChange }: ConnectionProps) =>
  connections.length > 1 && (
    <div className={styles.connection}>
      <ChoiceField
        label={words.connection}
        choices={[{ value: ALL, label: words.newestConnection }, ...connections]}
        value={value ?? ALL}
        onChange={(id) => onChange(id === ALL ? undefined : id)}
      />
    </div>
  )

type RangeProps = {
  /** Oldest first. */
  readonly captures: readonly Wire.SnapshotItem[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onSearch: (change: Search) => void
}

/** Which captures the lanes are of; the same bar as everywhere, with two ends. */
function Range({ captures, from, to, onSearch }: RangeProps) {
  const moments = useMemo(() => captures.map(momentOf), [captures])
  const last = captures.length - 1
  const instant = (at: string) => Date.parse(at)
  const first = from === undefined ? 0 : captures.findIndex(({ captured_at: at }) => instant(at) >= instant(from))
  const end = to === undefined ? last : captures.findLastIndex(({ captured_at: at }) => instant(at) <= instant(to))
  const [start, stop] = [Math.max(0, Math.min(first < 0 ? last : first, last - 1)), Math.max(end, 1)]
  const at = (index: number) => captures[index]!.captured_at
  return (
    <div className={styles.range}>
      <TimeBar
        label={words.range}
        moments={moments}
        handles={[
          {
            label: words.from,
            index: Math.min(start, stop - 1),
            onMove: (index) => onSearch({ from_date: index === 0 ? undefined : at(index) }),
          },
          {
            label: words.to,
            index: stop,
            onMove: (index) => onSearch({ to_date: index === last ? undefined : at(index) }),
          },
        ]}
      />
      {(from !== undefined || to !== undefined) && (
        <Button look="link" onClick={() => onSearch({ from_date: undefined, to_date: undefined })}>
          {words.wholeRange}
        </Button>
      )}
    </div>
  )
}
