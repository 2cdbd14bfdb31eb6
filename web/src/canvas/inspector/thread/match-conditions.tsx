import { matchOn, type MatchRow, matchRows, NO_MATCH } from '@heddle/domain/canvas-editing/match-editing.ts'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { MATCH_OPERATORS } from '@heddle/domain/canvas/canvas.ts'
import { isPropertyName } from '@heddle/domain/canvas/names.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { isLeaving } from '../../../lib/is-leaving.ts'
import { useCanvas, useWorkspace } from '../../canvas-context.tsx'
import { useClassModel } from '../class-model.ts'
import { PlaceOfProblem } from '../../problems/place.tsx'
import { Section } from '../section.tsx'
import { words } from '../words.ts'
import styles from './thread.module.css'

type Props = { readonly edge: WirePart; readonly source: readonly string[]; readonly target: readonly string[] }

const OPERATORS = MATCH_OPERATORS.map((value) => ({ value, label: words.matchWords[value] }))
const isOperand = (text: string): boolean => isPropertyName(text) || text.startsWith('=')

/** What must hold between the objects of both ends: properties, or expressions over them. */
export function MatchConditions({ edge, source, target }: Props) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const models = { source: useClassModel(source), target: useClassModel(target) }
  const rows = matchRows(edge.on)
  const setAll = (next: readonly MatchRow[]) =>
    store.getState().change([{ type: 'set', kind: 'edges', id: edge.id, values: { on: matchOn(next) } }])

  const operand = (row: MatchRow, index: number, key: 'source' | 'target' | 'to', label: string) => (
    <PlaceOfProblem
      path={rows.length === 1 && !Array.isArray(edge.on) ? `on.${key}` : `on.${index}.${key}`}
      className={styles.operand}
    >
      <ChoiceField
        label={label}
        isLabelHidden
        isCode
        choices={models[key === 'source' ? 'source' : 'target'].properties.map(({ name, label: note }) => ({
          value: name,
          note,
        }))}
        value={row[key]}
        placeholder={label.toLowerCase()}
        isDisabled={isReadOnly}
        accepts={isOperand}
        onChange={(text) => setAll(rows.with(index, { ...row, [key]: text }))}
      />
    </PlaceOfProblem>
  )
  return (
    <Section title={words.match}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only hears that it is left
        <div
          key={index}
          role="group"
          aria-label={words.condition(index + 1)}
          className={styles.condition}
          data-place={`on.${index}`}
          onBlur={(event) => isLeaving(event) && store.getState().endBegun()}
        >
          {operand(row, index, 'source', words.sourceProperty)}
          <div className={styles.operand}>
            <ChoiceField
              label={words.matchOperator}
              isLabelHidden
              showsValues
              choices={OPERATORS}
              value={row.op}
              isDisabled={isReadOnly}
              onChange={(op) => setAll(rows.with(index, { ...row, op }))}
            />
          </div>
          {operand(row, index, 'target', words.targetProperty)}
          {row.op === 'between' && operand(row, index, 'to', words.upperEnd)}
          {!isReadOnly && rows.length > 1 && (
            <Button
              look="quiet"
              className={styles.removeCondition}
              aria-label={words.removeCondition(index + 1)}
              onClick={() => setAll(rows.toSpliced(index, 1))}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      <p className={styles.quiet}>
        {words.matchHint} <code className={styles.example}>{words.matchExample}</code>.
      </p>
      {!isReadOnly && (
        <div>
          <Button look="link" onClick={() => setAll([...rows, NO_MATCH])}>
            {words.addCondition}
          </Button>
        </div>
      )}
    </Section>
  )
}
