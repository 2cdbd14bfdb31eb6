import { randomUUID } from 'node:crypto'
import type { ColumnDefinition, ExecutionMode } from '@heddle/contract/automation-templates.ts'
import type { Database } from '../../adapters/database/database.ts'
import { automationConnections } from '../../features/automation-connections/index.ts'
import { automationTemplates } from '../../features/automation-templates/index.ts'

export type TemplateRow = {
  readonly name?: string
  readonly executionMode?: ExecutionMode
  readonly schema?: ColumnDefinition[]
  readonly isRestricted?: boolean
}

/** A template of a connection that leads nowhere: for tests that launch nothing. */
export async function insertTemplate({ db }: Pick<Database, 'db'>, template: TemplateRow = {}): Promise<string> {
  const at = new Date('2026-01-01T00:00:00Z')
  const audited = { createdBy: null, createdAt: at, updatedAt: at }
  const connectionId = randomUUID()
  await db.insert(automationConnections).values({
    id: connectionId,
    name: 'nowhere',
    baseUrl: 'http://127.0.0.1:1',
    username: '',
    authMethod: 'token',
    verifySsl: true,
    isDefault: false,
    ...audited,
  })
  const id = randomUUID()
  await db.insert(automationTemplates).values({
    id,
    name: 'Rename bridge domains',
    description: '',
    connectionId,
    jobTemplateId: 7,
    executionMode: 'bulk',
    rowConcurrency: 5,
    validationLists: [],
    isRestricted: false,
    schema: [{ name: 'bd', field_type: 'text', required: true }],
    ...audited,
    ...template,
  })
  return id
}
