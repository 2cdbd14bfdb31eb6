import type { ManagedObject } from '../controller-query/controller-query.ts'
import { classMembers } from '../mim/class-members.ts'
import { containment } from '../mim/containment.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import { indexRelations, relationsBetween } from '../mim/relations.ts'
import { classInfo } from './class-info.ts'
import type { Random } from './random.ts'

const OBJECT_CLASSES = ['uA', 'uB', 'uC', 'uD', 'uSub'] as const
const everywhere = new Set<string>(OBJECT_CLASSES)
const placed = { contained_by: everywhere, naming: ['name'] }

const classes = new Map<string, ClassInfo>(
  [
    classInfo('uBase', { is_abstract: true }),
    classInfo('uA', { ...placed, rn_format: 'a-{name}', super_classes: ['uBase'] }),
    classInfo('uB', { ...placed, rn_format: 'b-{name}' }),
    classInfo('uC', { ...placed, rn_format: 'c-[{name}]', super_classes: ['uBase'] }),
    // A concrete class with a subclass that is named by another property.
    classInfo('uSub', { ...placed, naming: ['size'], rn_format: 'sub-{size}', super_classes: ['uB'] }),
    classInfo('uRsToC', { naming: ['tDn'], rn_format: 'rsToC-[{tDn}]', relation: { from_class: 'uB', to_class: 'uC' } }),
    classInfo('uRsLoop', { naming: ['tDn'], rn_format: 'rsLoop-[{tDn}]', relation: { from_class: 'uA', to_class: 'uA' } }),
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
    objects.push(managedObject(className, dn, { name, colour: random.pick(['red', 'green', '']), size: String(random.below(4)) }))
  }
  for (let index = 0; index < 26; index += 1) {
    const parent = random.chance(0.3) || objects.length === 0 ? 'root' : random.pick(objects).dn
    if (parent.split('/').length < 6) add(parent, random.pick(OBJECT_CLASSES), random.pick(['x', 'y', 'z', 'xz']))
  }
  return [...objects, ...randomRelations(objects, random)]
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
    const fitting = objects.filter(({ class_name }) => className === 'uRsFree' || class_name === (className === 'uRsToC' ? 'uC' : 'uA'))
    const tDn = random.chance(0.1) || fitting.length === 0 ? 'root/nothing' : random.pick(fitting).dn
    const dn = `${holder.dn}/rs${className.slice(3)}-[${tDn}]`
    found.set(dn, managedObject(className, dn, { tDn, colour: random.pick(['red', 'green']) }))
  }
  return [...found.values()]
}

function managedObject(class_name: string, dn: string, attributes: Record<string, string>): ManagedObject {
  return { class_name, dn, attributes: { dn, ...attributes }, children: [] }
}
