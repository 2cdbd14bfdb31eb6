import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import { ownText, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { words } from './words.ts'
import styles from './diff-list.module.css'

const SIGNS = { added: '+', removed: '−', changed: '~' } as const

type Props = { readonly diff: readonly PartDiff[]; readonly before: WireCanvas; readonly after: WireCanvas }

/** What differs, part by part, in words: the drawing alone would tell it only to the eye. */
export function DiffList({ diff, before, after }: Props) {
  if (diff.length === 0) return <p className={styles.none}>{words.conflict.same}</p>
  return (
    <ul aria-label={words.differences} className={styles.list}>
      {diff.map(({ kind, id, mark, keys }) => (
        <li key={`${kind} ${id}`} className={styles[mark]}>
          <span aria-hidden>{SIGNS[mark]}</span>
          <span className="code">{nameOf(mark === 'removed' ? before : after, kind, id)}</span>
          <span className={styles.what}>{keys.length > 0 ? keys.join(', ') : mark}</span>
        </li>
      ))}
    </ul>
  )
}

function nameOf(canvas: WireCanvas, kind: PartDiff['kind'], id: string): string {
  const classOf = (node: string | undefined) =>
    ownText(canvas.nodes.find((part) => part.id === node) ?? {}, 'class_name') ?? node ?? '?'
  const part = canvas[kind].find((candidate) => candidate.id === id)
  if (!part) return id
  if (kind === 'nodes') return ownText(part, 'class_name') ?? id
  if (kind === 'edges') return `${classOf(ownText(part, 'source'))} → ${classOf(ownText(part, 'target'))}`
  return ownText(part, 'type') ?? words.someStep
}
