const CLASS_CATEGORIES: Readonly<Record<string, string>> = {
  faultInst: 'faults',
  faultDelegate: 'faults',
  faultRecord: 'fault-records',
  eventRecord: 'event-logs',
  aaaModLR: 'audit-logs',
  healthInst: 'health',
  healthRecord: 'health-records',
}

/** The `rsp-subtree-include` category without which objects of this class are left out of a subtree, if any. */
export function categoryOf(className: string): string | undefined {
  if (/(5min|15min|1h|1d|1w|1mo|1qtr|1year)$/.test(className)) return 'stats'
  return className.endsWith('Task') ? 'tasks' : CLASS_CATEGORIES[className]
}

export const CATEGORIES: ReadonlySet<string> = new Set([
  ...Object.values(CLASS_CATEGORIES),
  'stats',
  'tasks',
  'relations',
])

export function isRelationClass(className: string): boolean {
  return /^[a-z0-9]+R[st][A-Z]/.test(className)
}
