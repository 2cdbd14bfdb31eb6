import type { AuditAction } from '../audit/actions.ts'
import { recordBody, type RecordEvent, withoutEmpty } from './record-event.ts'

export type AuditEntryToSend = {
  readonly id: number
  readonly category: string
  readonly action: AuditAction
  readonly username: string
  readonly userId: number | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly description: string
  readonly targetType: string | null
  readonly targetId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** Undefined where it is too large to be sent along. */
  readonly content: unknown
  readonly contentSizeBytes: number
  readonly createdAt: Date
}

export type Sender = {
  /** Of the program. */
  readonly version: string
  readonly uid: string
}

const API_ACTIVITY = {
  category_uid: 6,
  category_name: 'Application Activity',
  class_uid: 6003,
  class_name: 'API Activity',
}

const CREATE = [1, 'Create'] as const
const READ = [2, 'Read'] as const
const UPDATE = [3, 'Update'] as const
const DELETE = [4, 'Delete'] as const

/** By the verb of an action; any other verb is an activity of its own. */
const ACTIVITIES: ReadonlyMap<string, readonly [number, string]> = new Map<string, readonly [number, string]>([
  ...['create', 'add', 'duplicate', 'clone', 'import', 'install', 'issue', 'generate'].map(
    (verb) => [verb, CREATE] as const,
  ),
  ...['read', 'export'].map((verb) => [verb, READ] as const),
  ...['update', 'change', 'set', 'enable', 'disable', 'reset', 'rotate', 'move', 'annotate'].map(
    (verb) => [verb, UPDATE] as const,
  ),
  ...['delete', 'remove'].map((verb) => [verb, DELETE] as const),
])
const OTHER_ID = 99

/** What somebody who watches accounts wants to see first. */
const SUSPICIOUS: ReadonlySet<AuditAction> = new Set(['account_lock', 'session_reuse'])

const LONGEST_AGENT = 500

/** An audit entry as an event of the class API Activity. */
export function recordOfEntry(entry: AuditEntryToSend, { version, uid }: Sender): RecordEvent {
  const { id, action, category, username, userId, ipAddress, userAgent, description, createdAt } = entry
  const verb = action.slice(action.lastIndexOf('_') + 1)
  const hasFailed = verb === 'failed' || verb === 'deny'
  const severity = SUSPICIOUS.has(action) ? 'Medium' : hasFailed ? 'Low' : 'Informational'
  const about = { uid, sequence: id, atMs: createdAt.getTime(), severity } as const
  const body = recordBody({ ...about, version }, API_ACTIVITY, ACTIVITIES.get(verb) ?? [OTHER_ID, verb], {
    ...withoutEmpty({
      actor: { user: { name: username, uid: userId === null ? null : String(userId) } },
      src_endpoint: { ip: ipAddress },
      http_request: { user_agent: userAgent?.slice(0, LONGEST_AGENT) },
      api: { operation: action, group: { name: category } },
      status_id: hasFailed ? 2 : null,
      status: hasFailed ? 'Failure' : null,
    }),
    ...(entry.targetType !== null && { resources: [{ type: entry.targetType, uid: entry.targetId ?? '' }] }),
    message: description,
    unmapped: withoutEmpty({
      details: Object.keys(entry.metadata).length === 0 ? null : entry.metadata,
      content: entry.content,
      content_size_bytes: entry.contentSizeBytes === 0 ? null : entry.contentSizeBytes,
    }),
  })
  return { ...about, source: 'audit', name: action, user: username, ip: ipAddress, body }
}
