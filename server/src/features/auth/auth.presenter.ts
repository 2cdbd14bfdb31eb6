import type { Caller } from '../../kernel/caller.ts'
import type { findLiveSession } from './sessions.store.ts'

type SessionRow = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

export function presentCaller(row: SessionRow): Caller {
  const roles = row.groups.map((group) => group.role)
  const isAdmin = row.isSuperuser || roles.includes('administrator')
  return {
    id: row.userId,
    username: row.username,
    isSuperuser: row.isSuperuser,
    isAdmin,
    managesWorkspace: isAdmin || roles.includes('operator'),
    permissions: new Set([...row.permissions, ...row.groups.flatMap((group) => group.permissions)]),
    sessionId: row.sessionId,
    timezone: row.timezone ?? 'UTC',
  }
}
