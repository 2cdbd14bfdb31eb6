import type { ProvisionedMatch } from '@heddle/domain/identity/provisioned-match.ts'
import type { SignOnSettings } from '../adapters/sign-on/sign-on.ts'
import { presentIn } from './secret-files.ts'
import { readVariable } from './read-variable.ts'
import { signOnVariables } from './variables/sign-on.ts'
import type { Variable } from './variables/variable.ts'

/** A provider that people can sign in with. */
export type SignOnProviderConfig = SignOnSettings & {
  /** In addresses: in small letters. */
  readonly name: string
  readonly label: string
  readonly groupsClaim: string
  /** Undefined when groups are not taken from the provider. */
  readonly groups: ReadonlyMap<string, readonly string[]> | undefined
  readonly createsAccounts: boolean
  /** How the first sign-in finds an account that SCIM created; undefined: not at all. */
  readonly scimMatch: ProvisionedMatch | undefined
  readonly requiresVerifiedEmail: boolean
}

type Suffix = keyof typeof signOnVariables
type Values = { readonly [Name in Suffix]: (typeof signOnVariables)[Name] extends Variable<infer T> ? T : never }

const PREFIX = 'OIDC_'
const PROVIDER_NAME = /^[A-Z][A-Z0-9_]{0,39}$/
/** Longest first: `X_GROUPS_CLAIM` is not the `CLAIM` of `X_GROUPS`. */
const SUFFIXES = (Object.keys(signOnVariables) as Suffix[]).toSorted((a, b) => b.length - a.length)
const NEEDED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const

/** Reads the variables of all providers, whose names are in those of the variables. */
export function readSignOnProviders(env: NodeJS.ProcessEnv): {
  readonly providers: readonly SignOnProviderConfig[]
  readonly problems: readonly string[]
} {
  const set = Object.keys(env).filter((name) => name.startsWith(PREFIX) && presentIn(env, name) !== undefined)
  const named = set.map((variable) => ({ variable, provider: providerIn(variable) }))
  const unknown = named
    .filter(({ provider }) => provider === undefined)
    .map(({ variable }) => `${variable}: expected OIDC_<NAME>_ and one of ${Object.keys(signOnVariables).join(', ')}`)
  const read = [...new Set(named.flatMap(({ provider }) => provider ?? []))]
    .toSorted()
    .map((name) => readProvider(env, name))
  const problems = [...unknown, ...read.flatMap((one) => one.problems)]
  if (read.length > 0 && presentIn(env, 'PUBLIC_URL') === undefined)
    problems.push('PUBLIC_URL: required by OIDC_<NAME>_ISSUER, because providers send browsers back to it')
  return { providers: read.flatMap(({ provider }) => provider ?? []), problems }
}

function providerIn(variable: string): string | undefined {
  const name = variable.endsWith('_CLIENT_SECRET_FILE') ? variable.slice(0, -'_FILE'.length) : variable
  const suffix = SUFFIXES.find((one) => name.endsWith(`_${one}`))
  const provider = suffix && name.slice(PREFIX.length, -suffix.length - 1)
  return provider !== undefined && PROVIDER_NAME.test(provider) ? provider : undefined
}

function readProvider(env: NodeJS.ProcessEnv, name: string) {
  const problems: string[] = []
  const read = (suffix: Suffix): unknown => {
    const variable: Variable<unknown> = signOnVariables[suffix]
    const { value, problem } = readVariable(env, `${PREFIX}${name}_${suffix}`, variable)
    if (problem !== undefined) problems.push(problem)
    else if (value === undefined && NEEDED.some((one) => one === suffix))
      problems.push(`${PREFIX}${name}_${suffix}: required, because other variables of ${PREFIX}${name} are set`)
    return value
  }
  const values = Object.fromEntries(SUFFIXES.map((suffix) => [suffix, read(suffix)])) as Values
  return { problems: problems.toSorted(), provider: problems.length > 0 ? undefined : providerOf(name, values) }
}

const providerOf = (name: string, v: Values): SignOnProviderConfig => ({
  name: name.toLowerCase(),
  label: v.LABEL ?? name.toLowerCase().replaceAll('_', ' '),
  issuer: v.ISSUER!,
  clientId: v.CLIENT_ID!,
  clientSecret: v.CLIENT_SECRET!,
  groupsClaim: v.GROUPS_CLAIM,
  groups: v.GROUPS,
  createsAccounts: v.CREATE,
  scimMatch: v.SCIM_MATCH,
  requiresVerifiedEmail: v.REQUIRE_VERIFIED_EMAIL,
})
