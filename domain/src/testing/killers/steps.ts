import { type Killer, times, text, name, one, stepped, step, condition, nest, near } from './killer.ts'

const wide = (size: number) => times(Math.min(1_000, size / 65), near)
export const inSteps: readonly Killer[] = [
  { name: 'steps', canvas: (size) => stepped(...times(size / 60, () => step('distinct', {}))) },
  { name: 'steps that are numbers', canvas: (size) => ({ ...one({}), post_processors: times(size / 2, () => 0) }) },
  {
    name: 'steps of one id',
    canvas: (size) => ({ ...one({}), post_processors: times(size / 40, () => ({ id: 's', type: 'distinct' })) }),
  },
  {
    name: 'columns almost right',
    canvas: (size) =>
      stepped(
        step('fill', { columns: wide(size / 2), value: 'x' }),
        step('select', { columns: wide(size / 2).map((column) => `${column}x`) }),
      ),
  },
  {
    name: 'many columns almost right',
    canvas: (size) =>
      stepped(
        ...times(100, (at) =>
          step('fill', { columns: times(size / 1_000, (index) => `${name(at)}_${name(index)}`), value: 'x' }),
        ),
        step('select', { columns: wide(size / 4) }),
      ),
  },
  {
    name: 'steps over many columns',
    canvas: (size) => ({
      ...stepped(...times(50, () => step('rename', { columns: { dn: 'x', name: 'y' } }))),
      nodes: [{ id: 'bd', class_name: 'fvBD', properties: times(size / 10, name) }],
    }),
  },
  { name: 'lists too long', canvas: (size) => stepped(step('select', { columns: times(size / 8, name) })) },
  { name: 'lists of one name', canvas: (size) => stepped(step('select', { columns: times(size / 4, () => 'a') })) },
  { name: 'lists of numbers', canvas: (size) => stepped(step('select', { columns: times(size / 2, () => 0) })) },
  {
    name: 'lists of objects',
    canvas: (size) => stepped(step('select', { columns: times(size / 12, (at) => ({ [name(at)]: 1 })) })),
  },
  {
    name: 'conditions on unknown columns',
    canvas: (size) =>
      stepped(
        step('select', { columns: ['dn'] }),
        step('filter', { filters: [{ any: times(size / 50, (at) => condition('eq', 'x', name(at))) }] }),
      ),
  },
  {
    name: 'operators unknown to steps',
    canvas: (size) =>
      stepped(step('filter', { filters: [{ any: times(size / 50, (at) => condition(`equl${at}`, 'x')) }] })),
  },
  {
    name: 'renames',
    canvas: (size) =>
      stepped(step('rename', { columns: Object.fromEntries(times(size / 16, (at) => [name(at), `b${at}`])) })),
  },
  {
    name: 'renames to one name',
    canvas: (size) =>
      stepped(
        ...times(size / 12_000, () =>
          step('rename', { columns: Object.fromEntries(times(1_000, (at) => [name(at), 'same'])) }),
        ),
      ),
  },
  {
    name: 'renames to numbers',
    canvas: (size) => stepped(step('rename', { columns: Object.fromEntries(times(size / 10, (at) => [name(at), 0])) })),
  },
  {
    name: 'lookups',
    canvas: (size) =>
      stepped(
        ...times(size / 120, () =>
          step('lookup', { saved_query: '00000000-0000-4000-8000-000000000000', on: { dn: 'dn' } }),
        ),
      ),
  },
  {
    name: 'lookups of columns',
    canvas: (size) => stepped(step('lookup', { saved_query: 'x', on: { dn: 'dn' }, columns: wide(size) })),
  },
  {
    name: 'groups',
    canvas: (size) =>
      stepped(
        step('group', {
          by: wide(size / 2),
          aggregates: times(Math.min(100, size / 60), (at) => ({ function: 'count', as: name(at) })),
        }),
      ),
  },
  {
    name: 'conditions of aggregates',
    canvas: (size) =>
      stepped(
        ...times(size / 110_000, () =>
          step('group', {
            aggregates: times(27, (at) => ({ function: 'count', as: name(at), where: text('dn+', 3_997) + 'dn' })),
          }),
        ),
      ),
  },
  {
    name: 'groups of too many',
    canvas: (size) => stepped(step('group', { aggregates: times(size / 25, () => ({ function: 'count' })) })),
  },
  {
    name: 'parts of a DN almost right',
    canvas: (size) =>
      stepped(...times(size / 12_000, () => step('split_dn', { parts: times(1_000, (at) => `tenant${at}`) }))),
  },
  {
    name: 'options',
    canvas: (size) => stepped(step('limit', Object.fromEntries(times(size / 10, (at) => [name(at), 1])))),
  },
  {
    name: 'options inside lists',
    canvas: (size) =>
      stepped(step('sort', { by: times(50, () => Object.fromEntries(times(size / 600, (at) => [name(at), 1]))) })),
  },
  {
    name: 'unknown keys of conditions',
    canvas: (size) =>
      stepped(
        step('filter', {
          filters: [{ any: times(size / 80, (at) => ({ ...condition('eq', 'x', 'dn'), [name(at)]: 1 })) }],
        }),
      ),
  },
  {
    name: 'sorts of too many',
    canvas: (size) => stepped(step('sort', { by: times(size / 20, (at) => ({ column: name(at) })) })),
  },
  {
    name: 'sums',
    canvas: (size) =>
      stepped(...times(size / 4_100, () => step('compute', { column: 'c', expression: text('dn+', 3_997) + 'dn' }))),
  },
  {
    name: 'parentheses',
    canvas: (size) =>
      stepped(
        ...times(size / 4_100, () =>
          step('compute', { column: 'c', expression: '('.repeat(1_999) + '1' + ')'.repeat(1_999) }),
        ),
      ),
  },
  {
    name: 'expressions of unknown columns',
    canvas: (size) =>
      stepped(
        step('select', { columns: ['dn'] }),
        ...times(size / 4_100, () =>
          step('compute', { column: 'c', expression: times(240, (at) => `name${at}`).join('+') }),
        ),
      ),
  },
  {
    name: 'functions unknown to expressions',
    canvas: (size) =>
      stepped(...times(size / 100, (at) => step('compute', { column: 'c', expression: `strin${at}(dn)` }))),
  },
  {
    name: 'deep options',
    canvas: (size) =>
      stepped(
        ...times(size / 500, () => step('fill', { columns: ['c'], value: nest(60, (inner) => ({ x: inner }), {}) })),
      ),
  },
]
