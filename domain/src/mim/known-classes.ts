import { ACCESS_CLASSES } from './known/access-classes.ts'
import { FABRIC_CLASSES } from './known/fabric-classes.ts'
import { RELATION_CLASSES } from './known/relation-classes.ts'
import { TENANT_CLASSES } from './known/tenant-classes.ts'
import type { ClassInfo } from './model.ts'

/** A class that the engine knows without a MIM: used to plan and to name columns, never to reject a query. */
export type KnownClass = ClassInfo & {
  /** Expected number of objects on a busy fabric; only the order of magnitude matters. */
  readonly typicalSize: number
}

/** A class with at least this many objects is large. */
export const LARGE_CLASS = 10_000

const STATISTICS_CLASS = /\d?(?:5min|15min|1h|1d|1w|1mo|1qtr|1year)$/

/** The class from the built-in table, if it is in there. */
export function findKnownClass(className: string): KnownClass | undefined {
  return KNOWN_CLASSES.get(className)
}

/** How many objects of the class a busy fabric has; undefined if unknown. */
export function typicalSize(className: string): number | undefined {
  return findKnownClass(className)?.typicalSize ?? (STATISTICS_CLASS.test(className) ? LARGE_CLASS : undefined)
}

function readObjectClass(line: string): KnownClass {
  const [name = '', rnFormat = '', size = '', parents, ancestors] = line.split(/\s+/)
  return {
    ...knownClass(name, rnFormat, size),
    contained_by: new Set(readList(parents)),
    super_classes: readList(ancestors),
  }
}

function readRelationClass(line: string): KnownClass {
  const [name = '', rnFormat = '', size = '', from = '', to = ''] = line.split(/\s+/)
  return {
    ...knownClass(name, rnFormat, size),
    contained_by: new Set([from]),
    relation: { from_class: from, to_class: to },
  }
}

function knownClass(name: string, rnFormat: string, size: string): KnownClass {
  return {
    name,
    rn_format: rnFormat,
    naming: [...rnFormat.matchAll(/\{(\w+)\}/g)].map(([, property = '']) => property),
    properties: undefined,
    contained_by: new Set(),
    contains: new Set(),
    super_classes: [],
    is_abstract: false,
    is_deprecated: false,
    relation: undefined,
    typicalSize: Number(size),
  }
}

function readList(text: string | undefined): string[] {
  return text === undefined || text === '-' ? [] : text.split(',')
}

function lines(table: string): string[] {
  return table.trim().split('\n')
}

/** All classes of the built-in table by wire name. */
export const KNOWN_CLASSES: ReadonlyMap<string, KnownClass> = new Map(
  [
    ...[TENANT_CLASSES, FABRIC_CLASSES, ACCESS_CLASSES].flatMap(lines).map(readObjectClass),
    ...lines(RELATION_CLASSES).map(readRelationClass),
  ].map((known) => [known.name, known]),
)
