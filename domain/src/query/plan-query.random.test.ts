import { describe, expect, it } from 'vitest'
import type { Canvas, Filter } from '../canvas/canvas.ts'
import { choosePrimary, rowNodes } from '../canvas/primary.ts'
import { validateCanvas } from '../validation/validate-canvas.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { isBelow } from '../dn/dn.ts'
import { executeJoins } from '../join/execute-joins.ts'
import { bruteForce } from '../testing/brute-force.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { passesNaively } from '../testing/naive-filter.ts'
import { joinTablesNaively } from '../testing/naive-join.ts'
import { countNaively, readTablesNaively } from '../testing/naive-run.ts'
import { seededRandom, type Random } from '../testing/random.ts'
import { randomWorld, usableRelations, worldModel } from '../testing/random-world.ts'
import { planQuery } from './plan-query.ts'
import type { TableAccess, Plan, TableId } from './plan.ts'

const MANY = Array.from({ length: 45 }, (_, index) => `shade ${index}`)
const NUMBERS = Array.from({ length: 14 }, (_, index) => 30 + index)
const CASES = 2_000

function randomFilter(random: Random, world: readonly ManagedObject[], depth = 0): Filter {
  if (depth < 2 && random.chance(0.2))
    return { any: [randomFilter(random, world, depth + 1), randomFilter(random, world, depth + 1)] }
  if (depth < 2 && random.chance(0.1)) return { not: randomFilter(random, world, depth + 1) }
  return random.pick<Filter>([
    { property: 'name', operator: 'eq', value: random.pick(['x', 'y']) },
    { property: 'name', operator: 'starts_with', value: 'x' },
    { property: 'colour', operator: 'in', value: ['red', 'blue'] },
    { property: 'colour', operator: 'in', value: [...MANY, 'red'] },
    { property: 'colour', operator: 'is_empty' },
    { property: 'size', operator: 'gt', value: 1 },
    { property: 'dn', operator: 'eq', value: random.pick(world).dn },
    { property: 'hue', operator: random.pick(['eq', 'ne', 'in']), value: random.pick(['red', 'blue']) },
    { property: 'code', operator: random.pick(['eq', 'ne']), value: random.pick(['1.1', '1', 1.1, 1]) },
    { property: 'weight', operator: random.pick(['eq', 'ne']), value: random.pick(['1.1', '1.100000', 1.1, 2]) },
    {
      property: random.pick(['code', 'size', 'weight']),
      operator: 'in',
      value: [...NUMBERS, random.pick(['1.1', 1.1]), 2],
    },
    {
      property: 'mac',
      operator: random.pick(['eq', 'ne']),
      value: random.pick(['0022.bdf8.19ff', '00:22:bd:f8:19:fe', '00:22:BD:F8:19:FF']),
    },
    {
      property: 'ip',
      operator: random.pick(['eq', 'ne']),
      value: random.pick(['10.0.1.7', '2001:DB8:0::1', '2001:DB8::0002/64']),
    },
    {
      property: 'ip',
      operator: 'in_subnet',
      value: random.pick(['10.0.0.0/16', '10.0.2.0/23', '0.0.0.0/0', '2001:db8::/127']),
    },
    {
      property: 'created',
      operator: random.pick(['ge', 'lt', 'since']),
      value: random.pick(['2026-03-01T10:15:00Z', '2026-02-28', '2026-03-01T12:00:00+02:00']),
    },
  ])
}

/** Properties that look alike, of one type, of two, or of a type the model knows on one side only. */
const MATCHES = [
  { source: 'code', target: 'weight' }, { source: 'weight', target: 'size' }, { source: 'size', target: 'size' },
  { source: 'mac', target: 'mac' }, { source: 'ip', target: 'ip' }, { source: 'code', target: 'size' },
] // prettier-ignore

const CLASSES = ['uA', 'uB', 'uC', 'uD', 'uBase', 'uSub']
const NUMBER = { expression: 'number(code)' }
const NAMED = { expression: 'has(colour) ? name + colour : name' }

function randomCondition(random: Random): Record<string, unknown> {
  return random.pick([
    random.pick(MATCHES),
    { source: 'name', target: 'name', op: 'eq' },
    { source: NUMBER, target: 'size' },
    { source: 'code', target: { expression: 'code' } },
    { source: { expression: 'mac.lowerAscii()' }, target: 'mac' },
    { source: 'weight', target: { expression: 'size' } },
    { source: { expression: 'ip == "" ? "" : ip.replace("db8::", "DB8:0::")' }, target: 'ip' },
    { source: 'size', target: { expression: 'int(size) + 1' } },
    { source: NAMED, target: NAMED },
    { source: 'size', target: ['size', { expression: 'int(size) + 2' }], op: 'between' },
    { source: 'weight', target: [NUMBER, 'weight'], op: 'between' },
    { source: 'created', target: ['created', { expression: '"2026-03-01T12:00:00+02:00"' }], op: 'between' },
    { source: { expression: 'name + "1"' }, target: ['name', { expression: 'name + "9"' }], op: 'between' },
    { source: 'ip', target: 'ip', op: 'in_subnet' },
    { source: { expression: 'ip.split("/")[0] + "/22"' }, target: 'ip', op: random.pick(['contains_ip', 'overlaps']) },
  ])
}

