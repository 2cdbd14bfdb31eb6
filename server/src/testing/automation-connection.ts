import { randomUUID } from 'node:crypto'
import { automationConnections } from '../features/automation-connections/index.ts'
import type { TestApp } from './start-test-app.ts'

/** A stored automation connection, for tests that reach no automation server. */
export async function storeAutomationConnection({ app }: TestApp, name = 'tower'): Promise<string> {
  const [id, at] = [randomUUID(), new Date()]
  await app.platform.database.db.insert(automationConnections).values({
    id,
    name,
    baseUrl: 'http://127.0.0.1:9',
    username: 'heddle',
    authMethod: 'token',
    verifySsl: true,
    isDefault: false,
    createdAt: at,
    updatedAt: at,
  })
  return id
}
