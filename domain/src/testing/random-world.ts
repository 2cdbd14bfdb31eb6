import type { ManagedObject } from '../controller-query/controller-query.ts'
import { classMembers } from '../mim/class-members.ts'
import { containment } from '../mim/containment.ts'
import type { ClassInfo, ClassModel, PropertyInfo } from '../mim/model.ts'
import { indexRelations, relationsBetween } from '../mim/relations.ts'
import { classInfo } from './class-info.ts'
import type { Random } from './random.ts'

const OBJECT_CLASSES = ['uA', 'uB', 'uC', 'uD', 'uSub'] as const
const everywhere = new Set<string>(OBJECT_CLASSES)
const placed = { contained_by: everywhere, naming: ['name'] }

/** What the classes of the model have; uD has the same properties, but the model does not know their types. */
const TYPES: Readonly<Record<string, PropertyInfo['type']>> = {
  name: 'string', colour: 'string', size: 'integer', code: 'string', weight: 'number', mac: 'mac', ip: 'ip', created: 'date', hue: 'enum',
} // prettier-ignore
const HUES = ['red', 'green']
const typed = new Map(
  ['dn', ...Object.keys(TYPES)].map((name) => [
    name,
    { name, type: TYPES[name] ?? 'dn', values: name === 'hue' ? HUES : [] },
  ]),
)

/** uC has fewer, so a union with it has properties that one of its classes lacks. */
const LACKED = ['weight', 'created', 'colour']
const fewer = new Map([...typed].filter(([name]) => !LACKED.includes(name)))

/** Look-alike numbers as text and as numbers, addresses and instants, as controllers write them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  code: ['1.1', '1.10', '1', ''],
  hue: HUES,
  weight: ['1.100000', '1.000000', '2.000000'],
  mac: ['00:22:BD:F8:19:FF', '00:22:BD:F8:19:FE', 'not-applicable'],
  ip: ['10.0.1.7', '10.0.2.7/24', '2001:db8::1', '2001:db8::2/64'],
  created: [
    '2026-03-01T12:00:00.000+02:00',
    '2026-03-01T10:30:00.000+00:00',
    '2026-02-28T23:30:00.000-12:00',
    '2026-03-01T01:00:00.000+14:00',
  ],
}

const classes = new Map<string, ClassInfo>(
  [
    { ...classInfo('uBase', { is_abstract: true }), properties: typed },
    { ...classInfo('uA', { ...placed, rn_format: 'a-{name}', super_classes: ['uBase'] }), properties: typed },
    { ...classInfo('uB', { ...placed, rn_format: 'b-{name}' }), properties: typed },
    { ...classInfo('uC', { ...placed, rn_format: 'c-[{name}]', super_classes: ['uBase'] }), properties: fewer },
    // A concrete class with a subclass that is named by another property.
    {
      ...classInfo('uSub', { ...placed, naming: ['size'], rn_format: 'sub-{size}', super_classes: ['uB'] }),
      properties: typed,
    },
    classInfo('uRsToC', {
      naming: ['tDn'],
      rn_format: 'rsToC-[{tDn}]',
      relation: { from_class: 'uB', to_class: 'uC' },
    }),
    classInfo('uRsLoop', {
      naming: ['tDn'],
      rn_format: 'rsLoop-[{tDn}]',
      relation: { from_class: 'uA', to_class: 'uA' },
    }),
  ].map((info) => [info.name, info]),
)
const relations = indexRelations(classes.values())

/**
 * Knows uA, uB, uC, the ancestor uBase of uA and uC, uSub (a uB) and two relations; not uD and not uRsFree, which joins
 * anything to anything.
 */
export const worldModel: ClassModel = {
  installed: false,
  find: (name) => classes.get(name),
  relationsBetween: (source, target) => relationsBetween(relations, [source], [target]),
  canContain: containment(classes),
  membersOf: classMembers(classes),
  suggestClasses: () => [],
}

/** Relation classes a canvas may use between two classes of the world. */
export function usableRelations(source: string, target: string): readonly string[] {
  return [
    ...(isToC(source, target) || isToC(target, source) ? ['uRsToC'] : []),
    ...(['uA', 'uBase'].includes(source) && ['uA', 'uBase'].includes(target) ? ['uRsLoop'] : []),
    'uRsFree',
  ]
}

const isToC = (holder: string, target: string) => ['uB', 'uSub'].includes(holder) && ['uC', 'uBase'].includes(target)

/** A small tree of objects that may contain each other in any order, with relation objects between them, as a list. */
export function randomWorld(random: Random): readonly ManagedObject[] {
  const objects: ManagedObject[] = []
  const add = (parent: string, className: string, name: string) => {
    const rn = className === 'uC' ? `c-[${name}]` : `${className.slice(1).toLowerCase()}-${name}`
    const dn = parent === '' ? rn : `${parent}/${rn}`
    if (objects.some((object) => object.dn === dn)) return
    objects.push(
      managedObject(className, dn, {
        name,
        ...kept(className, {
          colour: random.pick(['red', 'green', '']),
          size: String(random.below(4)),
          ...randomValues(random),
        }),
      }),
    )
  }
  for (let index = 0; index < 26; index += 1) {
    const parent = random.chance(0.3) || objects.length === 0 ? 'root' : random.pick(objects).dn
    if (parent.split('/').length < 6) add(parent, random.pick(OBJECT_CLASSES), random.pick(['x', 'y', 'z', 'xz']))
  }
  return [...objects, ...randomRelations(objects, random)]
}

function kept(className: string, values: Record<string, string>): Record<string, string> {
  if (className !== 'uC') return values
  return Object.fromEntries(Object.entries(values).filter(([name]) => !LACKED.includes(name)))
}

function randomValues(random: Random): Record<string, string> {
  return Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, random.pick(values)]))
}

function randomRelations(objects: readonly ManagedObject[], random: Random): readonly ManagedObject[] {
  const found = new Map<string, ManagedObject>()
  for (let index = 0; index < 24; index += 1) {
    const holder = random.pick(objects)
    const className =
      ['uB', 'uSub'].includes(holder.class_name) && random.chance(0.5)
        ? 'uRsToC'
        : holder.class_name === 'uA' && random.chance(0.5)
          ? 'uRsLoop'
          : 'uRsFree'
    const fitting = objects.filter(
      ({ class_name }) => className === 'uRsFree' || class_name === (className === 'uRsToC' ? 'uC' : 'uA'),
    )
    const tDn = random.chance(0.1) || fitting.length === 0 ? 'root/nothing' : random.pick(fitting).dn
    const dn = `${holder.dn}/rs${className.slice(3)}-[${tDn}]`
    found.set(dn, managedObject(className, dn, { tDn, colour: random.pick(['red', 'green']) }))
  }
  return [...found.values()]
}

function managedObject(class_name: string, dn: string, attributes: Record<string, string>): ManagedObject {
  return { class_name, dn, attributes: { dn, ...attributes }, children: [] }
}
