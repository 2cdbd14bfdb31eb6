import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Chip, ChipRemove } from '../../../components/chip.tsx'
import { focusPlace } from '../../problems/place.tsx'
import { words } from '../words.ts'
import { movedName } from './property-order.ts'
import styles from './properties.module.css'

type Props = {
  readonly names: readonly string[]
  /** Names that the class does not have. */
  readonly unknown: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (names: readonly string[]) => void
}

const DRAGGED = 'application/x-heddle-property'
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The chosen properties in the order of their columns. Dragging moves them, and so does Alt with an arrow key. */
export function ChosenProperties({ names, unknown, isReadOnly, onChange }: Props) {
  const [over, setOver] = useState<number>()
  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = event.altKey ? STEPS[event.key] : undefined
    if (step !== undefined) {
      event.preventDefault()
      onChange(movedName(names, index, index + step))
      focusPlace(`property-${Math.min(Math.max(index + step, 0), names.length - 1)}`)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(names.toSpliced(index, 1))
      focusPlace(names.length > 1 ? `property-${Math.min(index, names.length - 2)}` : 'property-search')
    }
  }
  const handleDrop = (event: DragEvent, index: number) => {
    setOver(undefined)
    const dragged = names.indexOf(event.dataTransfer.getData(DRAGGED))
    if (dragged < 0) return
    event.preventDefault()
    onChange(movedName(names, dragged, index))
  }
  return (
    <ol className={styles.chips} aria-label={words.chosen} data-place="properties">
      {names.map((name, index) => (
        // Dragging is one way to move a property; the keys of its button are the other.
        <Chip
          key={name}
          isWrong={unknown.includes(name)}
          className={isReadOnly ? '' : `${styles.movable} ${over === index ? styles.over : ''}`}
          data-place={`property-${index}`}
          draggable={!isReadOnly}
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, name)
            event.dataTransfer.effectAllowed = 'move'
          }}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(DRAGGED)) return
            event.preventDefault()
            setOver(index)
          }}
          onDragLeave={() => setOver(undefined)}
          onDrop={(event) => handleDrop(event, index)}
        >
          {name}
          {!isReadOnly && (
            <ChipRemove
              aria-label={words.removeProperty(name)}
              title={words.moveProperty(name)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={() => onChange(names.toSpliced(index, 1))}
              onKeyDown={(event) => handleKey(event, index)}
            />
          )}
        </Chip>
      ))}
    </ol>
  )
}
