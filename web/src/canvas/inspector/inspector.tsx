import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useCanvas, useDrawing } from '../canvas-context.tsx'
import type { Selection } from '../canvas-store.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import { StepList } from '../steps/step-list.tsx'
import styles from './inspector.module.css'
import { NodeInspector } from './node-inspector.tsx'
import { SeveralInspector } from './several-inspector.tsx'
import { ThreadInspector } from './thread/thread-inspector.tsx'
import { words } from './words.ts'

/** What is selected, and everything that can be said about it; below it the steps and what is wrong. */
export function Inspector() {
  const canvas = useDrawing()
  const selection = useCanvas((state) => state.selection)
  return (
    <aside aria-label={words.title} className={styles.inspector} data-inspector>
      <div className={styles.scroller}>
        <Selected canvas={canvas} selection={selection} />
        <div className={styles.steps}>
          <StepList />
        </div>
      </div>
      <ProblemList />
    </aside>
  )
}

function Selected({ canvas, selection }: { readonly canvas: WireCanvas; readonly selection: Selection }) {
  const nodes = canvas.nodes.filter(({ id }) => selection.nodes.includes(id))
  const edges = canvas.edges.filter(({ id }) => selection.edges.includes(id))
  const [node] = nodes
  const [edge] = edges
  if (nodes.length + edges.length > 1) return <SeveralInspector nodes={nodes} edges={edges} />
  if (node) return <NodeInspector key={node.id} node={node} />
  if (edge) return <ThreadInspector key={edge.id} edge={edge} />
  if (selection.step !== undefined) return null
  return (
    <header className={styles.head}>
      <h2>{words.query}</h2>
      <p className={styles.text}>
        {canvas.nodes.length === 0 ? words.empty : words.queryText(canvas.nodes.length, canvas.edges.length)}
      </p>
    </header>
  )
}
