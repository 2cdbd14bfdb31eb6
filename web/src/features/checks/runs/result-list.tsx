import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useListKeys } from '../../../components/use-list-keys.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { SeverityMark } from '../components/severity.tsx'
import { StateLight } from '../components/state-light.tsx'
import type { CheckResult, ResultLine, ResultState } from './check-results.ts'
import styles from './runs.module.css'
import { words } from './words.ts'

type Props = {
  readonly lines: readonly ResultLine[]
  readonly chosen: string | undefined
  readonly onChoose: (query: string) => void
  readonly onFold: (state: ResultState) => void
}

const HEAD_HEIGHT = 32
const LINE_HEIGHT = 48
const FURTHER = 8

/** The checks of a run below their states. Those that are seen are in the page. */
export function ResultList({ lines, chosen, onChoose, onFold }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useListKeys(frame)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (lines[index]?.kind === 'state' ? HEAD_HEIGHT : LINE_HEIGHT),
    getItemKey: (index) => keyOf(lines[index]!),
    overscan: FURTHER,
  })
  return (
    <div ref={frame} className={styles.list}>
      <ul aria-label={words.results} className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const line = lines[index]!
          return (
            <li
              key={key}
              className={styles.line}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              {...(line.kind === 'result' && { 'data-row': true })}
            >
              {line.kind === 'state' ? (
                <StateHead line={line} onFold={() => onFold(line.state)} />
              ) : (
                <ResultRow
                  result={line.result}
                  isChosen={line.result.saved_query === chosen}
                  onChoose={() => onChoose(line.result.saved_query)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const keyOf = (line: ResultLine): string => (line.kind === 'state' ? line.state : line.result.saved_query)

type HeadProps = { readonly line: Extract<ResultLine, { kind: 'state' }>; readonly onFold: () => void }

const StateHead = ({ line: { state, count, isOpen }, onFold }: HeadProps) => (
  <button type="button" className={styles.head} aria-expanded={isOpen} onClick={onFold}>
    <span aria-hidden className={styles.fold}>
      {isOpen ? '▾' : '▸'}
    </span>
    <StateLight state={state} />
    <span className={styles.minor}>{formatNumber(count)}</span>
  </button>
)

type RowProps = { readonly result: CheckResult; readonly isChosen: boolean; readonly onChoose: () => void }

function ResultRow({ result, isChosen, onChoose }: RowProps) {
  const { title, check, severity, group, findings } = result
  const facts = [group, findings > 0 && words.findings(findings)].filter((text) => text !== null && text !== false)
  return (
    <button type="button" className={styles.result} onClick={onChoose} {...(isChosen && { 'aria-current': true })}>
      <span className={styles.title} dir="auto" title={title}>
        {check !== null && <code>{check}</code>} {title}
      </span>
      <span className={styles.about}>
        <SeverityMark of={severity} />
        {facts.length > 0 && <span className={styles.cut}>{facts.join(' · ')}</span>}
      </span>
    </button>
  )
}
