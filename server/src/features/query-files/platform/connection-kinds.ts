import type { FileAutomationConnection, FileControllerConnection } from '@heddle/contract/platform-files.ts'
import { may } from '../../../kernel/access.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { AutomationConnectionsService } from '../../automation-connections/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import { countUsesOfAutomation, countUsesOfController } from './platform.store.ts'
import type { PlatformKind } from './platform-kind.ts'

export function controllerConnectionKind({ many }: Pick<ControllerConnectionsService, 'many'>): PlatformKind {
  return {
    list: 'controller_connections',
    view: may('controller.view_connection'),
    required: ['host', 'username'],
    find: async (tx) =>
      (await many.all(tx)).map((row) => ({
        ...{ id: row.id, name: row.name },
        ...(!row.hasPassword && { needs: 'password' as const }),
        content: {
          name: row.name,
          host: row.host,
          hosts: row.hosts,
          username: row.username,
          verify_ssl: row.verifySsl,
          ca_certificate: row.caCertificate,
          is_default: row.isDefault,
          max_parallel_requests: row.maxParallelRequests,
          max_requests_per_minute: row.maxRequestsPerMinute,
        } satisfies FileControllerConnection,
      })),
    check: (fields) => many.check(fields),
    create: async ({ tx, caller, tells }, fields) => {
      tells.push(await many.insert(tx, caller, fields as Parameters<typeof many.insert>[2]))
    },
    change: async ({ tx, tells }, { id }, fields) => {
      tells.push(await withoutSecrets(() => many.change(tx, id, fields as FileControllerConnection)))
    },
    whyKept: async (tx, { id }) => {
      const { queries, tasks } = await countUsesOfController(tx, id)
      return inUse([count(queries, 'saved query', 'saved queries'), count(tasks, 'scheduled task', 'scheduled tasks')])
    },
    remove: async ({ tx, tells }, { id }) => {
      tells.push(await many.remove(tx, id))
    },
  }
}

export function automationConnectionKind({ many }: Pick<AutomationConnectionsService, 'many'>): PlatformKind {
  return {
    list: 'automation_connections',
    view: may('automation.view_connection'),
    required: ['base_url'],
    find: async (tx) =>
      (await many.all(tx)).map((row) => ({
        ...{ id: row.id, name: row.name },
        ...(!row.tokenConfigured && { needs: 'token' as const }),
        content: {
          name: row.name,
          base_url: row.baseUrl,
          username: row.username,
          auth_method: row.authMethod,
          api_prefix: row.apiPrefix,
          verify_ssl: row.verifySsl,
          ca_certificate: row.caCertificate,
          job_url_pattern: row.jobUrlPattern,
          is_default: row.isDefault,
        } satisfies FileAutomationConnection,
      })),
    check: (fields) => many.check(fields),
    create: async ({ tx, caller, tells }, fields) => {
      tells.push(await many.insert(tx, caller, fields as Parameters<typeof many.insert>[2]))
    },
    change: async ({ tx, tells }, { id }, fields) => {
      tells.push(await withoutSecrets(() => many.change(tx, id, fields as FileAutomationConnection)))
    },
    whyKept: async (tx, { id }) => inUse([count(await countUsesOfAutomation(tx, id), 'template', 'templates')]),
    remove: async ({ tx, tells }, { id }) => {
      tells.push(await many.remove(tx, id))
    },
  }
}

const count = (number: number, one: string, several: string): string =>
  number === 0 ? '' : `${number} ${number === 1 ? one : several}`

function inUse(users: readonly string[]): string | undefined {
  const all = users.filter((user) => user !== '')
  return all.length === 0
    ? undefined
    : `It is in use by ${all.join(' and ')}, and a file deletes nothing in use: keep it in the file, or free it first.`
}

/** A file cannot make a change that needs the secret again. */
async function withoutSecrets<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error: unknown) {
    if (!(error instanceof FieldErrors)) throw error
    const { password = [], oauth_token: token = [], ...others } = error.fields
    const messages = [...password, ...token].map(
      (message) => `${message} A file holds no secrets, so make this change on the connection itself.`,
    )
    throw new FieldErrors({ ...others, ...(messages.length > 0 && { non_field_errors: messages }) })
  }
}
