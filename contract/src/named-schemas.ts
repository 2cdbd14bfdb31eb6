import { IsSchema, type TSchema } from 'typebox'
import * as ai from './ai.ts'
import * as apiTokens from './api-tokens.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as automation from './automation.ts'
import * as automationConnections from './automation-connections.ts'
import * as automationTemplates from './automation-templates.ts'
import * as blame from './blame.ts'
import * as canvasBudget from './canvas-budget.ts'
import * as canvasLists from './canvas-lists.ts'
import * as changes from './changes.ts'
import * as channels from './channels.ts'
import * as checkPast from './check-past.ts'
import * as checks from './checks.ts'
import * as common from './common.ts'
import * as controllerConnections from './controller-connections.ts'
import * as dashboard from './dashboard.ts'
import * as executions from './executions.ts'
import * as findings from './findings.ts'
import * as history from './history.ts'
import * as mim from './mim.ts'
import * as mimKinds from './mim-kinds.ts'
import * as mimRegistry from './mim-registry.ts'
import * as mimTables from './mim-tables.ts'
import * as notifications from './notifications.ts'
import * as objects from './objects.ts'
import * as packFiles from './pack-files.ts'
import * as packs from './packs.ts'
import * as platformFiles from './platform-files.ts'
import * as pipelines from './pipelines.ts'
import * as queries from './queries.ts'
import * as queryFiles from './query-files.ts'
import * as repositories from './repositories.ts'
import * as resultBudget from './result-budget.ts'
import * as reviews from './reviews.ts'
import * as schedules from './schedules.ts'
import * as scim from './scim.ts'
import * as serviceAccounts from './service-accounts.ts'
import * as signOn from './sign-on.ts'
import * as snapshotGroups from './snapshot-groups.ts'
import * as socketFrames from './socket-frames.ts'
import * as taskSettings from './task-settings.ts'
import * as users from './users.ts'
import * as waivers from './waivers.ts'
import * as why from './why.ts'

/** Of every file beside this one: a test says which is missing. */
export const MODULES: Readonly<Record<string, object>> = {
  'ai.ts': ai,
  'api-tokens.ts': apiTokens,
  'audit.ts': audit,
  'auth.ts': auth,
  'automation.ts': automation,
  'automation-connections.ts': automationConnections,
  'automation-templates.ts': automationTemplates,
  'blame.ts': blame,
  'canvas-budget.ts': canvasBudget,
  'canvas-lists.ts': canvasLists,
  'changes.ts': changes,
  'channels.ts': channels,
  'check-past.ts': checkPast,
  'checks.ts': checks,
  'common.ts': common,
  'controller-connections.ts': controllerConnections,
  'dashboard.ts': dashboard,
  'executions.ts': executions,
  'findings.ts': findings,
  'history.ts': history,
  'mim.ts': mim,
  'mim-kinds.ts': mimKinds,
  'mim-registry.ts': mimRegistry,
  'mim-tables.ts': mimTables,
  'notifications.ts': notifications,
  'objects.ts': objects,
  'pack-files.ts': packFiles,
  'packs.ts': packs,
  'platform-files.ts': platformFiles,
  'pipelines.ts': pipelines,
  'queries.ts': queries,
  'query-files.ts': queryFiles,
  'repositories.ts': repositories,
  'result-budget.ts': resultBudget,
  'reviews.ts': reviews,
  'schedules.ts': schedules,
  'scim.ts': scim,
  'service-accounts.ts': serviceAccounts,
  'sign-on.ts': signOn,
  'snapshot-groups.ts': snapshotGroups,
  'socket-frames.ts': socketFrames,
  'task-settings.ts': taskSettings,
  'users.ts': users,
  'waivers.ts': waivers,
  'why.ts': why,
}

/** Every object of the wire by the name that its module exports it under. */
export const namedSchemas: ReadonlyMap<string, TSchema> = new Map(
  Object.values(MODULES)
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, TSchema] => isObjectSchema(entry[1])),
)

function isObjectSchema(value: unknown): value is TSchema {
  return IsSchema(value) && 'type' in value && value.type === 'object' && 'properties' in value
}

const byIdentity = new Map([...namedSchemas].map(([name, schema]) => [schema as unknown, name]))
const byContent = new Map([...namedSchemas].map(([name, schema]) => [contentOf(schema), name]))

/** The name of an object of the wire, also of a copy that is optional or has another description. */
export const nameOfSchema = (schema: object): string | undefined =>
  byIdentity.get(schema) ?? byContent.get(contentOf(schema))

function contentOf(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined })
}