function randomCanvas(random: Random, world: readonly ManagedObject[], absent: ReadonlySet<string>): Canvas {
  const ids = ['n0', 'n1', 'n2', 'n3'].slice(0, 2 + random.below(3))
  const classes = ids.map(() => random.pick(CLASSES))
  // Now and then with an ancestor, or with itself.
  const unions = classes.map((name) =>
    random.chance(0.4) ? { class_names: [name, random.pick(CLASSES), random.pick(CLASSES)] } : {},
  )
  const isAbsent = (index: number) => {
    const union = unions[index] ?? {}
    const names = 'class_names' in union ? union.class_names : [classes[index] ?? '']
    return names.some((name) => absent.has(name))
  }
  const nodes = ids.map((id, index) =>
    node(id, 'class_names' in unions[index]! ? undefined : classes[index], {
      ...unions[index],
      ...(isAbsent(index) || random.chance(0.1) ? { optional: true } : {}),
      filters: random.chance(0.5) ? [randomFilter(random, world)] : [],
      properties: random.chance(0.5) ? [random.pick(['name', 'colour'])] : [],
      ...(random.chance(0.2) ? { scope_dn: random.pick(world).dn } : {}),
    }),
  )
  const pairs = ids.slice(1).map((_, index) => [random.below(index + 1), index + 1] as const)
  const extra = ids.length > 2 && random.chance(0.3) ? [[0, ids.length - 1] as const] : []
  const edges = [...pairs, ...extra].map(([one, other], index) => {
    const [source, target] = random.chance(0.3) && index < pairs.length ? [other, one] : [one, other]
    const relations = usableRelations(classes[source] ?? '', classes[target] ?? '')
    const kind = random.pick<Record<string, unknown>>([
      { kind: 'contains' },
      { kind: 'contains', depth: 'child' },
      { kind: 'references', through: random.pick(relations) },
      { kind: 'references', through: relations[0] },
      { kind: 'match', on: { source: 'name', target: random.pick(['name', 'colour']) } },
      { kind: 'match', on: random.pick(MATCHES) },
      { kind: 'any' },
      { kind: 'match', on: Array.from({ length: 1 + random.below(2) }, () => randomCondition(random)) },
    ])
    return {
      ...edge(`${ids[source]} → ${ids[target]}`, { id: `e${index}` }),
      ...kind,
      join: random.pick(['inner', 'inner', 'left', kind.kind === 'any' ? 'inner' : 'without']),
    }
  })
  return canvas(nodes, edges)
}

// What a row shows of its objects: a plan may drop what is not used.
function describeRows(query: Canvas, rows: readonly ReadonlyMap<string, ManagedObject | null>[]): readonly string[] {
  const primary = choosePrimary(query)
  const shown = rowNodes(query).map(({ id, properties }) => {
    const names = properties.length > 0 ? properties : id === primary?.id ? ['name', 'colour', 'size'] : []
    return (row: ReadonlyMap<string, ManagedObject | null>) => [
      id,
      row.get(id)?.dn,
      ...names.map((name) => row.get(id)?.attributes[name]),
    ]
  })
  return rows.map((row) => JSON.stringify(shown.map((show) => show(row)))).sort()
}

function joinForReal(
  plan: Plan,
  tables: ReadonlyMap<TableId, readonly ManagedObject[]>,
): readonly ReadonlyMap<string, ManagedObject | null>[] {
  const rows = new Map(
    [...tables].map(([id, objects]) => [
      id,
      objects.map(({ dn, class_name, attributes }) => ({ dn, class_name, values: attributes })),
    ]),
  )
  const joined = executeJoins(rows, plan.joins, plan.rows.primary, 1_000_000)
  if (!joined.ok) throw new Error(joined.reason)
  return joined.matches.map(
    (match) =>
      new Map(
        [...joined.slots].map(([id, slot]) => {
          const row = match[slot]
          return [
            id,
            row === undefined ? null : { dn: row.dn, class_name: row.class_name, attributes: row.values, children: [] },
          ]
        }),
      ),
  )
}

function randomSizes(random: Random): (className: string) => number | undefined {
  const sizes = new Map(
    ['uA', 'uB', 'uC', 'uD', 'uBase', 'uSub', 'uRsToC', 'uRsLoop', 'uRsFree'].map((name) => [
      name,
      random.pick([1, 10, 3_000, 200_000]),
    ]),
  )
  return (className) => sizes.get(className)
}

