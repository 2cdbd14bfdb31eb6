import { AUDIT_ACTIONS, type AuditAction } from '@heddle/domain/audit/actions.ts'
import { CATEGORY_RULES } from '@heddle/domain/audit/categories.ts'
import type { AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import { maskSecrets } from '@heddle/domain/audit/mask-secrets.ts'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { currentActor, noteAuditEntry } from '../../platform/request-scope.ts'
import { packContent } from './audit-content.ts'
import { completeSettings, readStoredSettings } from './audit-settings.store.ts'
import { areStored, insertAuditEntries, insertEntryFor, insertEntryUnder, insertLoginAttempt } from './audit.store.ts'

export type AuditRecord = {
  readonly action: AuditAction
  /** A readable sentence, matched by `search`. Never a secret. */
  readonly description: string
  readonly target?: { readonly type: string; readonly id: string | number }
  readonly metadata?: Readonly<Record<string, unknown>>
  /** What was changed or sent, of any size. Values with secret-sounding names are masked. */
  readonly content?: unknown
  /** Who did it, if not the caller of the request: a user who is signing in has no session yet. */
  readonly actor?: { readonly userId: number | null; readonly username: string }
  /** Written even if its group is disabled. */
  readonly always?: boolean
}

export type LoginAttempt = { readonly username: string; readonly success: boolean; readonly failureReason: string }

/** The only way to write to the audit log. */
export type Audit = {
  /** Writes an entry in the transaction of what it records; as a rule nothing if its group is disabled. */
  readonly record: (tx: Executor, record: AuditRecord) => Promise<void>
  /** The same for many, in two statements. */
  readonly recordAll: (tx: Executor, records: readonly AuditRecord[]) => Promise<void>
  /** For a statement that does what it records; undefined for an entry that the settings, as last seen, leave out. */
  readonly prepare: (record: AuditRecord) => PreparedEntry | undefined
  readonly recordLoginAttempt: (tx: Executor, attempt: LoginAttempt) => Promise<void>
}

/** An entry that another statement writes along. */
export type PreparedEntry = {
  /** The statement must do nothing unless this holds: the settings have not changed. */
  readonly isCurrent: SQL
  /** Its part that inserts the entry for the one row of what it does. */
  readonly insertFor: (row: SQLWrapper) => SQL
  /** Call it once the statement has done so. */
  readonly noteWritten: () => void
}

const LONGEST_DESCRIPTION = 1000
const LONGEST_NAME = 200

export function createAuditRecorder(clock: Pick<Clock, 'now'>): Audit {
  /** The stored settings as this process last saw them: they hardly ever change. */
  let lastSeen: unknown = null

  /** In one statement, which writes the entry only if the settings have not changed. */
  async function record(tx: Executor, one: AuditRecord): Promise<void> {
    const settings = completeSettings(lastSeen)
    const entry = { ...entryOf(one, settings), createdAt: clock.now() }
    if (isKept(one, settings) && (await insertEntryUnder(tx, lastSeen, entry))) noteAuditEntry()
    else await recordMany(tx, [one])
  }

  async function recordMany(tx: Executor, records: readonly AuditRecord[]): Promise<void> {
    for (const _ of records) noteAuditEntry()
    lastSeen = await readStoredSettings(tx)
    const settings = completeSettings(lastSeen)
    const kept = records.filter((one) => isKept(one, settings))
    if (kept.length > 0)
      await insertAuditEntries(
        tx,
        kept.map((one) => ({ ...entryOf(one, settings), createdAt: clock.now() })),
      )
  }

  return {
    record,
    recordAll: (tx, records) => (records.length === 1 ? record(tx, records[0]!) : recordMany(tx, records)),

    prepare: (one) => {
      const settings = completeSettings(lastSeen)
      if (!isKept(one, settings)) return undefined
      const entry = { ...entryOf(one, settings), createdAt: clock.now() }
      return {
        isCurrent: areStored(lastSeen),
        insertFor: (row) => insertEntryFor(entry, row),
        noteWritten: noteAuditEntry,
      }
    },

    recordLoginAttempt: async (tx, { username, success, failureReason }) => {
      const { ipAddress, userAgent } = currentActor()
      await insertLoginAttempt(tx, {
        username: username.slice(0, LONGEST_NAME),
        success,
        failureReason,
        ipAddress,
        userAgent,
        attemptedAt: clock.now(),
      })
    },
  }
}

const isKept = ({ action, always }: AuditRecord, { groups }: AuditSettings): boolean =>
  groups[CATEGORY_RULES[AUDIT_ACTIONS[action].category].group] || always === true

function entryOf(record: AuditRecord, settings: AuditSettings) {
  const { cut, ...content } = packContent(record.content, settings)
  const { apiToken } = currentActor()
  // The name of a token is no secret, although it is called one.
  const metadata = {
    ...(maskSecrets(record.metadata ?? {}) as object),
    ...(apiToken !== null && { api_token: apiToken }),
  }
  return {
    category: AUDIT_ACTIONS[record.action].category,
    action: record.action,
    ...actorColumns(record),
    description: record.description.slice(0, LONGEST_DESCRIPTION),
    targetType: record.target?.type ?? null,
    targetId: record.target === undefined ? null : String(record.target.id),
    metadata: cut ? { ...metadata, content_cut: true } : metadata,
    ...content,
  }
}

function actorColumns({ actor }: AuditRecord) {
  const { ipAddress, userAgent, ...caller } = currentActor()
  const { userId, username } = actor ?? caller
  return { username: username.slice(0, LONGEST_NAME), userId, ipAddress, userAgent }
}
