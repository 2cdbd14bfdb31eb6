import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { SearchInput } from '../../../components/search-field.tsx'
import { words } from '../words.ts'
import styles from './log-view.module.css'

type Props = {
  readonly text: string
  readonly hits: readonly number[]
  readonly current: number | undefined
  readonly isLive: boolean
  readonly count: number
  readonly onText: (text: string) => void
  readonly onWalk: (step: 1 | -1) => void
  readonly children: ReactNode
}

/** Finds in the output: Enter leads to the next match, with Shift to the one before. */
export function LogBar({ text, hits, current, isLive, count, onText, onWalk, children }: Props) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onWalk(event.shiftKey ? -1 : 1)
  }
  const impossible = hits.length === 0 ? words.log.noHits : undefined
  return (
    <div role="search" className={styles.bar}>
      <span className={styles.search}>
        <SearchInput
          aria-label={words.log.find}
          placeholder={words.log.find}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
      </span>
      {text !== '' && (
        <>
          <span role="status" className={styles.minor}>
            {hits.length === 0
              ? words.log.noHits
              : words.log.hits(current === undefined ? 0 : hits.indexOf(current) + 1, hits.length)}
          </span>
          <Button look="quiet" aria-label={words.log.previous} impossible={impossible} onClick={() => onWalk(-1)}>
            ↑
          </Button>
          <Button look="quiet" aria-label={words.log.next} impossible={impossible} onClick={() => onWalk(1)}>
            ↓
          </Button>
        </>
      )}
      <span className={styles.end}>
        <span className={styles.minor}>{words.log.lines(count)}</span>
        <Light color={isLive ? 'busy' : 'off'} text={isLive ? words.log.live : words.log.complete} />
        {children}
      </span>
    </div>
  )
}
