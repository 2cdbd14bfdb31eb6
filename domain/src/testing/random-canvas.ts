import type { Canvas, Filter } from '../canvas/canvas.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { canvas, edge, node } from './canvas-builder.ts'
import type { Random } from './random.ts'
import { usableRelations } from './random-world.ts'

const MANY = Array.from({ length: 45 }, (_, index) => `shade ${index}`)
const NUMBERS = Array.from({ length: 14 }, (_, index) => 30 + index)

/** A filter on objects of a random world. */
export function randomFilter(random: Random, world: readonly ManagedObject[], depth = 0): Filter {
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

/** The classes of a random world, and the ancestor of two of them. */
export const CLASSES = ['uA', 'uB', 'uC', 'uD', 'uBase', 'uSub']
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

/** A canvas over a random world, which need not be valid; nodes of `absent` classes are optional. */
export function randomCanvas(random: Random, world: readonly ManagedObject[], absent: ReadonlySet<string>): Canvas {
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
