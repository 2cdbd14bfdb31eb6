import type { ReactNode } from 'react'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useCanvas, useGathered } from '../canvas-context.tsx'
import { ProblemList } from '../problems/problem-list.tsx'
import { StepList } from '../steps/step-list.tsx'
import styles from './inspector.module.css'
import { NodeInspector } from './node-inspector.tsx'
import { SeveralInspector } from './several-inspector.tsx'
import { ThreadInspector } from './thread/thread-inspector.tsx'
import { words } from './words.ts'

type Props = {
  /** What the whole query has, shown where nothing is selected. */
  readonly ofQuery?: ReactNode
}

/** What is selected, and everything that can be said about it; below it the steps and what is wrong. */
export function Inspector({ ofQuery }: Props) {
  return (
    <aside aria-label={words.title} className={styles.inspector} data-inspector>
      <div className={styles.scroller}>
        <Selected ofQuery={ofQuery} />
        <div className={styles.steps}>
          <StepList />
        </div>
      </div>
      <ProblemList />
    </aside>
  )
}

function Selected({ ofQuery }: Props) {
  const nodes = useGathered(({ history, selection }) => chosenParts(history.present.nodes, selection.nodes))
  const edges = useGathered(({ history, selection }) => chosenParts(history.present.edges, selection.edges))
  const isStep = useCanvas(({ selection }) => selection.step !== undefined)
  const [node] = nodes
  const [edge] = edges
  if (nodes.length + edges.length > 1) return <SeveralInspector nodes={nodes} edges={edges} />
  if (node) return <NodeInspector key={node.id} node={node} />
  if (edge) return <ThreadInspector key={edge.id} edge={edge} />
  return isStep ? null : <WholeQuery ofQuery={ofQuery} />
}

function chosenParts(parts: readonly WirePart[], ids: readonly string[]): readonly WirePart[] {
  return ids.length === 0 ? [] : parts.filter(({ id }) => ids.includes(id))
}

function WholeQuery({ ofQuery }: Props) {
  const nodes = useCanvas(({ history }) => history.present.nodes.length)
  const edges = useCanvas(({ history }) => history.present.edges.length)
  return (
    <>
      <header className={styles.head}>
        <h2>{words.query}</h2>
        <p className={styles.text}>{nodes === 0 ? words.empty : words.queryText(nodes, edges)}</p>
      </header>
      {ofQuery}
    </>
  )
}
