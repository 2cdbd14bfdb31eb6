import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { partName } from '../../../canvas/board/part-name.ts'
import { partChanges } from './part-changes.ts'
import { words } from './words.ts'
import styles from './diff-list.module.css'

const SIGNS = { added: '+', removed: '−', changed: '~' } as const

type Props = { readonly diff: readonly PartDiff[]; readonly before: WireCanvas; readonly after: WireCanvas }

/** What differs, part by part, in words: the drawing alone would tell it only to the eye. */
export function DiffList({ diff, before, after }: Props) {
  if (diff.length === 0) return <p className={styles.none}>{words.conflict.same}</p>
  return (
    <ul aria-label={words.differences} className={styles.list}>
      {diff.map((part) => (
        <li key={`${part.kind} ${part.id}`} className={styles[part.mark]}>
          <span aria-hidden>{SIGNS[part.mark]}</span>
          <span className="code">{partName(part.mark === 'removed' ? before : after, part.kind, part.id)}</span>
          <span className={styles.what}>{whatOf(part, before, after)}</span>
        </li>
      ))}
    </ul>
  )
}

function whatOf(part: PartDiff, before: WireCanvas, after: WireCanvas): string {
  const [old, now] = [before, after].map((canvas) => canvas[part.kind].find(({ id }) => id === part.id))
  return old && now ? partChanges(part, old, now).join('; ') : part.mark
}
