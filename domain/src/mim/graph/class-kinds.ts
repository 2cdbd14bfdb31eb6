import { CLASS_CATEGORIES, type ClassCategory } from '@heddle/contract/mim-kinds.ts'
import type { ClassRecord } from '../class-record.ts'

const RELATION_NAME = /^R[st][A-Z0-9]/
const RECORD_KINDS = ['fault', 'event', 'health'] as const
const ENDS_IN_PERIOD = /(?:5min|15min|1h|1d|1w|1mo|1qtr|1year)$/
/** Audit logs, session logs and access records, which are below everything that can be configured. */
const ACCESS_NOTE = /^aaa\w*(?:LR|Annotation)$/

/**
 * The category of a class. `abstract` comes first, because such a class never has objects; then the purpose of its
 * objects: relation, statistics, fault, event, health. The rest is divided by whether users can change it.
 */
export function classCategory(record: ClassRecord): ClassCategory {
  if (record.is_abstract) return 'abstract'
  if (record.relation !== null || RELATION_NAME.test(record.name.slice(record.package.length))) return 'relation'
  if (isStatistics(record)) return 'statistics'
  return (
    RECORD_KINDS.find((kind) => record.package.startsWith(kind)) ??
    (record.is_configurable ? 'configuration' : 'operational')
  )
}

/**
 * Whether the class is one of those below nearly every other class: tags, faults, events, health and statistics.
 * Policies on faults and statistics are in the same packages, but users look for them. They differ in that they can be
 * configured.
 */
export function isGenericClass(record: ClassRecord): boolean {
  if (record.package === 'tag' || record.name === 'faultInst' || isStatistics(record) || ACCESS_NOTE.test(record.name))
    return true
  return (
    !record.is_configurable && ['fault', 'event', 'health', 'stats'].some((kind) => record.package.startsWith(kind))
  )
}

/**
 * Ranks central classes first: 0 configurable object, 1 configurable relation, 2 read-only, 3 abstract or deprecated.
 */
export function rankOf(record: ClassRecord): number {
  if (record.is_abstract || record.is_deprecated) return 3
  if (!record.is_configurable) return 2
  return classCategory(record) === 'relation' ? 1 : 0
}

export function categoryNumber(category: ClassCategory): number {
  return CLASS_CATEGORIES.indexOf(category)
}

// Compact class lists do not mark statistics, but the names of such classes end in their period.
function isStatistics(record: ClassRecord): boolean {
  return record.is_statistics || (!record.is_configurable && ENDS_IN_PERIOD.test(record.name))
}
