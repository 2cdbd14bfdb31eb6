import { describe, expect, it } from 'vitest'
import type { Canvas } from '../canvas/canvas.ts'
import { choosePrimary, rowNodes } from '../canvas/primary.ts'
import { validateCanvas } from '../validation/validate-canvas.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { isBelow } from '../dn/dn.ts'
import { executeJoins } from '../join/execute-joins.ts'
import { bruteForce } from '../testing/brute-force.ts'
import { canvas, node } from '../testing/canvas-builder.ts'
import { passesNaively } from '../testing/naive-filter.ts'
import { joinTablesNaively } from '../testing/naive-join.ts'
import { countNaively, readTablesNaively } from '../testing/naive-run.ts'
import { seededRandom, type Random } from '../testing/random.ts'
import { CLASSES, randomCanvas, randomFilter } from '../testing/random-canvas.ts'
import { randomWorld, worldModel } from '../testing/random-world.ts'
import { planQuery } from './plan-query.ts'
import type { TableAccess, Plan, TableId } from './plan.ts'

const CASES = 2_000

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
