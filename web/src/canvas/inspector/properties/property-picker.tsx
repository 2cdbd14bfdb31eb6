import { conditionsIn } from '@heddle/domain/canvas-editing/filter-places.ts'
import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useCanvas, useWorkspace } from '../../canvas-context.tsx'
import type { ShownClass } from '../class-model.ts'
import { focusPlace } from '../../problems/place.tsx'
import { Section } from '../section.tsx'
import { words } from '../words.ts'
import { ChosenProperties } from './chosen-properties.tsx'
import { PropertyChoices } from './property-choices.tsx'
import styles from './properties.module.css'
import { TableTemplates } from './table-templates.tsx'

/** Which properties become columns, in which order. */
export function PropertyPicker({ node, model }: { readonly node: WirePart; readonly model: ShownClass }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const chosen = namesIn(node.properties)
  const all = model.properties.length
  const set = (names: readonly string[]) =>
    store.getState().change([
      {
        type: 'set',
        kind: 'nodes',
        id: node.id,
        values: { properties: names.length === 0 ? undefined : [...new Set(names)] },
      },
    ])
  const naming = ['dn', ...model.properties.flatMap(({ name, naming: isNaming }) => (isNaming ? [name] : []))]
  const handleOpen = () => {
    setIsOpen(!isOpen)
    if (!isOpen) focusPlace('property-search')
  }
  return (
    <Section
      title={words.properties}
      actions={
        !isReadOnly && (
          <Button look="link" aria-expanded={isOpen} {...(isOpen && { 'aria-controls': id })} onClick={handleOpen}>
            {isOpen
              ? words.done
              : chosen.length === 0
                ? words.choose
                : words.propertiesOf(chosen.length, Math.max(all, chosen.length))}
          </Button>
        )
      }
    >
      {chosen.length === 0 ? (
        <p className={styles.quiet}>
          {node.primary === true && all > 0 ? words.allProperties(all) : words.standardHint}
        </p>
      ) : (
        <ChosenProperties
          names={chosen}
          unknown={model.state === 'known' ? chosen.filter((name) => !model.propertyNamed(name)) : []}
          isReadOnly={isReadOnly}
          onChange={set}
        />
      )}
      {isOpen && (
        <div id={id} className={styles.picker}>
          <PropertyChoices
            properties={model.properties}
            used={new Set([...chosen, ...conditionsIn(node).map(({ condition }) => String(condition.property))])}
            chosen={chosen}
            onChange={set}
          />
          <div className={styles.sets}>
            <Button look="link" onClick={() => set(naming)}>
              {words.naming}
            </Button>
            <Button look="link" onClick={() => set(['dn', ...model.properties.map(({ name }) => name)])}>
              {words.all}
            </Button>
            <Button look="link" title={words.standardHint} onClick={() => set([])}>
              {words.standard}
            </Button>
            <TableTemplates classNames={classesOfNode(node)} onChoose={set} />
          </div>
        </div>
      )}
    </Section>
  )
}

const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
