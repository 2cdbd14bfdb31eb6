import { CLASS_CATEGORIES } from '@heddle/contract/mim-kinds.ts'
import type { IndexParts } from '../parts.ts'
import { openLists } from '../search/lists.ts'
import { numbersOf } from '../search/part-of.ts'
import { listAt } from './adjacency.ts'
import { CATEGORY_SHIFT, CLASS_FLAGS, RANK_SHIFT } from './class-draft.ts'
import type { ClassFacts, ClassTrait } from './class-graph.ts'
import { displayNameOf } from './display-name.ts'
import { NO_PATH } from './interner.ts'
import { packageDescription } from './package-descriptions.ts'

type TextOf = (id: number) => string

/** The data of individual classes. */
export function openClasses(parts: IndexParts, text: TextOf, className: (id: number) => string) {
  const column = (name: string) => numbersOf(parts, `graph.class.${name}`)
  const [labels, descriptions, rnFormats, kinds] = [
    column('label'),
    column('description'),
    column('rn_format'),
    column('kind'),
  ]
  const [dnFormatCounts, displayPlaces] = [column('dn_format_count'), column('display_place')]
  const [naming, dnFormats] = [openLists(parts, 'graph.naming'), openLists(parts, 'graph.dn_formats')]
  const packages = openPackages(parts, text)
  const path = openPaths(parts, text)

  const kind = (id: number) => kinds[id] ?? 0
  const has = (id: number, trait: ClassTrait) => (kind(id) & bitOf(trait)) !== 0
  const generic = bitOf('is_generic')
  const category = (id: number) => CLASS_CATEGORIES[(kind(id) >>> CATEGORY_SHIFT) & 7] ?? 'operational'
  const classLabel = (id: number) => text(labels[id]!)
  const classDescription = (id: number) => text(descriptions[id]!)
  const classRnFormat = (id: number) => text(rnFormats[id]!)
  const classPackage = (id: number) => packages.ofClass(id)
  const displayName = remember(labels.length, (id) => displayNameOf(classLabel(id), className(id), classPackage(id)))

  const describe = (id: number): ClassFacts => ({
    name: className(id),
    package: classPackage(id),
    label: classLabel(id),
    description: classDescription(id),
    rn_format: classRnFormat(id),
    naming: Array.from(listAt(naming, id), text),
    dn_formats: Array.from(listAt(dnFormats, id), path),
    dn_format_count: dnFormatCounts[id]!,
    is_context_root: has(id, 'is_context_root'),
    is_abstract: has(id, 'is_abstract'),
    is_configurable: has(id, 'is_configurable'),
    is_deprecated: has(id, 'is_deprecated'),
    is_hidden: has(id, 'is_hidden'),
    is_statistics: has(id, 'is_statistics'),
    category: category(id),
  })

  return {
    ...packages.accessors,
    ...{
      classCount: labels.length,
      classLabel,
      classDescription,
      classRnFormat,
      classPackage,
      displayName,
      category,
      has,
      describe,
    },
    displayPlace: (id: number) => displayPlaces[id]!,
    classRank: (id: number) => kind(id) >>> RANK_SHIFT,
    firstDnFormat: (id: number) => Array.from(listAt(dnFormats, id).subarray(0, 1), path).join(''),
    isGeneric: (id: number) => (kind(id) & generic) !== 0,
  }
}

function bitOf(flag: (typeof CLASS_FLAGS)[number]): number {
  return 1 << CLASS_FLAGS.indexOf(flag)
}

/** Decodes texts only once, because sorting and listing thousands of classes read them again and again. */
export function remember(count: number, read: (id: number) => string): (id: number) => string {
  const kept = new Array<string | undefined>(count)
  return (id) => (kept[id] ??= read(id))
}

function openPackages(parts: IndexParts, text: TextOf) {
  const names = Array.from(numbersOf(parts, 'graph.package.name'), text)
  const ids = new Map(names.map((name, id) => [name, id]))
  const ofClass = numbersOf(parts, 'graph.class.package')
  const classes = openLists(parts, 'graph.package_classes')
  return {
    ofClass: (id: number) => names[ofClass[id]!] ?? '',
    accessors: {
      packageCount: names.length,
      packageName: (id: number) => names[id] ?? '',
      packageDescription: (id: number) => packageDescription(names[id] ?? ''),
      classesOfPackage: (name: string) => listAt(classes, ids.get(name) ?? names.length),
    },
  }
}

function openPaths(parts: IndexParts, text: TextOf): (path: number) => string {
  const parents = numbersOf(parts, 'graph.path.parents')
  const segments = numbersOf(parts, 'graph.path.segments')
  return (path) => {
    const steps: string[] = []
    // A parent always precedes its children, so this terminates even for corrupt numbers.
    for (let at = path, before = NO_PATH; at < before; before = at, at = parents[at]!) steps.push(text(segments[at]!))
    return steps.reverse().join('/')
  }
}
