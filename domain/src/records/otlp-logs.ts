import { fitEvent } from './fit-event.ts'
import type { RecordEvent } from './record-event.ts'

export type OtlpSender = {
  readonly service: string
  readonly instance: string
  readonly version: string
  readonly mostBytes: number
}

/** Numbers of OpenTelemetry's data model for logs. */
const SEVERITIES: Readonly<Record<RecordEvent['severity'], readonly [number, string]>> = {
  Informational: [9, 'INFO'],
  Low: [10, 'INFO2'],
  Medium: [13, 'WARN'],
  High: [17, 'ERROR'],
  Critical: [21, 'FATAL'],
}
const DEEPEST = 4

/** The body of a request of OTLP over HTTP, as JSON, for `/v1/logs`. */
export function otlpLogs(events: readonly RecordEvent[], sender: OtlpSender, nowMs: number): string {
  const { service, instance, version } = sender
  return JSON.stringify({
    resourceLogs: [
      {
        resource: {
          attributes: [
            attribute('service.name', service),
            attribute('service.version', version),
            attribute('service.instance.id', instance),
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'heddle.records', version },
            logRecords: events.map((event) => logRecord(event, sender.mostBytes, nowMs)),
          },
        ],
      },
    ],
  })
}

function logRecord(event: RecordEvent, mostBytes: number, nowMs: number) {
  const { body } = fitEvent(event.body, mostBytes)
  const [severityNumber, severityText] = SEVERITIES[event.severity]
  const { message, ...attributes } = body
  return {
    timeUnixNano: nanoseconds(event.atMs),
    observedTimeUnixNano: nanoseconds(nowMs),
    severityNumber,
    severityText,
    eventName: `heddle.${event.source}`,
    body: { stringValue: message },
    attributes: flattened(attributes),
  }
}

/** Integers of 64 bits are texts in JSON. */
const nanoseconds = (ms: number): string => `${Math.floor(ms)}000000`

/** Attributes under the dotted names of OCSF. Lists and `unmapped` are JSON: many backends keep nothing but scalars. */
function flattened(object: Readonly<Record<string, unknown>>, prefix = '', depth = 0): object[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    if (typeof value !== 'object') return [attribute(prefix + name, value)]
    if (Array.isArray(value) || depth >= DEEPEST || name === 'unmapped') {
      const isEmpty = Object.keys(value).length === 0
      return isEmpty ? [] : [attribute(prefix + name, JSON.stringify(value))]
    }
    return flattened(value as Record<string, unknown>, `${prefix}${name}.`, depth + 1)
  })
}

const attribute = (key: string, value: unknown) => ({ key, value: valueOf(value) })

function valueOf(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { stringValue: String(value) }
}
