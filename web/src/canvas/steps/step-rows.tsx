import { useEffect, useState } from 'react'
import { SampleTable } from '../../components/sample-table.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { clockTime } from '../../lib/time/format-time.ts'
import type { Sample } from '../rules/rules-messages.ts'
import type { StepPreview } from '../rules/step-previews.ts'
import { usePreviews } from './preview-context.tsx'
import styles from './steps.module.css'
import { words } from './words.ts'

type Props = { readonly number: number; readonly preview: StepPreview; readonly columnsBefore: readonly string[] }

/** The first rows after a step, as they are now. */
export function StepRows({ number, preview, columnsBefore }: Props) {
  const { sample, source } = usePreviews()
  const { preferences } = useProfile()
  const [found, setFound] = useState<Sample>()
  // A new preview is a new object, even when its counts are the same.
  useEffect(() => {
    let isWanted = true
    void sample(preview.id).then((rows) => {
      if (isWanted && rows) setFound(rows)
    })
    return () => {
      isWanted = false
    }
  }, [sample, preview])
  if (!found || !source) return null
  const before = new Set(columnsBefore)
  return (
    <div className={styles.rows}>
      {found.rows.length === 0 ? (
        <p className={styles.note}>{words.noRows}</p>
      ) : (
        <SampleTable
          label={words.sample(number)}
          columns={found.columns}
          rows={found.rows}
          fresh={new Set(found.columns.filter((column) => !before.has(column)))}
        />
      )}
      <p className={styles.note}>
        {words.sampleNote(found.rows.length, preview.after ?? 0, clockTime(source.takenAt, preferences, 'minute'))}
      </p>
    </div>
  )
}
