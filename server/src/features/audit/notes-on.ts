import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Audit, AuditRecord } from './audit-recorder.ts'

type Subject =
  { readonly id: string | number; readonly name: string } | { readonly id: number; readonly username: string }

export type Note = (
  tx: Executor,
  action: AuditAction,
  subject: Subject,
  what: string,
  content?: unknown,
) => Promise<void>

/**
 * Records what happened to things of one kind that have a name.
 *
 *     const note = notesOn(audit, 'Saved query', 'saved_query')
 *     await note(tx, 'query_delete', row, 'was deleted') // Saved query "Leaf ports" was deleted
 */
export function notesOn(audit: Audit, kind: string, type: string): Note {
  const describe = describeNote({ kind, type })
  return (tx, ...noted) => audit.record(tx, describe(...noted))
}

/** The same as records, for those that are written together. */
export const describeNote =
  ({ kind, type }: { readonly kind: string; readonly type: string }) =>
  (action: AuditAction, subject: Subject, what: string, content?: unknown): AuditRecord => ({
    action,
    description: `${kind} "${'name' in subject ? subject.name : subject.username}" ${what}`,
    target: { type, id: subject.id },
    content,
  })
