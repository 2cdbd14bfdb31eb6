import type { Join } from '@heddle/domain/canvas/canvas.ts'
import type { ConnectionLineComponentProps, Edge, EdgeProps } from '@xyflow/react'
import { LABEL_HEIGHT, type Side } from '../layout/thread-lines.ts'
import { SIGNS } from './mark-sign.tsx'
import { useIsLit } from '../plan/lit.ts'
import type { Mark } from './marks.ts'
import type { ThreadKind } from './part-names.ts'
import styles from './thread.module.css'

type ThreadData = {
  readonly kind: ThreadKind
  readonly join: Join
  readonly path: string
  readonly startX: number
  readonly startY: number
  readonly endX: number
  readonly endY: number
  readonly endSide: Side
  readonly label: string
  readonly labelX: number
  readonly labelY: number
  readonly labelWidth: number
  readonly isWrong: boolean
  readonly mark: Mark | undefined
}
export type ThreadEdge = Edge<ThreadData, 'thread'>

const OUT: Readonly<Record<Side, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
}
/** How far before the target a `left` thread stops. */
const OPEN = 7

/** How objects of two classes belong together. The kind shows in its line, the join at its end. */
export function ThreadView({ id, data }: EdgeProps<ThreadEdge>) {
  const isLit = useIsLit('edges', id)
  if (!data) return null
  const { kind, join, path, isWrong, mark, label, labelX, labelY, labelWidth } = data
  const text = mark ? `${SIGNS[mark]} ${label}` : label
  return (
    <g
      className={`${styles.thread} ${styles[kind]} ${isWrong ? styles.wrong : ''} ${mark ? styles[mark] : ''} ${isLit ? styles.lit : ''}`}
    >
      <path d={path} className={styles.reach} />
      <path d={path} className={styles.line} />
      {kind === 'match' && <path d={path} className={styles.core} />}
      <circle cx={data.startX} cy={data.startY} r="4" className={styles.ring} />
      <ThreadEnd join={join} x={data.endX} y={data.endY} side={data.endSide} />
      <rect x={labelX} y={labelY} width={labelWidth} height={LABEL_HEIGHT} rx="3" className={styles.box} />
      <text x={labelX + labelWidth / 2} y={labelY + 14} className={styles.label}>
        {text}
      </text>
    </g>
  )
}

type EndProps = { readonly join: Join; readonly x: number; readonly y: number; readonly side: Side }

function ThreadEnd({ join, x, y, side }: EndProps) {
  const [outX, outY] = OUT[side]
  const near = { x: x + outX * OPEN, y: y + outY * OPEN }
  if (join === 'inner') return <circle cx={x} cy={y} r="4" className={styles.dot} />
  if (join === 'left') return <circle cx={near.x} cy={near.y} r="5" className={styles.ring} />
  return (
    <>
      <circle cx={near.x} cy={near.y} r="7" className={styles.gap} />
      <path d={`M${near.x - 5},${near.y - 5}l10,10m0,-10l-10,10`} className={styles.cross} />
    </>
  )
}

/** The thread while it is being drawn. */
export const LooseThread = ({ fromX, fromY, toX, toY }: ConnectionLineComponentProps) => {
  const bend = Math.max(20, Math.abs(toX - fromX) * 0.4)
  return (
    <g>
      <path
        d={`M${fromX},${fromY}C${fromX + bend},${fromY} ${toX - bend},${toY} ${toX},${toY}`}
        className={styles.loose}
      />
      <circle cx={toX} cy={toY} r="4" className={styles.looseEnd} />
    </g>
  )
}
