import type { AutomationSettings } from '../automation-options.ts'
import type { Account, Scope } from '../model/account.ts'
import type { AutomationState } from '../model/automation-state.ts'
import { problems } from './http-problem.ts'

export type Caller = { readonly account: Account; readonly scope: Scope }

/** A bearer token or, unless it is switched off, a password; undefined when neither is sent or the token is unknown. */
export function authenticate(
  state: AutomationState,
  settings: AutomationSettings,
  header: string | undefined,
): Caller | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(header ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return state.tokens.get(value)
  if (scheme.toLowerCase() === 'basic' && settings.basicAuth) return withPassword(state.accounts, value)
  return undefined
}

function withPassword(accounts: readonly Account[], encoded: string): Caller {
  const text = Buffer.from(encoded, 'base64').toString()
  const cut = text.indexOf(':')
  const account = accounts.find(
    ({ username, password }) => username === text.slice(0, cut) && password === text.slice(cut + 1),
  )
  if (!account) throw problems.wrongPassword()
  return { account, scope: 'write' }
}
