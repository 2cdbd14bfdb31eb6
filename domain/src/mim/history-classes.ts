import type { ClassModel } from './model.ts'
import { lineage } from './relations.ts'

/** Records of what happened, which the controller keeps by time. */
const RECORDS: ReadonlySet<string> = new Set(['aaaModLR', 'aaaSessionLR', 'eventRecord', 'faultRecord', 'healthRecord'])
const STATISTICS_HISTORY = /[a-z\d]Hist(?:5min|15min|1h|1d|1w|1mo|1qtr|1year)$/

/** The property with the time of an object: when a record was created, or when an interval of statistics ended. */
export type TimeProperty = 'created' | 'repIntvEnd'

/** Whether the controller keeps objects of the class as a history, and so can search them by time. */
export function hasHistory(className: string, model: ClassModel): boolean {
  return keepsHistory(lineage(className, model.find(className)))
}

/** The same for a class and its superclasses. */
export const keepsHistory = (names: readonly string[]): boolean =>
  names.some((name) => RECORDS.has(name)) || isStatistics(names)

export function timePropertyOf(className: string, model: ClassModel): TimeProperty {
  return isStatistics(lineage(className, model.find(className))) ? 'repIntvEnd' : 'created'
}

const isStatistics = (names: readonly string[]): boolean =>
  names.some((name) => name === 'statsHist' || STATISTICS_HISTORY.test(name))
