import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { words } from '../words.ts'
import { ClassLink } from './class-link.tsx'
import { type Hop, type HopBox, type HopKind, hopLayout, threadTo } from './hop-layout.ts'
import styles from './relation-graph.module.css'

type Props = {
  readonly name: string
  readonly hops: readonly Hop[]
  /** Somebody wants to see those of a group that have no box. */
  readonly onMore: (kind: HopKind) => void
}

/** That a box has room for, in each of its lines. */
const LETTERS = 26
const SMALL_LETTERS = 28

/** A class in the middle, what is one step from it around: containment is solid, references are dashed. */
export function RelationGraph({ name, hops, onMore }: Props) {
  const layout = useMemo(() => hopLayout(hops), [hops])
  const { center } = layout
  const large = layout.groups.filter(({ hidden }) => hidden > 0)
  return (
    <div className={styles.frame}>
      <svg
        role="group"
        aria-label={words.graph(name)}
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className={styles.graph}
      >
        {layout.groups.map(({ kind, boxes }) =>
          boxes.map((box) => <path key={keyOf(box)} d={threadTo(layout, box)} className={classOf('thread', kind)} />),
        )}
        {layout.groups.map(({ kind, count, hidden, captionAt, boxes }) => (
          <g key={kind}>
            <text x={captionAt.x} y={captionAt.y} className={styles.caption}>
              {words.groups[kind]} {count}
            </text>
            {boxes.map((box) => (
              <HopLink key={keyOf(box)} box={box} />
            ))}
            {hidden > 0 && (
              <text x={captionAt.x} y={boxes.at(-1)!.y + boxes.at(-1)!.height + 18} className={styles.caption}>
                {words.more(hidden)}
              </text>
            )}
          </g>
        ))}
        <rect x={center.x} y={center.y} width={center.width} height={center.height} rx="6" className={styles.center} />
        <text x={center.x + center.width / 2} y={center.y + 27} className={styles.self}>
          {cut(name, 19)}
        </text>
      </svg>
      {large.length > 0 && (
        <p className={styles.more}>
          {large.map(({ kind, count }) => (
            <Button key={kind} look="link" onClick={() => onMore(kind)}>
              {`${words.groups[kind]}: ${words.showAll(count)}`}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

const keyOf = ({ hop }: HopBox): string => `${hop.kind} ${hop.className} ${hop.through ?? ''}`

const classOf = (part: 'thread' | 'box', kind: HopKind): string =>
  `${styles[part]} ${kind === 'container' || kind === 'contained' ? styles.contains : styles.references}`

function HopLink({ box: { x, y, width, height, hop } }: { readonly box: HopBox }) {
  const { kind, className, label, through, cardinality } = hop
  return (
    <ClassLink name={className} className={styles.link}>
      <title>{`${words.sentence(kind, className, through, cardinality)}${label === '' ? '' : ` · ${label}`}`}</title>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx="4" className={classOf('box', kind)} />
      <text x={x + 8} y={y + 17} className={styles.name}>
        {cut(className, LETTERS)}
      </text>
      {through !== undefined && (
        <text x={x + 8} y={y + 31} className={styles.through}>
          {relationText(through, cardinality)}
        </text>
      )}
    </ClassLink>
  )
}

/** How many to how many is never cut. */
function relationText(through: string, cardinality = ''): string {
  const rest = cardinality === '' ? '' : ` · ${cardinality}`
  return `${cut(through, SMALL_LETTERS - rest.length)}${rest}`
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
