import { countsInWords, type MessageLinks, type Occurrence, shortened } from './occurrence.ts'
import { endsTrouble } from './takes-occurrence.ts'

const LONGEST_SUMMARY = 1_024

/** What is an incident, or ends one. */
const INCIDENTS: ReadonlySet<Occurrence['type']> = new Set([
  'run.failed',
  'run.recovered',
  'check.failed',
  'check.passed',
  'connection.fault',
  'connection.recovered',
  'test',
])
export const isIncident = ({ type }: Pick<Occurrence, 'type'>): boolean => INCIDENTS.has(type)

/** An event for version 2 of the API, without the key that says whose it is. */
export function pagerdutyEvent(occurrence: Occurrence, links: MessageLinks, source: string) {
  const { key, title, text, severity, counts, rows, blame, connections, at } = occurrence
  if (endsTrouble(occurrence)) return { event_action: 'resolve', dedup_key: key }
  return {
    event_action: 'trigger',
    dedup_key: key,
    client: 'Heddle',
    client_url: links.open,
    links: [{ href: links.open, text: 'Open in Heddle' }],
    payload: {
      summary: shortened(title, LONGEST_SUMMARY),
      source,
      severity,
      timestamp: at,
      custom_details: { text, controllers: connections.join(', '), counts: countsInWords(counts), blame, rows },
    },
  }
}
