import type { Route } from '../platform/http/route.ts'

/**
 * Why an API token may call a route whatever its list of permissions holds: every route that asks for no permission and
 * does not refuse tokens has a reason here, and nothing else has.
 */
const REASONS: readonly (readonly [reason: string, ...routes: readonly string[]])[] = [
  [
    'It is how a session begins or goes on, and asks for a password, a code or a refresh token. The bearer is not read.',
    'POST /api/auth/login/',
    'POST /api/auth/ldap-login/',
    'POST /api/auth/mfa-login/',
    'POST /api/auth/token/refresh/',
  ],
  [
    'It is how a browser signs in with a provider, and is judged by a sealed cookie. The bearer is not read.',
    'GET /api/auth/oidc/',
    'GET /api/auth/oidc/:name/start/',
    'GET /api/auth/oidc/:name/callback/',
  ],
  [
    'It tells nothing but that the service, or its receiver of webhooks, is there.',
    'GET /api/auth/health/',
    'GET /api/automation/webhooks/health/',
  ],
  [
    'It is judged by the signature over its body. The bearer is not read.',
    'POST /api/automation/webhooks/receiver/',
    'POST /api/auth/oidc/:name/logout/',
  ],
  [
    'It tells a program whom it acts for and what is left of their quota. A token may not change the address.',
    'GET /api/auth/profile/',
    'PATCH /api/auth/profile/',
    'GET /api/auth/quota-usage/',
    'GET /api/auth/stats/',
    'GET /api/auth/mfa/status/',
  ],
  ['It is for tokens alone, and each tool of it asks for the permissions of what it does.', 'POST /mcp'],
  ['It says what anybody may know of the product.', 'GET /llms.txt'],
  [
    'It is a hint to look at what is looked at every minute anyway. Neither the bearer nor the body is read.',
    'POST /api/queries/repositories/:id/hook/',
  ],
  [
    'It is how pages look to its owner, and opens nothing.',
    'GET /api/auth/preferences/',
    'PATCH /api/auth/preferences/',
    'GET /api/mim/favorites/',
    'POST /api/mim/favorites/',
    'DELETE /api/mim/favorites/:id/',
    'GET /api/mim/table-preferences/',
    'POST /api/mim/table-preferences/',
    'GET /api/mim/table-preferences/:id/',
    'PUT /api/mim/table-preferences/:id/',
    'PATCH /api/mim/table-preferences/:id/',
    'DELETE /api/mim/table-preferences/:id/',
  ],
  [
    "A template of a table is its owner's. Changing one that all use takes a role, which a token with a list never has.",
    'GET /api/mim/table-templates/',
    'POST /api/mim/table-templates/',
    'GET /api/mim/table-templates/:id/',
    'PUT /api/mim/table-templates/:id/',
    'PATCH /api/mim/table-templates/:id/',
    'DELETE /api/mim/table-templates/:id/',
  ],
  [
    "The ticket is the token's own: its socket shows what its owner started, automation only with the permission, and ends with the token.",
    'POST /api/ws-ticket/',
  ],
  [
    "The class model is public documentation of the controller's maker.",
    'GET /api/mim/search/',
    'GET /api/mim/stats/',
    'GET /api/mim/explorer/tree/',
    'GET /api/mim/explorer/class/:name/',
    'GET /api/mim/explorer/classes/',
    'GET /api/mim/explorer/relationships/:name/',
    'GET /api/mim/explorer/ancestors/:name/',
    'GET /api/mim/explorer/connect/',
    'GET /api/mim/explorer/connectable/',
    'GET /api/mim/classes/',
    'GET /api/mim/classes/search/',
    'GET /api/mim/classes/search/enhanced/',
    'GET /api/mim/classes/roots/',
    'GET /api/mim/classes/:name/',
    'GET /api/mim/classes/:name/hierarchy/',
    'GET /api/mim/classes/:name/related/',
    'GET /api/mim/classes/:name/children/search/',
    'GET /api/mim/packages/',
    'GET /api/mim/packages/top/',
    'GET /api/mim-registry/status/',
    'GET /api/mim-registry/remote/versions/',
    'GET /api/mim-registry/remote/runs/',
    'GET /api/mim-registry/remote/runs/:id/',
  ],
  [
    'It asks an AI provider within the rights and the daily quota of its owner, and sends no results that the platform does not share.',
    'GET /api/mim/classes/suggest/',
    'GET /api/mim/explorer/class/:name/insights/',
    'POST /api/ai/generate-query/',
    'POST /api/ai/explain-query/',
  ],
  [
    'It says what is set up for AI, and never a key.',
    'GET /api/ai/providers/',
    'GET /api/ai/provider/',
    'GET /api/ai/settings/',
    'GET /api/ai/usage/',
  ],
  [
    'They are settings of its owner within the limits of the platform, and start nothing.',
    'GET /api/queries/task-settings/',
    'PATCH /api/queries/task-settings/',
    'GET /api/history/settings/',
    'PATCH /api/history/settings/',
  ],
  [
    "Notices are its owner's, and a notice says no more than its owner may know.",
    'GET /api/notifications/notifications/',
    'GET /api/notifications/notifications/unread_count/',
    'POST /api/notifications/notifications/mark_all_read/',
    'POST /api/notifications/notifications/:id/mark_read/',
    'DELETE /api/notifications/notifications/:id/',
    'GET /api/notifications/preferences/',
    'PATCH /api/notifications/preferences/',
  ],
  ['It counts what its owner created.', 'GET /api/dashboard/stats/'],
  ['Each part asks for the permission of what it lists, and is empty without it.', 'GET /api/dashboard/changes/'],
  [
    'It says which version and class model are installed, and whether the services answer.',
    'GET /api/dashboard/platform-info/',
  ],
  [
    'It describes the API or the language of queries, the same for everybody.',
    'GET /api/schema/',
    'GET /api/channels-schema/',
    'GET /api/docs/',
    'GET /api/redoc/',
    'GET /api/queries/canvas-schema/',
    'GET /api/queries/file-schema/',
  ],
]

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** Whether a token with an empty list of permissions may call a route. */
const isOpen = ({ spec: { access } }: Route): boolean =>
  access.refusesTokens !== true && (access.kind === 'signedIn' || access.kind === 'anyone')

/** What the table lacks, and what is in it without need. */
export function faultsOfReasons(all: readonly Route[]): { readonly missing: string[]; readonly stale: string[] } {
  const open = all.filter(isOpen).map(nameOf)
  const listed = REASONS.flatMap(([, ...routes]) => routes)
  return {
    missing: open.filter((name) => !listed.includes(name)),
    stale: listed.filter((name, index) => !open.includes(name) || listed.indexOf(name) !== index),
  }
}

/** The table as a section of a page. */
export const describeOpenToTokens = (): string =>
  [
    '## Open to every API token\n',
    'These routes ask for no permission, so that a token may call them whatever its list holds. Why that is harmless:\n',
    ...REASONS.map(([reason, ...routes]) => `- ${reason} ${routes.map((name) => `\`${name}\``).join(', ')}`),
  ].join('\n')
