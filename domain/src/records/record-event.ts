import type { SEVERITIES } from '@heddle/contract/queries.ts'

/** What records are about. */
export type RecordSource = 'audit' | 'sign_in' | 'finding'

/** A record as collectors get it: an event of OCSF, and what is said about it outside of that. */
export type RecordEvent = {
  readonly source: RecordSource
  /** What happened in one word: the action of an audit entry, `sign_in`, `finding`. */
  readonly name: string
  readonly atMs: number
  readonly severity: keyof typeof SEVERITY_IDS
  /** The same whenever it is sent, so that receivers recognise a record that they have. */
  readonly uid: string
  /** Its place in its table. */
  readonly sequence: number
  readonly user: string | null
  readonly ip: string | null
  readonly body: OcsfBody
}

/** The attributes of OCSF that are used here; `unmapped` holds what has none. */
export type OcsfBody = Readonly<Record<string, unknown>> & {
  readonly message: string
  readonly unmapped: Readonly<Record<string, unknown>>
}

export const OCSF_VERSION = '1.5.0'
export const SEVERITY_IDS = { Informational: 1, Low: 2, Medium: 3, High: 4, Critical: 5 } as const

type Severity = (typeof SEVERITIES)[number]
const OF_FINDINGS = {
  none: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} as const satisfies Record<Severity, keyof typeof SEVERITY_IDS>

export const severityOfFinding = (severity: Severity): keyof typeof SEVERITY_IDS => OF_FINDINGS[severity]

type ClassOfEvent = {
  readonly category_uid: number
  readonly category_name: string
  readonly class_uid: number
  readonly class_name: string
}

/** What all events have in common. Attributes without a value are left out. */
export function recordBody(
  {
    uid,
    sequence,
    atMs,
    severity,
    version,
  }: Pick<RecordEvent, 'uid' | 'sequence' | 'atMs' | 'severity'> & {
    readonly version: string
  },
  kind: ClassOfEvent,
  [activity_id, activity_name]: readonly [number, string],
  attributes: Pick<OcsfBody, 'message' | 'unmapped'> & Readonly<Record<string, unknown>>,
): OcsfBody {
  return {
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Heddle', vendor_name: 'Heddle', version },
      uid,
      sequence,
    },
    ...kind,
    activity_id,
    activity_name,
    type_uid: kind.class_uid * 100 + activity_id,
    time: atMs,
    severity,
    severity_id: SEVERITY_IDS[severity],
    ...attributes,
  }
}

/** Objects of nothing are left out, at any depth; lists stay as they are. */
export function withoutEmpty(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (inner === null || inner === undefined) return []
      if (typeof inner !== 'object' || Array.isArray(inner)) return [[name, inner]]
      const kept = withoutEmpty(inner as Record<string, unknown>)
      return Object.keys(kept).length === 0 ? [] : [[name, kept]]
    }),
  )
}
