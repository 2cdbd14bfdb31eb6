import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { NOTHING_SELECTED } from '../canvas-store.ts'
import styles from './inspector.module.css'
import { words } from './words.ts'

type Props = { readonly nodes: readonly WirePart[]; readonly edges: readonly WirePart[] }

/** Several parts: what they are, and what can be done with all of them. */
export function SeveralInspector({ nodes, edges }: Props) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const { change, select } = store.getState()
  const handleRemove = () =>
    change([
      { type: 'remove', kind: 'edges', ids: edges.map(({ id }) => id) },
      { type: 'remove', kind: 'nodes', ids: nodes.map(({ id }) => id) },
    ])
  return (
    <header className={styles.head}>
      <h2>{words.several(nodes.length + edges.length)}</h2>
      <p className={styles.text}>{words.severalParts(nodes.length, edges.length)}</p>
      <ul className={styles.chips}>
        {nodes.map((node) => (
          <Chip key={node.id}>{classesOfNode(node).join(' or ') || words.noClass}</Chip>
        ))}
      </ul>
      <div className={styles.actions}>
        {!isReadOnly && <Button onClick={handleRemove}>{words.removeAll}</Button>}
        <Button look="quiet" onClick={() => select(NOTHING_SELECTED)}>
          {words.clearSelection}
        </Button>
      </div>
    </header>
  )
}
