import { type FilterPath, type FilterPosition, groupOf } from '@heddle/domain/canvas-editing/filter-editing.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { type DragEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { isLeaving } from '../../../lib/is-leaving.ts'
import { focusPlace } from '../../problems/place.tsx'
import { words } from '../words.ts'
import { ConditionFields } from './condition-fields.tsx'
import type { FilterEditor } from './filter-editor.ts'
import { nameOf } from './filter-name.ts'
import { GroupFields } from './group-fields.tsx'
import styles from './filters.module.css'

type Props = {
  readonly filter: WireObject
  readonly position: FilterPosition
  readonly path: FilterPath
  readonly editor: FilterEditor
}

/** A condition, or a group of filters. */
export function FilterItem(props: Props) {
  const group = groupOf(props.filter)
  return (
    <FilterFrame {...props}>
      {group ? (
        <GroupFields {...props} group={group} renderItem={(item) => <FilterItem {...item} editor={props.editor} />} />
      ) : (
        <ConditionFields {...props} />
      )}
      {props.position.length === 1 && <Whereabouts isSent={props.editor.isSent(props.position[0] ?? 0)} />}
    </FilterFrame>
  )
}

const DRAGGED = 'application/x-heddle-filter'

/** What moves and removes a filter, around it. */
function FilterFrame({ position, path, editor, children }: Props & { readonly children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  const name = nameOf(position)
  const place = position.join('-')

  const handleRemove = () => {
    editor.remove(position)
    focusPlace('filters')
  }
  const handleDrop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED)
    setIsOver(false)
    if (dragged === '') return
    event.preventDefault()
    event.stopPropagation()
    editor.place(dragged.split('-').map(Number), position)
  }
  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(true)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move a filter too
    <div
      role="group"
      aria-label={words.filter(name)}
      className={`${styles.filter} ${isOver ? styles.over : ''}`}
      data-position={place}
      data-place={`filter-${place}`}
      onBlur={(event) => isLeaving(event) && editor.leave()}
      onDragOver={handleDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <div className={styles.body} data-place={`filters.${path}`}>
        {children}
      </div>
      {!editor.isReadOnly && (
        <>
          <Button look="quiet" className={styles.remove} aria-label={words.removeFilter(name)} onClick={handleRemove}>
            ×
          </Button>
          <span
            className={styles.grip}
            title={words.moveHint}
            aria-hidden
            draggable
            onDragStart={(event) => {
              event.stopPropagation()
              event.dataTransfer.setData(DRAGGED, place)
              event.dataTransfer.effectAllowed = 'move'
            }}
          />
        </>
      )}
    </div>
  )
}

function Whereabouts({ isSent }: { readonly isSent: boolean | undefined }) {
  if (isSent === undefined) return null
  return isSent ? (
    <p className={styles.where}>{words.sent}</p>
  ) : (
    <p className={`${styles.where} ${styles.local}`} title={words.localHint}>
      {words.local}
    </p>
  )
}