const waysOf = (access: TableAccess): readonly string[] =>
  access.kind === 'union'
    ? ['union', ...access.parts.flatMap((part) => waysOf(part.access).map((way) => `union ${way}`))]
    : [wayOf(access)]

function wayOf(access: Exclude<TableAccess, { kind: 'union' }>) {
  if (access.kind === 'semi_join') return access.keys.by
  if (access.kind === 'query' && access.groups) return access.groups.length > 0 ? 'groups' : 'nothing'
  return access.kind
}

describe('a plan', () => {
  it('gives the rows the canvas means, whatever access paths the estimates choose', () => {
    const seen = new Map<string, number>()
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    for (let seed = 1; seed <= CASES; seed += 1) {
      const random = seededRandom(seed)
      // A release of the controller that does not know one of the classes.
      const absent = new Set(random.chance(0.2) ? [random.pick(['uD', 'uSub'])] : [])
      const world = randomWorld(random).filter(({ class_name }) => !absent.has(class_name))
      const query = randomCanvas(random, world, absent)
      if (validateCanvas(query, { model: worldModel }).errors.length > 0) continue
      const passes = (object: ManagedObject, { filters, scope_dn }: Canvas['nodes'][number]) =>
        passesNaively({ all: filters }, object, worldModel) &&
        (scope_dn === undefined || object.dn === scope_dn || isBelow(object.dn, scope_dn))

      const plan = planQuery(query, { model: worldModel, sizes: randomSizes(random) })
      const tables = readTablesNaively(
        plan,
        world,
        (filter, object) => compileFilter(filter)(object.attributes),
        worldModel,
        absent,
      )
      const rows = joinTablesNaively(plan, tables)

      const story = `seed ${seed}\n${JSON.stringify(query)}\n${plan.text}`
      const expected = describeRows(query, bruteForce(query, world, worldModel, passes))
      expect(describeRows(query, rows), story).toEqual(expected)
      expect(describeRows(query, joinForReal(plan, tables)), `executeJoins: ${story}`).toEqual(expected)
      for (const { access } of plan.fetches) for (const way of waysOf(access)) count(way)
      if (plan.fetches.some(({ tables }) => tables.slice(1).some(({ class_names }) => class_names)))
        count('union inside')
      if (plan.fetches.some(({ tables: [table] }) => absent.has(table?.class_name ?? ''))) count('absent')
      if (rows.length > 0) count('with rows')
      if (rows.length > 0 && plan.joins.some(({ on }) => on.kind === 'conditions')) count('by conditions')
      if (rows.length > 0 && plan.joins.some(({ on }) => on.kind === 'any')) count('by any')
    }
    const ways = ['ancestors', 'groups', 'query', 'scopes', 'values']
    const unions = ['union', 'union inside', ...ways.map((way) => `union ${way}`)]
    expect([...seen.keys()].sort()).toEqual(
      [...ways, 'absent', 'by any', 'by conditions', 'nested', 'nothing', ...unions, 'with rows'].sort(),
    )
  }, 180_000)

  it('only lets the controller count what it would count right', () => {
    const counted = { query: 0, union: 0 }
    for (let seed = 1; seed <= 600; seed += 1) {
      const random = seededRandom(seed)
      const world = randomWorld(random)
      const classes = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(CLASSES))
      const parts = {
        filters: random.chance(0.5) ? [randomFilter(random, world)] : [],
        ...(random.chance(0.3) ? { scope_dn: random.pick(world).dn } : {}),
        ...(classes.length > 1 ? { class_names: classes } : {}),
      }
      const only = node('n', classes.length > 1 ? undefined : classes[0], parts)
      const query = canvas([only], [], [{ id: 'c', type: 'group', config: { aggregates: [{ function: 'count' }] } }])
      if (validateCanvas(query, { model: worldModel }).errors.length > 0) continue

      const plan = planQuery(query, { model: worldModel })

      if (plan.counted !== true) continue
      counted[classes.length > 1 ? 'union' : 'query'] += 1
      const passes = (object: ManagedObject) =>
        passesNaively({ all: parts.filters }, object, worldModel) &&
        (parts.scope_dn === undefined || object.dn === parts.scope_dn || isBelow(object.dn, parts.scope_dn))
      const story = `seed ${seed}\n${JSON.stringify(query)}\n${plan.text}`
      expect(countNaively(plan, world, worldModel), story).toBe(bruteForce(query, world, worldModel, passes).length)
    }
    expect(counted).toEqual({
      query: expect.toSatisfy((many: number) => many > 50),
      union: expect.toSatisfy((many: number) => many > 20),
    })
  })
})
