import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { plural } from '../../../lib/i18n/plural.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { captureList } from '../../../resources/history.ts'
import { words } from './words.ts'

/** All of them are on the bar above the rows of any of them. */
const MOST_OFFERED = 20

type Props = {
  readonly queryId: string
  readonly asOf: string | undefined
  readonly onAsOf: (at: string | undefined) => void
}

/** Rows of now, or of a capture. */
export function AsOfMenu({ queryId, asOf, onAsOf }: Props) {
  const { preferences } = useProfile()
  const [isWanted, setIsWanted] = useState(false)
  const captures = useQuery({ ...captureList(useHeddle(), queryId), enabled: isWanted })
  const found = captures.data?.results ?? []
  return (
    <Menu
      label={words.asOf}
      onOpen={() => setIsWanted(true)}
      target={
        <Button title={words.asOf}>
          {asOf === undefined ? words.now : formatTime(asOf, preferences)} <span aria-hidden>▾</span>
        </Button>
      }
      entries={[
        { text: words.now, ...(asOf === undefined && { note: '✓' }), onSelect: () => onAsOf(undefined) },
        'line',
        ...found.slice(0, MOST_OFFERED).map(({ captured_at, row_count, annotation }) => ({
          text: formatTime(captured_at, preferences),
          note: annotation ?? plural(row_count, { one: '# row', other: '# rows' }),
          onSelect: () => onAsOf(captured_at),
        })),
        ...(captures.data && found.length === 0
          ? [{ text: words.noCaptures, impossible: words.noCaptures, onSelect: () => undefined }]
          : []),
      ]}
    />
  )
}
