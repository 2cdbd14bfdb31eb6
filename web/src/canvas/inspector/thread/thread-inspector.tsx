import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { EDGE_KINDS, JOINS } from '@heddle/domain/canvas/canvas.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useCanvas, useWorkspace } from '../../canvas-context.tsx'
import { useProblemsOf } from '../../checks/use-problems.ts'
import styles from '../inspector.module.css'
import { PlaceOfProblem } from '../../problems/place.tsx'
import { Section } from '../section.tsx'
import { words } from '../words.ts'
import { JoinPictures } from './join-pictures.tsx'
import { MatchConditions } from './match-conditions.tsx'
import { RelationColumns } from './relation-columns.tsx'
import own from './thread.module.css'
import { ThroughField } from './through-field.tsx'

type Kind = (typeof EDGE_KINDS)[number]
const KINDS = EDGE_KINDS.map((value) => ({ value, label: words.kinds[value] }))
const DEPTHS = (['any', 'child'] as const).map((value) => ({ value, label: words.depths[value] }))

/** How two classes are joined, and which rows that keeps. */
export function ThreadInspector({ edge }: { readonly edge: WirePart }) {
  const { store } = useWorkspace()
  const rows = useCanvas(({ run }) => run.edges.get(edge.id))
  const nodes = useCanvas(({ history }) => history.present.nodes)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const { change } = store.getState()
  const set = (values: Values) => change([{ type: 'set', kind: 'edges', id: edge.id, values }])
  const [source, target] = [endOf(nodes, edge, 'source'), endOf(nodes, edge, 'target')]
  const kind = EDGE_KINDS.find((known) => known === edge.kind) ?? 'auto'
  const join = JOINS.find((known) => known === edge.join) ?? 'inner'
  return (
    <>
      <ThreadHead edge={edge} kind={kind} source={source.title} target={target.title} />
      <KindFields edge={edge} kind={kind} source={source.classes} target={target.classes} onSet={set} />
      {kind === 'match' && <MatchConditions edge={edge} source={source.classes} target={target.classes} />}
      <Section title={words.join}>
        <JoinPictures
          value={join}
          source={source.title}
          target={target.title}
          rows={rows}
          isReadOnly={isReadOnly}
          onChange={(next) => set({ join: next === 'inner' ? undefined : next })}
        />
      </Section>
      {kind === 'references' && <RelationColumns edge={edge} />}
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button onClick={() => set({ source: edge.target, target: edge.source })}>{words.swap}</Button>
          <Button onClick={() => change([{ type: 'remove', kind: 'edges', ids: [edge.id] }])}>{words.remove}</Button>
        </div>
      )}
    </>
  )
}

type Values = Readonly<Record<string, unknown>>
type HeadProps = {
  readonly edge: WirePart
  readonly kind: Kind
  readonly source: string
  readonly target: string
}

function ThreadHead({ edge, kind, source, target }: HeadProps) {
  const problems = useProblemsOf({ edge: edge.id })
  return (
    <header className={styles.head}>
      <span className={styles.quiet}>{words.thread}</span>
      <div className={styles.name}>
        <h2>
          {source} <span className={own[kind]}>{ARROWS[kind]}</span> {target}
        </h2>
      </div>
      {problems.map(({ message, severity, path = '' }) => (
        <p key={path + message} className={severity === 'error' ? styles.fault : styles.warning}>
          {message}
        </p>
      ))}
    </header>
  )
}

type KindProps = {
  readonly edge: WirePart
  readonly kind: Kind
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly onSet: (values: Values) => void
}

/** What kind of thread it is, and what only that kind has. */
function KindFields({ edge, kind, source, target, onSet }: KindProps) {
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const handleKind = (next: Kind) =>
    onSet({
      kind: next,
      ...(next === 'references' ? {} : { through: undefined, properties: undefined }),
      ...(next === 'contains' ? {} : { depth: undefined }),
      on: next === 'match' ? (edge.on ?? { source: 'name', target: 'name' }) : undefined,
    })
  return (
    <div className={styles.fields}>
      <PlaceOfProblem path="kind">
        <ChoiceField<Kind>
          label={words.kind}
          showsValues
          choices={KINDS}
          value={kind}
          isDisabled={isReadOnly}
          onChange={handleKind}
        />
      </PlaceOfProblem>
      {kind === 'contains' && (
        <PlaceOfProblem path="depth">
          <ChoiceField
            label={words.depth}
            showsValues
            choices={DEPTHS}
            value={edge.depth === 'child' ? 'child' : 'any'}
            isDisabled={isReadOnly}
            onChange={(depth) => onSet({ depth })}
          />
        </PlaceOfProblem>
      )}
      {kind === 'references' && (
        <ThroughField
          source={source}
          target={target}
          value={ownText(edge, 'through')}
          isReadOnly={isReadOnly}
          onChange={onSet}
        />
      )}
    </div>
  )
}

const ARROWS: Readonly<Record<Kind, string>> = { contains: '⟶', references: '⇢', match: '⇔', any: '×', auto: '⋯' }

function endOf(nodes: readonly WirePart[], edge: WirePart, end: 'source' | 'target') {
  const node = nodes.find(({ id }) => id === edge[end])
  const classes = node ? classesOfNode(node) : []
  return { classes, title: classes.join(' or ') || words.noClass }
}
