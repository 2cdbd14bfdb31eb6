import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionOfRun, findingsOf } from '../api.ts'
import styles from './finding-list.module.css'
import { words as shared } from '../words.ts'

const words = shared.found
const LINE_HEIGHT = 64
const FURTHER = 6
const DN = /^[A-Za-z][A-Za-z0-9]*(-[^/]*)?\/\S+$/

type Props = {
  readonly execution: string
  /** Absent for those who may not waive them. */
  readonly onWaive?: ((finding: Wire.Finding) => void) | undefined
}

/** What a run of a check found, and why each is a finding. */
export function FindingList({ execution, onWaive }: Props) {
  const heddle = useHeddle()
  const found = useInfiniteQuery(findingsOf(heddle, execution))
  const mayOpen = useMay('queries.execute_savedquery')
  const { data: connection } = useQuery({ ...connectionOfRun(heddle, execution), enabled: mayOpen })
  return (
    <Read of={found} failure={words.failure} permission="queries.view_executionlog">
      {({ pages }) => {
        const count = pages[0]?.count ?? 0
        return (
          <section aria-label={words.title} className={styles.findings}>
            <h3>{count === 0 ? words.none : words.count(count)}</h3>
            {pages[0]?.truncated && <p className={styles.minor}>{words.truncated}</p>}
            {count > 0 && (
              <Findings
                findings={pages.flatMap(({ results }) => results)}
                count={count}
                onMore={() => !found.isFetching && void found.fetchNextPage()}
                connection={connection?.id}
                onWaive={onWaive}
              />
            )}
          </section>
        )
      }}
    </Read>
  )
}

type ListProps = Pick<Props, 'onWaive'> & {
  readonly findings: readonly Wire.Finding[]
  readonly count: number
  /** Where their objects are. */
  readonly connection: string | undefined
  readonly onMore: () => void
}

/** Any number of them: those that are seen are in the page, and read when they come near. */
function Findings({ findings, count, connection, onMore, onWaive }: ListProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: FURTHER,
  })
  const items = virtual.getVirtualItems()
  const isShort = (items.at(-1)?.index ?? 0) >= findings.length
  useEffect(() => {
    if (isShort) onMore()
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
    <div ref={frame} role="group" aria-label={words.title} tabIndex={0} className={styles.frame}>
      <ul className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const finding = findings[index]
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {finding && <FindingLine finding={finding} connection={connection} onWaive={onWaive} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type LineProps = Pick<ListProps, 'connection' | 'onWaive'> & { readonly finding: Wire.Finding }

function FindingLine({ finding, connection, onWaive }: LineProps) {
  const { resource, reason, row, rows, waiver } = finding
  return (
    <>
      <div className={styles.what}>
        {resource === null ? <span>{words.missing}</span> : <Resource name={resource} connection={connection} />}
        {rows > 1 && <span className={styles.minor}>{words.rows(rows)}</span>}
        {reason !== '' && <p dir="auto">{reason}</p>}
        {row !== null && <RowOf row={row} />}
      </div>
      {waiver !== null ? (
        <span className={styles.minor}>{words.waived}</span>
      ) : (
        onWaive &&
        resource !== null && (
          <Button look="quiet" aria-label={words.waiveOf(resource)} onClick={() => onWaive(finding)}>
            {words.waive}
          </Button>
        )
      )}
    </>
  )
}

type ResourceProps = Pick<ListProps, 'connection'> & { readonly name: string }

/** What has the form of a DN leads to its object. */
const Resource = ({ name, connection }: ResourceProps) =>
  connection !== undefined && DN.test(name) ? (
    <Link to="/controller/objects" search={{ connection, dn: name }}>
      <code>{name}</code>
    </Link>
  ) : (
    <code>{name}</code>
  )

const RowOf = ({ row }: { readonly row: Readonly<Record<string, unknown>> }) => (
  <details>
    <summary>{words.row}</summary>
    <dl className={styles.row}>
      {Object.entries(row).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  </details>
)
