import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { nodeLines } from '../layout/node-lines.ts'
import { useIsLit } from '../plan/lit.ts'
import type { NodeRun } from '../run/run-view.ts'
import styles from './class-node.module.css'
import { isSame } from './keep-same.ts'
import type { Mark } from './marks.ts'
import { MarkSign } from './mark-sign.tsx'
import { words } from './words.ts'

type ClassNodeData = {
  readonly part: WirePart
  readonly isPrimary: boolean
  readonly isReadOnly: boolean
  readonly label: string | undefined
  readonly run: NodeRun | undefined
  readonly problems: number
  readonly isWrong: boolean
  readonly mark: Mark | undefined
  readonly onConnect: (id: string) => void
}
export type ClassNode = Node<ClassNodeData, 'class'>

/** A class of objects, with what is asked of it and what came back. Its heights are those of `nodeSize`. */
export const ClassNodeView = memo(
  DrawnNode,
  (before, after) => before.id === after.id && isSame(before.data, after.data, 1),
)

function DrawnNode({ id, data }: NodeProps<ClassNode>) {
  const { part, isPrimary, isReadOnly, label, run, problems, isWrong, mark, onConnect } = data
  const isLit = useIsLit('nodes', id)
  const title = nodeTitle(part)
  const alias = ownText(part, 'alias')
  return (
    <>
      <Handle type="target" position={Position.Left} className={styles.end ?? ''} isConnectable={false} />
      <div
        className={`${styles.node} ${mark ? styles[mark] : ''} ${isWrong ? styles.wrong : ''} ${isLit ? styles.lit : ''}`}
      >
        <div className={styles.head}>
          {mark && <MarkSign mark={mark} />}
          <span className={styles.title} title={title}>
            {title}
          </span>
          <span className={styles.label}>{alias ?? label}</span>
          {problems > 0 && (
            <span className={isWrong ? styles.bad : styles.warn} title={words.problems(problems)}>
              {isWrong ? '✕' : '!'} {problems}
            </span>
          )}
          {isPrimary && (
            <span className={styles.badge} title={words.rowsHint}>
              {words.rows}
            </span>
          )}
        </div>
        <div className={styles.lines}>
          {nodeLines(part, isPrimary).map((line, index) => (
            <div key={index} className={styles.line} title={line}>
              {line}
            </div>
          ))}
        </div>
        {run && <Foot run={run} />}
      </div>
      <Handle type="source" position={Position.Right} className={styles.grip ?? ''} isConnectable={!isReadOnly}>
        {!isReadOnly && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.connect}
            aria-label={words.connect(title)}
            onClick={() => onConnect(id)}
          >
            <span aria-hidden>+</span>
          </button>
        )}
      </Handle>
    </>
  )
}

function Foot({ run: { state, rows, total, milliseconds } }: { readonly run: NodeRun }) {
  const part =
    state === 'done' ? 1 : total !== undefined && total > 0 && rows !== undefined ? Math.min(1, rows / total) : 0
  const isReading = state === 'reading' && total !== undefined && rows !== undefined
  return (
    <div className={`${styles.foot} ${styles[state]}`}>
      <span>{isReading ? words.rowsOf(rows, total) : rows === undefined ? state : words.rowCount(rows)}</span>
      {milliseconds !== undefined && state === 'done' ? (
        <span className={styles.time}>{words.taken(milliseconds)}</span>
      ) : (
        rows !== undefined && state !== 'done' && <span>{state}</span>
      )}
      <svg className={styles.progress} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect width={state === 'failed' || state === 'cancelled' ? 100 : part * 100} height="1" />
      </svg>
    </div>
  )
}
