import { classValues } from '@heddle/domain/canvas-editing/node-classes.ts'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Chip, ChipRemove } from '../../components/chip.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { ClassField } from './class-field.tsx'
import styles from './inspector.module.css'
import { focusPlace, PlaceOfProblem } from '../problems/place.tsx'
import { Section } from './section.tsx'
import { words } from './words.ts'

/** The class of a node, or the classes whose objects it unites. */
export function ClassList({ node, names }: { readonly node: WirePart; readonly names: readonly string[] }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const [isAdding, setIsAdding] = useState(false)
  const set = (next: readonly string[]) =>
    store.getState().change([{ type: 'set', kind: 'nodes', id: node.id, values: classValues(next) }])
  const handleAdd = (name: string) => {
    setIsAdding(false)
    set([...names, name])
  }
  const handleOpen = () => {
    setIsAdding(true)
    focusPlace('new-class')
  }
  const isUnion = names.length > 1
  return (
    <Section
      title={isUnion ? words.classes : words.className}
      actions={
        !isReadOnly &&
        names.length > 0 && (
          <Button look="link" aria-expanded={isAdding} onClick={isAdding ? () => setIsAdding(false) : handleOpen}>
            {words.addClass}
          </Button>
        )
      }
    >
      {isUnion ? (
        <ul className={styles.chips} aria-label={words.classesHint}>
          {names.map((name, index) => (
            <Chip key={name} data-place={`class_names.${index}`}>
              {name}
              {!isReadOnly && (
                <ChipRemove
                  aria-label={words.removeClass(name)}
                  onClick={() => set(names.filter((one) => one !== name))}
                />
              )}
            </Chip>
          ))}
        </ul>
      ) : (
        <PlaceOfProblem path="class_name">
          <ClassField
            label={words.className}
            value={names[0]}
            isDisabled={isReadOnly}
            onChange={(name) => set([name])}
          />
        </PlaceOfProblem>
      )}
      {isAdding && (
        <PlaceOfProblem path="new-class">
          <ClassField
            label={words.newClass}
            value={undefined}
            onChange={(name) => isClassName(name) && handleAdd(name)}
          />
        </PlaceOfProblem>
      )}
    </Section>
  )
}
