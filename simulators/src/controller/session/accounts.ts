export type LoginDomain = { readonly name: string; readonly type: 'local' | 'tacacs' | 'ldap' | 'radius' }

export type Account = { readonly name: string; password: string; readonly domain: string }

export type Verdict = { readonly ok: true; readonly account: Account } | { readonly ok: false; readonly text: string }

const LOCAL_REFUSAL = 'Username or password is incorrect - FAILED local authentication'
const REFUSALS: Readonly<Record<LoginDomain['type'], string>> = {
  local: LOCAL_REFUSAL,
  tacacs: 'TACACS+ Server Authentication DENIED',
  ldap: 'LDAP Server Authentication DENIED',
  radius: 'RADIUS Server Authentication DENIED',
}

/** Users and login domains of one cluster. */
export class Accounts {
  readonly domains: readonly LoginDomain[]
  readonly #accounts: Account[]

  constructor(accounts: readonly Account[], domains: readonly LoginDomain[]) {
    this.#accounts = accounts.map((account) => ({ ...account }))
    this.domains = domains
  }

  /** `admin`, `apic:<domain>\<user>` or `apic#<domain>\<user>`. */
  check(loginName: string, password: string): Verdict {
    const { domain, name } = splitLoginName(loginName)
    const account = this.#accounts.find((one) => one.name === name && one.domain === domain)
    if (account?.password === password) return { ok: true, account }
    const type = this.domains.find((one) => one.name === domain)?.type ?? 'local'
    return { ok: false, text: REFUSALS[type] }
  }

  setPassword(loginName: string, password: string): void {
    const { domain, name } = splitLoginName(loginName)
    const account = this.#accounts.find((one) => one.name === name && one.domain === domain)
    if (!account) throw new Error(`no account ${loginName}`)
    account.password = password
  }
}

function splitLoginName(loginName: string): { domain: string; name: string } {
  const match = /^apic[:#]([^\\]+)\\(.*)$/s.exec(loginName)
  return match ? { domain: match[1]!, name: match[2]! } : { domain: 'local', name: loginName }
}
