import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import type { ShownClass } from '../class-model.ts'
import { focusPlace } from '../../problems/place.tsx'
import { Section } from '../section.tsx'
import { words } from '../words.ts'
import { useFilterEditor } from './filter-editor.ts'
import { FilterItem } from './filter-item.tsx'
import styles from './filters.module.css'

/** The filters of a node: all of them must hold. */
export function FilterList({ node, model }: { readonly node: WirePart; readonly model: ShownClass }) {
  const [news, setNews] = useState('')
  const editor = useFilterEditor(node, model, setNews)
  const { filters } = editor

  const handleAdd = (filter: WireObject, inside = '') => {
    editor.setAll([...filters, filter])
    focusPlace(`filter-${filters.length}${inside}`)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-position]')?.dataset.position
    if (step === undefined || place === undefined || editor.isReadOnly) return
    // Before a list opens, which does so with the same keys.
    event.preventDefault()
    event.stopPropagation()
    editor.move(place.split('-').map(Number), step)
  }

  return (
    <Section title={words.filters} note={filters.length > 0 ? `(${words.allMustHold})` : undefined}>
      {/* Alt and an arrow key work in every field of a filter. */}
      <div className={styles.list} onKeyDownCapture={handleKey}>
        {filters.map((filter, index) => (
          <FilterItem key={index} filter={filter} position={[index]} path={String(index)} editor={editor} />
        ))}
      </div>
      {filters.length === 0 && <p className={styles.none}>{words.noFilters}</p>}
      {!editor.isReadOnly && (
        <div className={styles.adders} data-place="filters">
          <Button look="link" onClick={() => handleAdd({ property: '', operator: 'eq' })}>
            {words.addFilter}
          </Button>
          <Button look="link" onClick={() => handleAdd({ any: [{ property: '', operator: 'eq' }] }, '-0')}>
            {words.addGroup}
          </Button>
        </div>
      )}
      <p className="sr-only" role="status">
        {news !== '' && words.moved(news)}
      </p>
    </Section>
  )
}
