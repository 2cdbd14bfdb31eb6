import { describe, expect, it } from 'vitest'
import type { Canvas } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import { choosePrimary } from '../canvas/primary.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow } from '../dn/dn.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { executeJoins } from '../join/execute-joins.ts'
import { planQuery } from '../query/plan-query.ts'
import { bruteForce } from '../testing/brute-force.ts'
import { passesNaively } from '../testing/naive-filter.ts'
import { readTablesNaively } from '../testing/naive-run.ts'
import { seededRandom } from '../testing/random.ts'
import { randomCanvas } from '../testing/random-canvas.ts'
import { randomWorld, worldModel } from '../testing/random-world.ts'
import { validateCanvas } from '../validation/validate-canvas.ts'
import { edgeStages, firstNotSurvived } from './edge-stages.ts'
import { judgeObject } from './judge-object.ts'
import { narrowedCanvas } from './narrowed-canvas.ts'

type World = readonly ManagedObject[]
const model = worldModel

/** As the engine does it: plan, read, join, and keep rows of the object. */
function rowsOf(query: Canvas, dn: string, world: World): number {
  const plan = planQuery(query, { model })
  const read = readTablesNaively(plan, world, (filter, object) => compileFilter(filter)(object.attributes), model)
  const tables = new Map(
    [...read].map(([id, objects]) => [id, objects.map((object) => ({ ...object, values: object.attributes }))]),
  )
  const joined = executeJoins(tables, plan.joins, plan.rows.primary, 1_000_000)
  if (!joined.ok) throw new Error(joined.reason)
  const slot = joined.slots.get(plan.rows.primary)!
  return joined.matches.filter((match) => match[slot]?.dn === dn).length
}

const passes = (object: ManagedObject, { filters, scope_dn }: Canvas['nodes'][number]) =>
  passesNaively({ all: filters }, object, model) &&
  (scope_dn === undefined || object.dn === scope_dn || isBelow(object.dn, scope_dn))

/** By the definition of a canvas. */
function isFound(query: Canvas, dn: string, world: World): boolean {
  const { id } = choosePrimary(query)!
  return bruteForce(query, world, model, passes).some((row) => row.get(id)?.dn === dn)
}

const withPrimary = (query: Canvas, change: (node: Canvas['nodes'][number]) => Canvas['nodes'][number]): Canvas => {
  const { id } = choosePrimary(query)!
  return {
    ...query,
    nodes: query.nodes.map((node) =>
      node.id === id ? { ...change(node), primary: true } : { ...node, primary: false },
    ),
  }
}

/** The part of a canvas that its first stages join, with all filters. */
function firstStages(query: Canvas, count: number): Canvas {
  const primary = choosePrimary(query)!
  const stages = edgeStages(query, primary.id).slice(0, count)
  const ids = new Set([primary.id, ...stages.flatMap(({ adds }) => adds)])
  const edges = new Set(stages.flatMap(({ edge, behind }) => [edge, ...behind]))
  const part = {
    ...query,
    nodes: query.nodes.filter(({ id }) => ids.has(id)),
    edges: query.edges.filter((edge) => edges.has(edge)),
  }
  return withPrimary(
    { ...part, nodes: part.nodes.map((node) => ({ ...node, primary: node.id === primary.id })) },
    (node) => node,
  )
}

describe('what drops an object', () => {
  it('lets it pass once it is relaxed, and is right about what is in the result', async () => {
    const seen = new Map<string, number>()
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    for (let seed = 1; seed <= 1_500; seed += 1) {
      const random = seededRandom(seed)
      const world = randomWorld(random)
      const query = randomCanvas(random, world, new Set())
      if (validateCanvas(query, { model }).errors.length > 0) continue
      const primary = choosePrimary(query)!
      const own = world.filter(({ class_name }) => nodeClasses(primary).includes(class_name))
      if (own.length === 0) continue
      const object = random.pick(own)
      const { dn } = object
      const story = `seed ${seed}: ${dn}\n${JSON.stringify(query)}`
      const isThere = isFound(query, dn, world)

      const { stages } = judgeObject(query, object, model)
      const last = stages.at(-1)!
      if (last.verdict === 'dropped') {
        count(last.kind)
        expect(isThere, story).toBe(false)
        const alone = firstStages(query, 0)
        const index = stages.length - 2
        const before = withPrimary(alone, (node) => ({
          ...node,
          filters: node.filters.slice(0, Math.max(0, index)),
          scope_dn: last.kind === 'scope' ? undefined : node.scope_dn,
        }))
        expect(isFound(before, dn, world), story).toBe(true)
        const after = withPrimary(alone, (node) => ({ ...node, filters: node.filters.slice(0, index + 1) }))
        expect(isFound(after, dn, world), story).toBe(false)
        continue
      }
      const edges = edgeStages(query, primary.id)
      const survives = (many: number) => rowsOf(narrowedCanvas(query, dn, { stages: many }), dn, world) > 0
      expect(survives(edges.length), story).toBe(isThere)
      if (isThere) {
        count('present')
        continue
      }
      const culprit = await firstNotSurvived(edges.length, async (many) => survives(many))
      const { edge } = edges[culprit!]!
      count(edge.join === 'inner' ? 'edge' : edge.join)
      expect(isFound(firstStages(query, culprit!), dn, world), story).toBe(true)
      const dropping = firstStages(query, culprit! + 1)
      expect(isFound(dropping, dn, world), story).toBe(false)
      if (edge.join !== 'inner' || edges[culprit!]!.adds[0] !== edge.target) continue
      const left = { ...edge, join: 'left' as const }
      const relaxed = { ...dropping, edges: dropping.edges.map((other) => (other === edge ? left : other)) }
      expect(isFound(relaxed, dn, world), story).toBe(true)
    }
    expect(Object.fromEntries(seen)).toEqual({
      filter: expect.toSatisfy((many: number) => many > 30),
      scope: expect.toSatisfy((many: number) => many > 30),
      edge: expect.toSatisfy((many: number) => many > 100),
      left: expect.toSatisfy((many: number) => many > 5),
      without: expect.toSatisfy((many: number) => many > 20),
      present: expect.toSatisfy((many: number) => many > 50),
    })
  }, 180_000)
})
