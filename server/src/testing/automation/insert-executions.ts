import { randomUUID } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import { automationExecutions, automationRequests } from '../../features/automation/automation.tables.ts'

type RequestValues = Partial<typeof automationRequests.$inferInsert>
type ExecutionValues = Partial<typeof automationExecutions.$inferInsert>

const AT = new Date('2026-03-02T09:00:00Z')
export const CONNECTION = randomUUID()

/** A request as if it had been launched, without its rows. */
export async function insertRequest(db: Executor, values: RequestValues = {}): Promise<string> {
  const id = values.id ?? randomUUID()
  await db.insert(automationRequests).values({
    templateId: randomUUID(),
    template: {
      name: 'Deploy EPG',
      connectionId: CONNECTION,
      jobTemplateId: 7,
      executionMode: 'bulk',
      rowConcurrency: 5,
      columns: [],
    },
    username: 'somebody',
    status: 'running',
    comment: '',
    rowCount: 1,
    executionCount: 1,
    warnings: [],
    sourceSnapshotIds: [],
    createdAt: AT,
    startedAt: AT,
    ...values,
    id,
  })
  return id
}

/** An execution whose job runs. */
export async function insertExecution(db: Executor, values: ExecutionValues = {}): Promise<string> {
  const id = values.id ?? randomUUID()
  await db.insert(automationExecutions).values({
    requestId: values.requestId ?? (await insertRequest(db)),
    position: 0,
    connectionId: CONNECTION,
    jobTemplateId: 7,
    extraVars: {},
    status: 'running',
    launch: 'launched',
    jobId: 1001,
    jobKind: 'job',
    warnings: [],
    transitions: [{ from: 'pending', to: 'running', at: '2026-03-02T09:00:01.000+00:00' }],
    createdAt: AT,
    ...values,
    id,
  })
  return id
}
