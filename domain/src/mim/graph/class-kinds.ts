import type { ClassRecord } from '../class-record.ts'
import { CLASS_CATEGORIES, type ClassCategory } from './class-graph.ts'

const RELATION_NAME = /^R[st][A-Z0-9]/
const RECORD_KINDS = ['fault', 'event', 'health'] as const
const ENDS_IN_PERIOD = /(?:5min|15min|1h|1d|1w|1mo|1qtr|1year)$/
/** Audit and session logs and access notes, which hang below everything that can be configured. */
const ACCESS_NOTE = /^aaa\w*(?:LR|Annotation)$/

/**
 * The one kind a class is listed under. `abstract` comes first, because such a class has no objects whatever else it is; then what
 * an object is made for: relation, statistics, fault, event, health. The rest is told apart by whether users can change it.
 */
export function categoryOf(record: ClassRecord): ClassCategory {
  if (record.is_abstract) return 'abstract'
  if (record.relation !== null || RELATION_NAME.test(record.name.slice(record.package.length))) return 'relation'
  if (isStatistics(record)) return 'statistics'
  return RECORD_KINDS.find((kind) => record.package.startsWith(kind)) ?? (record.is_configurable ? 'configuration' : 'operational')
}

/**
 * Is it what hangs below nearly every other class: tags, faults, events, health and statistics? The policies about faults and
 * statistics share their packages, but are what a person looks for; they can be configured, which tells them apart.
 */
export function isGenericClass(record: ClassRecord): boolean {
  if (record.package === 'tag' || record.name === 'faultInst' || isStatistics(record) || ACCESS_NOTE.test(record.name)) return true
  return !record.is_configurable && ['fault', 'event', 'health', 'stats'].some((kind) => record.package.startsWith(kind))
}

/** What is more central ranks first: 0 configurable object, 1 configurable relation, 2 read-only, 3 abstract or deprecated. */
export function rankOf(record: ClassRecord): number {
  if (record.is_abstract || record.is_deprecated) return 3
  if (!record.is_configurable) return 2
  return categoryOf(record) === 'relation' ? 1 : 0
}

export function categoryNumber(category: ClassCategory): number {
  return CLASS_CATEGORIES.indexOf(category)
}

// Compact class lists do not say what is statistics, but its names end in the period they are about.
function isStatistics(record: ClassRecord): boolean {
  return record.is_statistics || (!record.is_configurable && ENDS_IN_PERIOD.test(record.name))
}
