import type { Wire } from '../../../lib/api/wire.ts'
import styles from './canvas-thumbnail.module.css'
import { drawThumbnail } from './thumbnail.ts'

const BOX = { width: 60, height: 36, margin: 3 }

/** The shape of a query, recognised without reading: its classes and threads say the rest. */
export function CanvasThumbnail({ query }: { readonly query: Pick<Wire.SavedQueryListItem, 'nodes' | 'edges'> }) {
  const { nodes, threads, node } = drawThumbnail(query, BOX)
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      width={BOX.width}
      height={BOX.height}
      className={styles.thumbnail}
      aria-hidden
    >
      {threads.map(({ from, to, kind }, index) => (
        <path
          key={index}
          className={styles[kind]}
          d={`M${from.x} ${from.y} C${(from.x + to.x) / 2} ${from.y} ${(from.x + to.x) / 2} ${to.y} ${to.x} ${to.y}`}
        />
      ))}
      {nodes.map(({ x, y, isPrimary }, index) => (
        <rect
          key={index}
          className={isPrimary ? styles.primary : styles.node}
          x={x - node.width / 2}
          y={y - node.height / 2}
          width={node.width}
          height={node.height}
          rx={Math.min(1.5, node.height / 4)}
        />
      ))}
    </svg>
  )
}
