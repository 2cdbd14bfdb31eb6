import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { Link } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { CheckField, TextField } from '../../components/field.tsx'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
import { useProblemsOf } from '../checks/use-problems.ts'
import { askFor } from '../connect/requests.ts'
import { ClassList } from './class-list.tsx'
import { type ShownClass, useClassModel } from './class-model.ts'
import { FilterList } from './filters/filter-list.tsx'
import styles from './inspector.module.css'
import { PlaceOfProblem } from '../problems/place.tsx'
import { PropertyPicker } from './properties/property-picker.tsx'
import { ScopeField } from './scope-field.tsx'
import { TimeRangeFields } from './time-range-fields.tsx'
import { words } from './words.ts'

/** A class of the canvas: which of its objects are read, and what of them. */
export function NodeInspector({ node }: { readonly node: WirePart }) {
  const problems = useProblemsOf({ node: node.id })
  const names = classesOfNode(node)
  const model = useClassModel(names)
  const warnings = problems.filter((problem) => problem.severity === 'warning' && problem.code !== 'local_filter')
  return (
    <>
      <header className={styles.head}>
        <NodeTitle names={names} model={model} />
        {warnings.map(({ message, path = '' }) => (
          <p key={path + message} className={styles.warning}>
            {message}
          </p>
        ))}
      </header>
      <FilterList node={node} model={model} />
      <PropertyPicker node={node} model={model} />
      <ScopeField node={node} />
      <Output node={node} />
      <TimeRangeFields node={node} model={model} />
      <ClassList node={node} names={names} />
      <NodeActions node={node} />
    </>
  )
}

function NodeTitle({ names, model }: { readonly names: readonly string[]; readonly model: ShownClass }) {
  const [first] = model.details
  const isOne = names.length === 1
  return (
    <>
      <div className={styles.name}>
        <h2>{names.length === 0 ? words.noClass : names.join(' or ')}</h2>
        {isOne && first && <span className={styles.label}>{first.display_name}</span>}
        {isOne && first?.abstract && <span className={styles.badge}>{words.abstract}</span>}
        {isOne && first?.deprecated && <span className={styles.badge}>{words.deprecated}</span>}
      </div>
      {isOne && first && (
        <Link to="/mim/class/$name/" params={{ name: first.name }} aria-label={words.aboutClassNamed(first.name)}>
          {words.aboutClass}
        </Link>
      )}
      {isOne && first && first.description !== '' && <p className={styles.text}>{first.description}</p>}
      {model.state === 'unknown' && <p className={styles.quiet}>{words.unknownClass(names.join(', '))}</p>}
      {model.state === 'uninstalled' && <p className={styles.quiet}>{words.noModel}</p>}
      {model.state === 'failed' && (
        <p role="alert" className={styles.fault}>
          {words.classFailure(names.join(', '))}{' '}
          <Button look="link" onClick={model.retry}>
            {words.retry}
          </Button>
        </p>
      )}
    </>
  )
}

function NodeActions({ node }: { readonly node: WirePart }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  if (isReadOnly) return null
  const { change } = store.getState()
  return (
    <div className={styles.actions}>
      <Button onClick={() => askFor(store, { type: 'connect', from: node.id })}>{words.connect}</Button>
      <Button onClick={() => change([{ type: 'remove', kind: 'nodes', ids: [node.id] }])}>{words.remove}</Button>
    </div>
  )
}

/** Where its columns go: to the front, or behind a name. */
function Output({ node }: { readonly node: WirePart }) {
  const { store } = useWorkspace()
  const { nodes } = useDrawing()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const { change } = store.getState()
  const isChosen = nodes.some(({ primary }) => primary === true)
  const handlePrimary = (isPrimary: boolean) =>
    change(
      nodes
        .filter(({ id, primary }) => id === node.id || primary === true)
        .map(({ id }) => ({
          type: 'set',
          kind: 'nodes',
          id,
          values: { primary: id === node.id && isPrimary ? true : undefined },
        })),
    )
  return (
    <div className={styles.fields}>
      <PlaceOfProblem path="primary">
        <CheckField
          label={words.primary}
          checked={node.primary === true}
          disabled={isReadOnly}
          onChange={(event) => handlePrimary(event.currentTarget.checked)}
        />
        {nodes.length > 1 && <p className={styles.hint}>{isChosen ? words.primaryHint : words.primaryUnset}</p>}
      </PlaceOfProblem>
      <PlaceOfProblem path="alias">
        <TextField
          label={words.alias}
          isCode
          autoComplete="off"
          spellCheck={false}
          placeholder={node.id}
          hint={words.aliasHint}
          value={ownText(node, 'alias') ?? ''}
          readOnly={isReadOnly}
          onChange={({ currentTarget: { value } }) =>
            change(
              [{ type: 'set', kind: 'nodes', id: node.id, values: { alias: value === '' ? undefined : value } }],
              `alias:${node.id}`,
            )
          }
        />
      </PlaceOfProblem>
    </div>
  )
}
