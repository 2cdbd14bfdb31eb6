import { marksOf, type PartDiff, unitedCanvas } from '@heddle/domain/canvas-editing/diff.ts'
import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { partName } from '../../../canvas/board/part-name.ts'
import { useDrawing } from '../../../canvas/canvas-context.tsx'
import { CanvasPreview } from '../../../canvas/canvas-preview.tsx'
import { Button } from '../../../components/button.tsx'
import styles from './ask.module.css'
import { openParts, partKey, type Proposal, withClasses } from './proposal.ts'
import type { Asking } from './use-ask.ts'
import { words } from './words.ts'

const text = words.proposal
const SIGNS = { added: '+', removed: '−', changed: '~' } as const

type Props = { readonly asking: Asking; readonly proposal: Proposal }

/** What AI proposes, drawn over the canvas: each part with its reason, to accept or reject. */
export function ProposalView({ asking, proposal }: Props) {
  const canvas = useDrawing()
  const { target } = proposal
  const parts = useMemo(() => openParts(canvas, proposal), [canvas, proposal])
  const united = useMemo(() => unitedCanvas(canvas, target), [canvas, target])
  const marks = useMemo(() => marksOf(parts), [parts])
  const classes = useMemo(() => new Set(united.nodes.flatMap((node) => nodeTitle(node).split(' or '))), [united])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label={text.region} className={styles.proposal}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {text.title(proposal.name)}
        </h2>
        <Button look="primary" onClick={asking.acceptAll}>
          {text.acceptAll}
        </Button>
        <Button onClick={asking.rejectAll}>{text.rejectAll}</Button>
      </div>
      <div className={styles.sides}>
        <div className={styles.drawing}>
          <CanvasPreview canvas={united} marks={marks} />
        </div>
        <div className={styles.list}>
          <p dir="auto">{proposal.explanation}</p>
          <ul aria-label={text.parts} className={styles.parts}>
            {parts.map((part) => (
              <Part
                key={partKey(part)}
                part={part}
                name={partName(part.mark === 'removed' ? canvas : target, part.kind, part.id)}
                reason={proposal.reasons.get(partKey(part))}
                classes={classes}
                asking={asking}
              />
            ))}
          </ul>
          {proposal.notes.length > 0 && (
            <>
              <h3>{text.notes}</h3>
              <ul className={styles.cautions}>
                {proposal.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

type PartProps = {
  readonly part: PartDiff
  readonly name: string
  readonly reason: string | undefined
  readonly classes: ReadonlySet<string>
  readonly asking: Asking
}

const Part = ({ part, name, reason = '', classes, asking }: PartProps) => (
  <li className={styles.part} data-mark={part.mark}>
    <span aria-hidden className={styles.sign}>
      {SIGNS[part.mark]}
    </span>
    <div className={styles.what}>
      <span className="code">
        <WithClasses text={name} classes={classes} />
      </span>{' '}
      <span className={styles.kind}>{part.keys.length > 0 ? text.changes(part.keys) : text.marks[part.mark]}</span>
      {reason !== '' && (
        <p dir="auto">
          <WithClasses text={reason} classes={classes} />
        </p>
      )}
    </div>
    <Button aria-label={text.accept(name)} onClick={() => asking.accept(part)}>
      {text.acceptWord}
    </Button>
    <Button look="quiet" aria-label={text.reject(name)} onClick={() => asking.reject(part)}>
      {text.rejectWord}
    </Button>
  </li>
)

type WithClassesProps = { readonly text: string; readonly classes: ReadonlySet<string> }

/** A text whose classes lead to their pages. */
function WithClasses({ text: written, classes }: WithClassesProps) {
  return withClasses(written, classes).map(({ text: piece, isClass }, index) =>
    isClass ? (
      <Link key={index} to="/mim/class/$name" params={{ name: piece }}>
        {piece}
      </Link>
    ) : (
      piece
    ),
  )
}
