import { permissionsOf, type RoleTemplate } from '@heddle/domain/access/permissions.ts'
import { describeAccess, isAllowed } from '../platform/http/access.ts'
import type { Caller } from '../platform/http/caller.ts'
import { documentationRoutes } from '../platform/http/documentation.ts'
import type { Route } from '../platform/http/route.ts'
import type { RouteThrottle } from '../platform/http/throttles-request.ts'
import { allRoutes } from './all-routes.ts'

export const ACCESS_DOCUMENT = new URL('../../../docs/access.md', import.meta.url)

const HEAD = `<!-- Made by \`npm run docs\` from the rules that stand on the routes. -->

# Who may call what

Every route, who may call it, and what that means for the roles a group can be made from. A role is where a group begins: its permissions can be
changed, and a user can be granted more. Superusers may call everything. Whoever is not signed in is answered 401, whoever lacks the permission
403, both before the body and the object are looked at.

- _signed in_ is a user in no group, without any permission.
- Some routes look closer than this table: another user's saved queries are changed by operators and administrators only, and superusers are
  managed by superusers only.
- Zones limit requests beyond the general limits: \`login\` per address, \`tokenRefresh\` per address, \`sensitive\` per user; \`exempt\` is free of the
  limits of the application. Their numbers stand in [configuration](configuration.md).
`

type Column = 'anyone' | 'signed in' | RoleTemplate
const COLUMNS: readonly Column[] = ['anyone', 'signed in', 'viewer', 'editor', 'operator', 'administrator']

/** The document for administrators and auditors, so that it can not differ from what the server refuses. */
export function describeRoutesByRole(all: readonly Route[] = listRoutes()): string {
  const tags = [...new Set(all.map(({ tag }) => tag))]
  return [HEAD, ...tags.map((tag) => `## ${tag}\n\n${table(all.filter((route) => route.tag === tag))}\n`)].join('\n')
}

// Answers itself to whatever is asked of it, and so stands for any service.
const NOTHING = new Proxy({}, { get: (_target, _name, receiver: unknown) => receiver }) as never

/** Every route, without a server behind it: services are used by handlers only, and none of them is called. */
export const listRoutes = (): readonly Route[] => [...allRoutes(NOTHING, NOTHING), ...documentationRoutes(NOTHING, false)]

function table(all: readonly Route[]): string {
  const head = ['method', 'path', 'who may call it', ...COLUMNS, 'zone']
  return alignTable([head, ...all.map(row)])
}

function row({ method, path, spec }: Route): string[] {
  const { access, throttle } = spec
  const rule = access.kind === 'permission' ? `holders of \`${access.permission}\`` : describeAccess(access)
  const marks = COLUMNS.map((column) =>
    access.kind === 'anyone' || (column !== 'anyone' && isAllowed(access, callerOf(column))) ? 'yes' : '',
  )
  return [method, `\`${path}\``, rule, ...marks, zoneOf(throttle)]
}

const zoneOf = (throttle: RouteThrottle | undefined): string => (throttle === undefined ? '' : `\`${throttle}\``)

function callerOf(column: Exclude<Column, 'anyone'>): Caller {
  return {
    id: 0,
    username: column,
    isSuperuser: false,
    isAdmin: column === 'administrator',
    managesWorkspace: column === 'administrator' || column === 'operator',
    permissions: new Set(column === 'signed in' ? [] : permissionsOf(column)),
    sessionId: '',
    timezone: 'UTC',
  }
}

/** Columns of one width, as Prettier would make them. */
function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
