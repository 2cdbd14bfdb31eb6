import { type Killer, type KillerCanvas, times, text, name, one, stepped, step, condition, near } from './killer.ts'

const ids = (count: number) => times(Math.min(count, 100), (at) => ({ id: `n${at}`, class_name: 'fvBD' }))
const linked = (size: number, edges: (count: number) => object[], nodes: object[] = ids(size / 40)): KillerCanvas => ({
  nodes,
  edges: edges(nodes.length)
    .slice(0, 200)
    .map((edge, at) => ({ id: `e${at}`, ...edge })),
  post_processors: [],
})
const arrow = (from: number, to: number, parts: object = {}) => ({ source: `n${from}`, target: `n${to}`, ...parts })
const chain = (count: number, parts: object = {}) => times(count - 1, (at) => arrow(at, at + 1, parts))
const dense = (count: number, parts: object = {}) =>
  times(200, (at) =>
    arrow(at % (count - 1), Math.min(count - 1, (at % (count - 1)) + 1 + Math.floor(at / (count - 1))), parts),
  )
const CLASSES = ['fvTenant', 'fvAp', 'fvAEPg', 'fvBD', 'fvCtx', 'fvSubnet']

const UNION = times(20, (at) => CLASSES[at] ?? `xyzC${at}`)

export const inGraphs: readonly Killer[] = [
  {
    name: 'nodes',
    canvas: (size) => ({
      nodes: times(size / 35, (at) => ({ id: name(at), class_name: 'fvBD' })),
      edges: [],
      post_processors: [],
    }),
  },
  {
    name: 'nodes that are numbers',
    canvas: (size) => ({ nodes: times(size / 2, () => 0), edges: [], post_processors: [] }),
  },
  {
    name: 'nodes of one id',
    canvas: (size) => ({
      nodes: times(size / 35, () => ({ id: 'a', class_name: 'fvBD' })),
      edges: [],
      post_processors: [],
    }),
  },
  {
    name: 'long ids apart',
    canvas: (size) => ({
      nodes: times(100, (at) => ({ id: name(at) + text('x', size / 100), class_name: 'fvBD' })),
      edges: [],
      post_processors: [],
    }),
  },
  {
    name: 'long primaries',
    canvas: (size) => ({
      nodes: times(100, (at) => ({ id: name(at) + text('x', size / 100), primary: true })),
      edges: [],
      post_processors: [],
    }),
  },
  {
    name: 'long ids on a cycle',
    canvas: (size) => {
      const nodes = times(100, (at) => ({ id: name(at) + text('x', size / 300), class_name: 'fvBD' }))
      return {
        nodes,
        edges: nodes.map(({ id }, at) => ({ source: id, target: nodes[(at + 1) % 100]?.id })),
        post_processors: [],
      }
    },
  },
  {
    name: 'equal aliases',
    canvas: (size) =>
      linked(
        size,
        chain,
        ids(size / 40).map((node) => ({ ...node, alias: text('x', size / 200) })),
      ),
  },
  {
    name: 'unions with many filters',
    canvas: (size) =>
      one({
        class_name: undefined,
        class_names: UNION,
        filters: times(size / 50, (at) => condition('eq', name(at), at % 2 ? 'name' : 'x')),
      }),
  },
  {
    name: 'unions with nested filters',
    canvas: (size) =>
      one({
        class_name: undefined,
        class_names: UNION,
        filters: [{ any: times(size / 60, (at) => ({ not: condition('matches', `^${name(at)}`) })) }],
      }),
  },
  {
    name: 'edges between unions',
    canvas: (size) =>
      linked(
        size,
        (count) => dense(count),
        ids(size / 40).map(({ id }) => ({ id, class_names: UNION })),
      ),
  },
  {
    name: 'relations between unions',
    canvas: (size) =>
      linked(
        size,
        (count) => dense(count, { kind: 'references' }),
        ids(size / 40).map(({ id }) => ({ id, class_names: UNION })),
      ),
  },
  {
    name: 'unions of many names',
    canvas: (size) => one({ class_name: undefined, class_names: times(size / 8, (at) => near(at)) }),
  },
  {
    name: 'edges',
    canvas: (size) => ({ nodes: ids(2), edges: times(size / 30, () => arrow(0, 1)), post_processors: [] }),
  },
  {
    name: 'edges of one id',
    canvas: (size) => ({
      nodes: ids(2),
      edges: times(size / 40, () => ({ id: 'e', ...arrow(0, 1) })),
      post_processors: [],
    }),
  },
  {
    name: 'edges to nowhere',
    canvas: (size) => ({
      nodes: ids(1),
      edges: times(200, (at) => ({ source: text('x', size / 400), target: text(name(at), size / 400) })),
      post_processors: [],
    }),
  },
  { name: 'a chain', canvas: (size) => linked(size, (count) => chain(count, { kind: 'contains' })) },
  {
    name: 'a chain of left edges',
    canvas: (size) => linked(size, (count) => chain(count, { kind: 'contains', join: 'left' })),
  },
  { name: 'a chain of relations', canvas: (size) => linked(size, (count) => chain(count, { through: 'fvRsCtx' })) },
  { name: 'a cycle', canvas: (size) => linked(size, (count) => [...chain(count), arrow(count - 1, 0)]) },
  { name: 'a dense graph', canvas: (size) => linked(size, (count) => dense(count, { kind: 'contains' })) },
  {
    name: 'a dense graph of relations',
    canvas: (size) => linked(size, (count) => dense(count, { through: 'fvRsCtx' })),
  },
  {
    name: 'a dense graph of conditions',
    canvas: (size) => {
      const expression = text('name+', size / 10_000) + 'name'
      const on = times(20, () => ({ op: 'between', source: { expression }, target: [{ expression }, 'nme'] }))
      return linked(size, (count) =>
        dense(count, { kind: 'match', on: on.slice(0, size / 10_000), properties: ['tDn'] }),
      )
    },
  },
  {
    name: 'a dense graph of matches',
    canvas: (size) => linked(size, (count) => dense(count, { kind: 'match', on: { source: 'name', target: 'name' } })),
  },
  {
    name: 'a star',
    canvas: (size) =>
      linked(size, (count) => times(count - 1, (at) => arrow(0, at + 1, { kind: 'contains', join: 'left' }))),
  },
  {
    name: 'a star of without edges',
    canvas: (size) =>
      linked(size, (count) => times(count - 1, (at) => arrow(0, at + 1, { kind: 'contains', join: 'without' }))),
  },
  {
    name: 'narrow classes',
    canvas: (size) =>
      linked(
        size,
        (count) => dense(count, { kind: 'contains' }),
        ids(size / 40).map((node, at) => ({
          ...node,
          class_name: CLASSES[at % 6] ?? '',
          filters: [condition('eq', 'x')],
        })),
      ),
  },
  {
    name: 'classes almost right',
    canvas: (size) =>
      linked(
        size,
        chain,
        ids(size / 40).map((node, at) => ({ ...node, class_name: `fvBridgeDomainPolicy${at}` })),
      ),
  },
  {
    name: 'relations almost right',
    canvas: (size) =>
      linked(size, (count) =>
        times(200, (at) => arrow(at % count, (at + 1) % count, { through: `fvRsCtxRelation${at}` })),
      ),
  },
  {
    name: 'columns of a long alias',
    canvas: (size) => ({
      nodes: [
        { id: 'a', class_name: 'fvTenant' },
        { id: 'b', class_name: 'fvBD', alias: text('x', size / 2), properties: times(size / 16, name) },
      ],
      edges: [{ source: 'a', target: 'b' }],
      post_processors: [],
    }),
  },
  { name: 'faults of a long id', canvas: (size) => one({ id: text('x', size / 2), filters: times(500, () => ({})) }) },
  {
    name: 'faults below a long key',
    canvas: (size) => stepped(step('fill', { [text('x', size / 2)]: times(size / 20, () => '{{gone}}') })),
  },
  { name: 'properties', canvas: (size) => one({ properties: times(size / 8, name) }) },
  { name: 'equal properties', canvas: (size) => one({ properties: times(size / 7, () => 'name') }) },
  { name: 'properties almost right', canvas: (size) => one({ properties: times(size / 60, near) }) },
  { name: 'properties that are numbers', canvas: (size) => one({ properties: times(size / 2, () => 0) }) },
]
