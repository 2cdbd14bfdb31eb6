import type { ChannelEvents } from '@heddle/contract/channels.ts'
import { NOTIFICATION_SEVERITIES } from '@heddle/contract/notifications.ts'
import type { Occurrence } from './occurrence.ts'

/** Where the query of an occurrence stands. */
export type QueryPlace = {
  /** Its folder and those above it. */
  readonly folders: readonly number[]
  readonly pack: string | null
}

export const ALL_EVENTS: ChannelEvents = {
  categories: [],
  minimum_severity: 'info',
  saved_queries: [],
  category: null,
  packs: [],
}

/** What ends a trouble passes however mild it is, or a channel of errors would never hear that one is over. */
const ENDS_TROUBLE = new Set(['run.recovered', 'check.passed', 'connection.recovered'])

export const endsTrouble = ({ type }: Pick<Occurrence, 'type'>): boolean => ENDS_TROUBLE.has(type)

/**
 * Whether the rules of a channel let an occurrence pass: all of them have to. Rules about queries let nothing pass that
 * is about no query.
 */
export function takesOccurrence(
  rules: ChannelEvents,
  occurrence: Pick<Occurrence, 'type' | 'category' | 'severity' | 'saved_query'>,
  place: QueryPlace,
): boolean {
  if (rules.categories.length > 0 && !rules.categories.includes(occurrence.category)) return false
  if (!endsTrouble(occurrence) && rank(occurrence.severity) < rank(rules.minimum_severity)) return false
  const query = occurrence.saved_query?.id
  if (rules.saved_queries.length > 0 && (query === undefined || !rules.saved_queries.includes(query))) return false
  if (rules.category !== null && !place.folders.includes(rules.category)) return false
  return rules.packs.length === 0 || (place.pack !== null && rules.packs.includes(place.pack))
}

const rank = (severity: Occurrence['severity']): number => NOTIFICATION_SEVERITIES.indexOf(severity)
