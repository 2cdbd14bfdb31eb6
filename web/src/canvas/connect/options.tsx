import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { ReactNode } from 'react'
import type { PickOption } from '../../components/pick-dialog.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import type { Link } from './add-class.ts'
import styles from './options.module.css'
import { describeWay, type JoinWay } from './ways.ts'
import { words } from './words.ts'

/** What is offered, and the classes and threads it puts on the canvas. */
export type LinkOption = PickOption & { readonly links: readonly Link[] }

type Found = Wire.MimConnectable['connectable'][number]

/** A class of the model with one way to it: `fvCtx · VRF · fvRsCtx · n:1`. */
export function wayOption(found: Pick<Found, 'name' | 'display_name'>, way: JoinWay): LinkOption {
  return {
    id: `${found.name} ${describeWay(way)}`,
    content: <Words kind={way.kind} name={found.name} label={found.display_name} how={describeWay(way)} />,
    links: [{ className: found.name, way }],
  }
}

/** A node that is on the canvas already. */
export function nodeOption(node: WirePart, label: string | undefined, way: JoinWay): LinkOption {
  const className = classesOfNode(node)[0] ?? ''
  const alias = ownText(node, 'alias') ?? label ?? ''
  return {
    id: `node ${node.id} ${describeWay(way)}`,
    content: <Words kind={way.kind} name={className} label={alias} how={`${describeWay(way)} · ${words.onCanvas}`} />,
    links: [{ className, way, node: node.id }],
  }
}

/** A property to compare where nothing else fits: `match · name = name · l1PhysIf`. */
export function matchOption(className: string, way: JoinWay, node?: string): LinkOption {
  return {
    id: `match ${describeWay(way)}`,
    content: <Words kind="match" name="match" how={`${describeWay(way)} · ${className}`} />,
    links: [{ className, way, ...(node !== undefined && { node }) }],
  }
}

/** A class between two others: `fvTenant contains fvBD contains fvSubnet`. */
export function chainOption(from: string, links: readonly Link[]): LinkOption {
  const text = [from, ...links.map(({ className, way }) => `${verbOf(way)} ${className}`)].join(' ')
  return { id: `chain ${text}`, content: <Words name={text} />, links }
}

function verbOf(way: JoinWay): string {
  if (way.kind === 'contains') return way.direction === 'forward' ? 'contains' : 'is in'
  if (way.kind === 'references') return way.direction === 'forward' ? 'references' : 'is referenced by'
  return 'joins'
}

/** A class nobody knows, taken as it is typed. */
export const typedOption = (className: string, how: string): LinkOption => ({
  id: `typed ${className}`,
  content: <Words kind="auto" name={className} how={how} />,
  links: [{ className, way: { kind: 'auto' } }],
})

type WordsProps = {
  readonly kind?: JoinWay['kind']
  readonly name: string
  /** In words, as the class model has them. */
  readonly label?: string | undefined
  readonly how?: string
}

/** A class, the label it goes by, and how it is reached, in the colour of the thread it would get. */
export function Words({ kind, name, label = '', how = '' }: WordsProps): ReactNode {
  return (
    <>
      <span className={`${styles.name} ${kind === undefined ? '' : styles[kind]}`}>{name}</span>
      {label !== '' && <span className={styles.label}>{` · ${label}`}</span>}
      {how !== '' && (
        <span className={styles.rest}>
          {' · '}
          <span className={styles.how}>{how}</span>
        </span>
      )}
    </>
  )
}
