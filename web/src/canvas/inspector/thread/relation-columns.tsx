import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isPropertyName } from '@heddle/domain/canvas/names.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useCanvas, useWorkspace } from '../../canvas-context.tsx'
import { useClassModel } from '../class-model.ts'
import { ChosenProperties } from '../properties/chosen-properties.tsx'
import { PlaceOfProblem } from '../../problems/place.tsx'
import { Section } from '../section.tsx'
import { words } from '../words.ts'
import styles from './thread.module.css'

/** Attributes of the relation objects, such as when and by whom they were created, as columns. */
export function RelationColumns({ edge }: { readonly edge: WirePart }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const through = ownText(edge, 'through')
  const model = useClassModel(through === undefined ? [] : [through])
  const names = Array.isArray(edge.properties)
    ? edge.properties.filter((name): name is string => typeof name === 'string')
    : []
  const set = (next: readonly string[]) =>
    store.getState().change([
      {
        type: 'set',
        kind: 'edges',
        id: edge.id,
        values: { properties: next.length === 0 ? undefined : [...new Set(next)] },
      },
    ])
  if (isReadOnly && names.length === 0) return null
  return (
    <Section title={words.relationColumns}>
      {names.length === 0 && <p className={styles.quiet}>{words.relationColumnsHint}</p>}
      {names.length > 0 && (
        <ChosenProperties
          names={names}
          unknown={model.state === 'known' ? names.filter((name) => !model.propertyNamed(name)) : []}
          isReadOnly={isReadOnly}
          onChange={set}
        />
      )}
      {!isReadOnly && (
        <PlaceOfProblem path="properties">
          <ChoiceField
            label={words.addColumn}
            isLabelHidden
            isCode
            placeholder={words.addColumn}
            choices={model.properties
              .filter(({ name }) => !names.includes(name))
              .map(({ name, label }) => ({ value: name, note: label }))}
            value={undefined}
            accepts={isPropertyName}
            onChange={(name) => set([...names, name])}
          />
        </PlaceOfProblem>
      )}
    </Section>
  )
}
