import type { ExplainFact } from '@heddle/contract/ai.ts'
import type { Canvas } from '../../canvas/canvas.ts'
import type { Plan } from '../../query/plan.ts'
import { type CanvasWords, type EdgeWords, type NodeWords, shownNodeClasses, timeWords } from './canvas-words.ts'
import { edgeSentence } from './edge-words.ts'
import { filterWords } from './filter-words.ts'
import { shown } from './shown.ts'
import { stepWords } from './step-words.ts'

export const MOST_FACTS = 200
const MOST_FILTERS = 60
const MOST_PROPERTIES = 20

/** What an explanation of a query says, as data: the numbers, names and values it may use. */
export function queryFacts(
  words: CanvasWords,
  { post_processors }: Canvas,
  plan: Plan | undefined,
): readonly ExplainFact[] {
  const { primary, nodes, edges } = words
  const facts = [
    ...(primary
      ? [{ kind: 'primary', name: className(primary), label: primary.noun.one, node: shown(primary.node.id) } as const]
      : []),
    ...nodes.map(nodeFact),
    ...nodes.flatMap(scopeFact),
    ...edges.map(edgeFact),
    ...post_processors.map(
      ({ id, type, enabled, config }, index) =>
        ({
          kind: 'step',
          name: shown(type),
          id: shown(id),
          place: index + 1,
          enabled,
          text: stepWords({ type, config }),
        }) as const,
    ),
    ...(plan?.fetches.flatMap(countFacts) ?? []),
    ...nodes.flatMap(filterFacts).slice(0, MOST_FILTERS),
  ]
  return facts.slice(0, MOST_FACTS)
}

const className = ({ node }: NodeWords): string => shownNodeClasses(node).join(', ')

function nodeFact(words: NodeWords): ExplainFact {
  const { id, alias, properties } = words.node
  const columns = properties.slice(0, MOST_PROPERTIES).map((name) => shown(name))
  return {
    kind: 'node',
    name: className(words),
    label: words.noun.one,
    id: shown(id),
    alias: shown(alias),
    properties: columns,
  }
}

function scopeFact(words: NodeWords): ExplainFact[] {
  const { id, scope_dn: dn } = words.node
  return dn === undefined
    ? []
    : [{ kind: 'scope', name: shown(dn, 200), node: shown(id), class_name: className(words) }]
}

function filterFacts(words: NodeWords): ExplainFact[] {
  const { id, filters, time_range } = words.node
  const place = { node: shown(id), class_name: className(words) }
  return [
    ...(time_range ? [{ kind: 'filter', name: 'time_range', ...place, text: timeWords(time_range) } as const] : []),
    ...filters.map((filter) => {
      const name = 'property' in filter ? shown(filter.property) : 'conditions'
      return { kind: 'filter', name, ...place, text: filterWords([filter]) } as const
    }),
  ]
}

function edgeFact(words: EdgeWords): ExplainFact {
  const { edge, meaning, from, to, isForward } = words
  const [source, target] = isForward ? [from, to] : [to, from]
  return {
    kind: 'edge',
    name: meaning?.kind === 'references' ? shown(meaning.through) : (meaning?.kind ?? edge.kind),
    id: shown(edge.id),
    source: className(source),
    target: className(target),
    join: edge.join,
    text: edgeSentence(words),
  }
}

function countFacts({ tables, estimated_rows: estimated }: Plan['fetches'][number]): ExplainFact[] {
  const table = tables[0]
  return table?.node_id === undefined
    ? []
    : [{ kind: 'count', name: table.class_name, node: table.node_id, estimated_objects: estimated }]
}
