import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'

/** `token`: sent as a bearer token. `password`: sent with the username, as basic authentication. */
export const AUTOMATION_AUTH_METHODS = ['token', 'password'] as const

export const AutomationConnection = Type.Object({
  id: Uuid,
  name: Type.String(),
  base_url: Type.String({ description: 'Where the automation server is, with its scheme; may end in a path.' }),
  username: Type.String(),
  auth_method: Type.Enum([...AUTOMATION_AUTH_METHODS]),
  token_configured: Type.Boolean(),
  api_prefix: Nullable(Type.String({ description: 'Path of the API below `base_url`; null: the server is asked.' })),
  verify_ssl: Type.Boolean(),
  ca_certificate: Nullable(Type.String({ description: 'Certificates in PEM that are trusted beside the usual ones.' })),
  job_url_pattern: Nullable(
    Type.String({
      description: 'Page of a job, with `{id}` and `{kind}`, relative to `base_url`; null: the usual one.',
    }),
  ),
  is_default: Type.Boolean(),
  last_tested_at: Nullable(Timestamp),
  last_test_status: Nullable(Type.Enum(['success', 'failure'])),
  last_test_message: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type AutomationConnection = Static<typeof AutomationConnection>

const written = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  base_url: Type.String({ minLength: 1, maxLength: 500 }),
  username: Type.String({ maxLength: 200 }),
  oauth_token: Type.String({
    maxLength: 10_000,
    writeOnly: true,
    description: 'Write-only; an empty one removes the stored token.',
  }),
  auth_method: Type.Enum([...AUTOMATION_AUTH_METHODS], { default: 'token' }),
  api_prefix: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  verify_ssl: Type.Boolean({ default: true }),
  ca_certificate: Nullable(Type.String({ maxLength: 100_000 })),
  job_url_pattern: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
  is_default: Type.Boolean({ default: false }),
}

/** A stored token is kept when none is sent and it goes to the same server and account as before. */
export const AutomationConnectionCreate = Type.Object({
  ...Type.Partial(Type.Object(written)).properties,
  name: written.name,
  base_url: written.base_url,
})
export type AutomationConnectionCreate = Static<typeof AutomationConnectionCreate>

export const AutomationConnectionPatch = Type.Partial(Type.Object(written))
export type AutomationConnectionPatch = Static<typeof AutomationConnectionPatch>

export const AutomationConnectionListQuery = Type.Object({
  ...PageQuery,
  search: Search,
  is_default: Type.Optional(Type.Boolean()),
  ordering: Ordering,
})
export const AUTOMATION_CONNECTION_ORDERS = [
  'name',
  'base_url',
  'username',
  'is_default',
  'last_tested_at',
  'last_test_status',
  'created_at',
  'updated_at',
] as const

export const AUTOMATION_TEST_STEPS = ['address', 'tls', 'ping', 'login', 'templates'] as const
export const AutomationTestReply = Type.Object({
  status: Type.Enum(['success', 'failure']),
  message: Type.String(),
  tested_at: Timestamp,
  step: Type.Optional(Type.Enum([...AUTOMATION_TEST_STEPS], { description: 'The step that failed.' })),
  version: Type.Optional(Type.String({ description: 'Version of the automation server.' })),
  username: Type.Optional(Type.String({ description: 'The account that the token belongs to.' })),
  template_count: Type.Optional(Type.Integer({ description: 'Job templates that the account can see.' })),
  can_launch: Type.Optional(
    Type.Boolean({ description: 'False: a token that may only read, or no job template that it may start.' }),
  ),
  latency_ms: Type.Optional(Type.Integer()),
})
export type AutomationTestReply = Static<typeof AutomationTestReply>

export const AutomationJobTemplate = Type.Object({
  id: Type.Integer({ description: 'For `automation_job_template_id` of a template.' }),
  name: Type.String(),
  description: Type.String(),
  playbook: Type.String(),
  can_start: Type.Boolean({ description: 'Whether the account of the connection may start it.' }),
  takes_variables: Type.Boolean({
    description: 'Whether it prompts for variables or has a survey: else it ignores the rows that a launch sends.',
  }),
})
export type AutomationJobTemplate = Static<typeof AutomationJobTemplate>

export const AutomationJobTemplateListQuery = Type.Object({
  ...PageQuery,
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, in any case of letters.' })),
})

/** Why the automation server could not be asked. */
export const AutomationNotAsked = Type.Object({
  detail: Type.String(),
  reason: Type.String(),
  request_id: Type.String(),
})
