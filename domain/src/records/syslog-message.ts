import { fitEvent } from './fit-event.ts'
import type { RecordEvent, RecordSource } from './record-event.ts'

export type SyslogSender = { readonly host: string; readonly version: string; readonly mostBytes: number }

/** Facilities of RFC 5424: log audit, security, and the first one for local use. */
const FACILITIES: Readonly<Record<RecordSource, number>> = { audit: 13, sign_in: 10, finding: 16 }
const SEVERITIES: Readonly<Record<RecordEvent['severity'], number>> = {
  Informational: 6,
  Low: 5,
  Medium: 4,
  High: 3,
  Critical: 2,
}

/** The number that RFC 5612 keeps for examples, as there is none of our own. */
const ELEMENT = 'heddle@32473'
const LONGEST_HOST = 255
const LONGEST_MESSAGE_ID = 32
const LONGEST_VALUE = 64

/**
 * A message of RFC 5424: the event as JSON, and in structured data what receivers filter by. It has no byte order mark,
 * because it is plain ASCII after the structured data.
 */
export function syslogMessage(event: RecordEvent, { host, version, mostBytes }: SyslogSender): string {
  const { source, name, atMs, severity, uid, sequence, user, ip } = event
  const priority = FACILITIES[source] * 8 + SEVERITIES[severity]
  const header = `<${priority}>1 ${new Date(atMs).toISOString()} ${printable(host, LONGEST_HOST)} heddle - ${printable(name, LONGEST_MESSAGE_ID)}`
  const values = { id: uid, source, sequence: String(sequence), name, user, ip }
  const data = `[origin software="heddle" swVersion="${parameter(version)}"][${ELEMENT}${parameters(values)}]`
  const head = `${header} ${data} `
  return head + fitEvent(event.body, mostBytes - new TextEncoder().encode(head).length).text
}

const parameters = (values: Readonly<Record<string, string | null>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null || value === '' ? [] : ` ${name}="${parameter(value)}"`))
    .join('')

/** Quotes, backslashes and brackets are escaped; control characters would end a line for many receivers. */
const parameter = (value: string): string =>
  value
    .slice(0, LONGEST_VALUE)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/["\\\]]/g, '\\$&')

/** The names of a header are printable ASCII without spaces; `-` stands for nothing. */
const printable = (text: string, longest: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, longest) || '-'
