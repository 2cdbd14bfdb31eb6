import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { SignOnProvider } from '../../adapters/sign-on/sign-on.ts'
import type { TokenSigner } from '../../adapters/tokens/token-signer.ts'
import type { SignOnProviderConfig } from '../../config/sign-on-providers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { OwnPassword, OwnSessionsService, SecurityNotices, SessionsService, TokenPair } from '../auth/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'

/** A provider with its settings. */
export type Provider = SignOnProviderConfig & { readonly client: SignOnProvider }

export type SignOnParts = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly ownSessions: OwnSessionsService
  readonly ownPassword: OwnPassword
  readonly securityNotices: SecurityNotices
  readonly welcomeUser: (tx: Executor, user: UserRow, how: string) => Promise<TokenPair>
  readonly tokens: TokenSigner
  readonly secrets: SecretBox
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
  readonly providers: ReadonlyMap<string, Provider>
  /** What the addresses of this API begin with, which the providers know. */
  readonly publicUrl: string
  /** What the pages of the web UI begin with. */
  readonly frontendUrl: string
}

export function providerNamed({ providers }: SignOnParts, name: string): Provider {
  const provider = providers.get(name)
  if (!provider) throw new NotFound()
  return provider
}

/** Below the path of the refresh cookie, which only its own routes read. */
export const signOnPath = (name: string): string => `/api/auth/oidc/${name}/`

/** Where a provider sends browsers, as it is registered with it. */
export const callbackOf = ({ publicUrl }: SignOnParts, { name }: Provider): string =>
  `${publicUrl}${signOnPath(name)}callback/`
