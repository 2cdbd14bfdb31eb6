import { useVirtualizer } from '@tanstack/react-virtual'
import { type UIEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { words } from '../words.ts'
import { hasText, isError, lineBeside, LineSearch } from './find-lines.ts'
import { LogBar } from './log-bar.tsx'
import { LogLine } from './log-line.tsx'
import styles from './log-view.module.css'

type Props = {
  readonly lines: readonly string[]
  /** More may come. */
  readonly isLive: boolean
  /** The line that the address names, from 1. */
  readonly line: number | undefined
  readonly onLine: (line: number | undefined) => void
}

const LINE_HEIGHT = 20
const FURTHER = 20
const NEAR_END_PX = 30

/** An output of any length: followed while it grows, until its reader looks at something further up. */
export function LogView({ lines, isLive, line, onLine }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const search = useMemo(() => new LineSearch(hasText(text)), [text])
  const [errorSearch] = useState(() => new LineSearch(isError))
  const hits = useMemo(() => search.in(lines), [search, lines])
  const errors = useMemo(() => errorSearch.in(lines), [errorSearch, lines])
  const hitSet = useMemo(() => new Set(hits), [hits])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: FURTHER,
  })
  const scrollTo = (index: number) => virtual.scrollToIndex(index, { align: 'center' })
  const { isFollowing, follow, letGo, handleScroll } = useFollowing({ isLive, count: lines.length, line, frame })
  useLineOfAddress({ line, count: lines.length, scrollTo })

  const current = line === undefined ? undefined : line - 1
  const go = (index: number | undefined) => {
    if (index === undefined) return
    letGo()
    onLine(index + 1)
    scrollTo(index)
  }
  const walk = (found: readonly number[], step: 1 | -1) => go(lineBeside(found, current, step))
  return (
    <div className={styles.view}>
      <LogBar
        text={text}
        hits={hits}
        current={current}
        isLive={isLive}
        count={lines.length}
        onText={setText}
        onWalk={(step) => walk(hits, step)}
      >
        {errors.length > 0 && <Button onClick={() => walk(errors, 1)}>{words.log.error}</Button>}
        {isLive && (
          <Button aria-pressed={isFollowing} look={isFollowing ? 'primary' : 'default'} onClick={follow}>
            {words.log.follow}
          </Button>
        )}
      </LogBar>
      <div
        ref={frame}
        role="log"
        aria-label={words.log.label}
        aria-live="off"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
        tabIndex={0}
        className={styles.frame}
        onScroll={handleScroll}
      >
        {lines.length === 0 && <p className={styles.empty}>{isLive ? words.log.waiting : words.log.empty}</p>}
        <div className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <LogLine
              key={index}
              number={index + 1}
              top={start}
              text={lines[index] ?? ''}
              isCurrent={index === current}
              isHit={hitSet.has(index)}
              onSelect={(number) => onLine(number === line ? undefined : number)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

type Following = Pick<Props, 'isLive' | 'line'> & {
  readonly count: number
  readonly frame: React.RefObject<HTMLDivElement | null>
}

/** A reader who scrolls up wants to read; one who comes back to the end wants to see what comes. */
function useFollowing({ isLive, count, line, frame }: Following) {
  const [isFollowing, setIsFollowing] = useState(line === undefined)
  const lastTop = useRef(0)
  useEffect(() => {
    const { current: box } = frame
    if (isFollowing && isLive) box?.scrollTo({ top: box.scrollHeight })
  }, [frame, isFollowing, isLive, count])
  const handleScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    if (scrollTop < lastTop.current) setIsFollowing(false)
    else if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) setIsFollowing(true)
    lastTop.current = scrollTop
  }
  return { isFollowing, handleScroll, follow: () => setIsFollowing(true), letGo: () => setIsFollowing(false) }
}

type LineOfAddress = {
  readonly line: number | undefined
  readonly count: number
  readonly scrollTo: (index: number) => void
}

/** A link to a line leads there as soon as the line has come, once. */
function useLineOfAddress({ line, count, scrollTo }: LineOfAddress): void {
  const wanted = useRef(line)
  useEffect(() => {
    if (wanted.current === undefined || wanted.current > count) return
    scrollTo(wanted.current - 1)
    wanted.current = undefined
  }, [count, scrollTo])
}
