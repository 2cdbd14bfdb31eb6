import type { Examples } from '../../platform/http/examples.ts'
import { agentExamples } from './areas/agents.examples.ts'
import { aiExamples, assistantExamples } from './areas/ai.examples.ts'
import { auditExamples } from './areas/audit.examples.ts'
import { accountExamples, authExamples } from './areas/auth.examples.ts'
import { automationConnectionExamples, automationTemplateExamples } from './areas/automation-templates.examples.ts'
import { automationExamples } from './areas/automation.examples.ts'
import { controllerExamples } from './areas/controller.examples.ts'
import { executionExamples } from './areas/executions.examples.ts'
import { changeExamples, historyExamples } from './areas/history.examples.ts'
import { mimExamples } from './areas/mim.examples.ts'
import { registryExamples } from './areas/mim-registry.examples.ts'
import { channelExamples, dashboardExamples, documentExamples, noticeExamples } from './areas/notices.examples.ts'
import { queryExamples } from './areas/queries.examples.ts'
import { repositoryExamples } from './areas/repositories.examples.ts'
import { scheduleExamples } from './areas/schedules.examples.ts'
import { scimExamples } from './areas/scim.examples.ts'
import { signOnExamples } from './areas/sign-on.examples.ts'
import { userExamples } from './areas/users.examples.ts'
import { startWorld, type World } from './start-world.ts'
import { prepareWorkspace, type Workspace } from './workspace.ts'

/** Needs a directory server, which not every machine has. */
export const NEEDS_DIRECTORY = 'POST /api/auth/ldap-login/'

/** Needs Git, which not every machine has either. */
export const NEEDS_GIT = 'POST /api/queries/repositories/:id/branch/'

type Area = (world: World, workspace: Workspace) => Promise<void>

/** In order: later areas use what earlier ones have stored. */
const AREAS: readonly Area[] = [
  authExamples,
  accountExamples,
  userExamples,
  controllerExamples,
  queryExamples,
  executionExamples,
  historyExamples,
  changeExamples,
  mimExamples,
  scheduleExamples,
  aiExamples,
  assistantExamples,
  automationConnectionExamples,
  automationTemplateExamples,
  automationExamples,
  noticeExamples,
  auditExamples,
  dashboardExamples,
  documentExamples,
  registryExamples,
  signOnExamples,
  channelExamples,
  repositoryExamples,
  agentExamples,
  scimExamples,
]

/** Sends the example of every operation to a fresh server. */
export async function walkExamples(): Promise<Examples> {
  const world = await startWorld()
  try {
    const workspace = await prepareWorkspace(world)
    for (const [index, walk] of AREAS.entries()) {
      await world.enter(index)
      await walk(world, { ...workspace, operator: await world.signIn('olga', workspace.operator.password) })
    }
    return world.examples()
  } finally {
    await world.stop()
  }
}
