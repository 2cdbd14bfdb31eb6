import { expect, it } from 'vitest'
import { readConfig } from './read-config.ts'

const KEYCLOAK = {
  PUBLIC_URL: 'https://heddle.example.org',
  OIDC_KEYCLOAK_ISSUER: 'https://id.example.org/realms/net',
  OIDC_KEYCLOAK_CLIENT_ID: 'heddle',
  OIDC_KEYCLOAK_CLIENT_SECRET: 'hunter2',
}

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  const read = readConfig(env)
  return read.ok ? [] : read.problems
}

const providersOf = (env: NodeJS.ProcessEnv) => {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config.signOn
}

it('there is no provider unless one is set', () => expect(providersOf({ OIDC_X_ISSUER: ' ' })).toEqual([]))

it('a provider has a name, a label and defaults', () => {
  const [provider] = providersOf(KEYCLOAK)

  expect(provider).toMatchObject({
    name: 'keycloak',
    label: 'keycloak',
    issuer: 'https://id.example.org/realms/net',
    clientId: 'heddle',
    groupsClaim: 'groups',
    groups: undefined,
    createsAccounts: true,
    requiresVerifiedEmail: true,
  })
  expect(provider?.clientSecret.reveal()).toBe('hunter2')
})

it('several providers differ by their names, underscores included', () => {
  const providers = providersOf({
    ...KEYCLOAK,
    OIDC_ENTRA_ID_ISSUER: 'https://login.microsoftonline.com/t/v2.0',
    OIDC_ENTRA_ID_CLIENT_ID: 'c',
    OIDC_ENTRA_ID_CLIENT_SECRET: 's',
    OIDC_ENTRA_ID_LABEL: 'Entra ID',
    OIDC_ENTRA_ID_GROUPS_CLAIM: 'roles',
    OIDC_ENTRA_ID_GROUPS: ' net=ops =Operators, all=Viewers,all=Editors',
    OIDC_ENTRA_ID_CREATE: 'false',
    OIDC_ENTRA_ID_REQUIRE_VERIFIED_EMAIL: 'false',
  })

  expect(providers.map(({ name }) => name)).toEqual(['entra_id', 'keycloak'])
  expect(providers[0]).toMatchObject({
    label: 'Entra ID',
    groupsClaim: 'roles',
    groups: new Map([
      ['net=ops', ['Operators']],
      ['all', ['Viewers', 'Editors']],
    ]),
    createsAccounts: false,
    requiresVerifiedEmail: false,
  })
})

it('every fault is listed at the start, without secrets', () => {
  const problems = problemsOf({
    OIDC_A_ISSUER: 'http://id.example.org',
    OIDC_A_CLIENT_SECRET: 'hunter2',
    OIDC_A_CLIENT_SECRET_FILE: '/nowhere',
    OIDC_A_GROUPS: 'ops',
    OIDC_A_CREATE: 'yes',
    OIDC_B_LABEL: 'B',
    OIDC_C_CLIENTID: 'c',
    OIDC_low_ISSUER: 'https://id.example.org',
  })

  expect(problems).toEqual([
    'OIDC_C_CLIENTID: expected OIDC_<NAME>_ and one of ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL, GROUPS_CLAIM, GROUPS, CREATE, SCIM_MATCH, REQUIRE_VERIFIED_EMAIL',
    'OIDC_low_ISSUER: expected OIDC_<NAME>_ and one of ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL, GROUPS_CLAIM, GROUPS, CREATE, SCIM_MATCH, REQUIRE_VERIFIED_EMAIL',
    'OIDC_A_CLIENT_ID: required, because other variables of OIDC_A are set',
    'OIDC_A_CLIENT_SECRET_FILE: expected OIDC_A_CLIENT_SECRET or OIDC_A_CLIENT_SECRET_FILE, not both',
    'OIDC_A_CREATE "yes": expected true or false',
    'OIDC_A_GROUPS "ops": expected pairs such as their-group=Operators, separated by commas',
    'OIDC_A_ISSUER "http://id.example.org": expected a URL that begins with https://, without user, query or fragment; http:// only on this machine',
    'OIDC_B_CLIENT_ID: required, because other variables of OIDC_B are set',
    'OIDC_B_CLIENT_SECRET: required, because other variables of OIDC_B are set',
    'OIDC_B_ISSUER: required, because other variables of OIDC_B are set',
    'PUBLIC_URL: required by OIDC_<NAME>_ISSUER, because providers send browsers back to it',
  ])
  expect(problems.join()).not.toContain('hunter2')
})

it.each(['http://localhost:8080/realms/x', 'http://127.0.0.1:9/', 'http://[::1]:9/'])(
  '%s is a provider on this machine',
  (issuer) => expect(problemsOf({ ...KEYCLOAK, OIDC_KEYCLOAK_ISSUER: issuer })).toEqual([]),
)

it.each(['https://u:p@id.example.org', 'https://id.example.org/?x', 'https://id.example.org/#x', 'id.example.org'])(
  '%s is no issuer',
  (issuer) => expect(problemsOf({ ...KEYCLOAK, OIDC_KEYCLOAK_ISSUER: issuer })).toHaveLength(1),
)
