import type { Row } from '@heddle/domain/values/row.ts'
import { eq } from 'drizzle-orm'
import type { RoleTemplate } from '@heddle/domain/access/permissions.ts'
import { createApprovalService } from '../../features/automation/approval/approval.service.ts'
import type { LaunchTemplate } from '../../features/automation/automation.tables.ts'
import { createRequestChanges } from '../../features/automation/follow/request-changes.ts'
import type { NewRequest } from '../../features/automation/launch/new-request.ts'
import { createNewRequests } from '../../features/automation/launch/new-requests.ts'
import { automationTemplates } from '../../features/automation-templates/index.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { prepareGroups } from '../../features/users/index.ts'
import { presentActor } from '../../features/users/callers.presenter.ts'
import { addToGroups } from '../../features/users/groups.store.ts'
import { findUserRow } from '../../features/users/users.store.ts'
import type { users } from '../../features/users/users.tables.ts'
import type { Caller } from '../../kernel/caller.ts'
import { startNotices } from '../notifications/start-notices.ts'
import type { TestDatabase } from '../test-database.ts'
import { insertTemplate, type TemplateRow } from './insert-template.ts'

const GROUPS: Readonly<Record<RoleTemplate, string>> = {
  administrator: 'Administrators',
  operator: 'Operators',
  editor: 'Editors',
  viewer: 'Viewers',
}

export type Approvals = Awaited<ReturnType<typeof startApprovals>>

/** Requests that wait, approval and notices on a database. Nothing is launched, and templates take any rows. */
export async function startApprovals() {
  const notices = await startNotices()
  const { database, clock, events, sql } = notices
  await database.transaction(prepareGroups)
  notices.service.listen()
  const audit = createAuditRecorder(clock)
  const changes = createRequestChanges({ database, events, audit, clock })
  const newRequests = createNewRequests({
    database,
    changes,
    scheduleCheck: async () => undefined,
    events,
    audit,
    clock,
  })
  const accounts = {
    actor: async (id: number) => {
      const found = await findUserRow(database.db, id)
      return found?.user.isActive === true ? presentActor(found) : undefined
    },
  }
  const templates = {
    launchable: async (_actor: unknown, id: string) => {
      const template = await templateOf(database, id)
      const checkRows = async (rows: readonly unknown[]) => ({ rows: rows as Row[] })
      return template && { id, template, checkRows }
    },
  }
  const approval = createApprovalService({ database, users: accounts, templates, newRequests, events, audit, clock })

  return {
    ...notices,
    accounts,
    templates,
    newRequests,
    approval,
    newTemplate: (template: TemplateRow = {}) => insertTemplate(database, template),
    /** A user of a role, as the caller of a request. */
    caller: async (role: RoleTemplate, columns: Partial<typeof users.$inferInsert> = {}): Promise<Caller> => {
      const id = await notices.addUser(undefined, columns)
      await addToGroups(database.db, id, [GROUPS[role]])
      return {
        ...(await accounts.actor(id))!,
        credential: { kind: 'session', id: '00000000-0000-0000-0000-000000000001' },
      }
    },
    /** A request that waits, unless the order says otherwise. */
    request: async (templateId: string, requester: Caller, order: Partial<NewRequest> = {}): Promise<string> => {
      const template = (await templateOf(database, templateId))!
      const rows = [{ values: { bd: 'one' }, source: null }]
      const whole = {
        source: null,
        selection: null,
        warnings: [],
        verifyAfter: null,
        needsApproval: true,
        relaunchOf: null,
        comment: '',
      }
      return database.transaction((tx) =>
        newRequests.create(tx, { templateId, template, requester, rows, ...whole, ...order }),
      )
    },
    read: async (id: string) => (await sql('select * from automation_requests where id = $1', [id]))[0]!,
    executionsOf: async (id: string) =>
      sql('select status, launch from automation_executions where request_id = $1', [id]),
    noticesOf: (userId: number) =>
      sql(
        'select category, severity, title, body, link from notifications where user_id = $1 order by created_at, title',
        [userId],
      ),
  }
}

/** The template as it would be launched; its columns take any text. */
async function templateOf({ db }: TestDatabase, id: string): Promise<LaunchTemplate | undefined> {
  const [row] = await db.select().from(automationTemplates).where(eq(automationTemplates.id, id))
  if (!row) return undefined
  const { name, connectionId, jobTemplateId, executionMode, rowConcurrency, schema } = row
  const columns = schema.map(({ name: column, required = false }) => ({
    name: column,
    fieldType: 'text' as const,
    required,
    choices: [],
    unique: false,
    helpText: '',
  }))
  return { name, connectionId, jobTemplateId, executionMode, rowConcurrency, columns }
}
