import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the running code acts, and from where. */
export type RequestActor = {
  readonly userId: number | null
  readonly username: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  /** The name of the API token that acts in the user's name; null for a session. */
  readonly apiToken: string | null
}

type Scope = { readonly actor: RequestActor; entries: number }

/** Background work acts for no user. */
const SYSTEM: RequestActor = { userId: null, username: 'system', ipAddress: null, userAgent: null, apiToken: null }

/** Someone on the machine, through a command. */
export const OPERATOR: RequestActor = { ...SYSTEM, username: 'operator command' }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs work on behalf of an actor, so that what it records names the actor without passing it through every call. */
export function actAs<T>(actor: RequestActor, work: () => Promise<T>): Promise<T> {
  return scopes.run({ actor, entries: 0 }, work)
}

export const currentActor = (): RequestActor => scopes.getStore()?.actor ?? SYSTEM

/** The audit log marks that the current request has left an entry. */
export function noteAuditEntry(): void {
  const scope = scopes.getStore()
  if (scope) scope.entries += 1
}

/** How many entries the current request has left so far. */
export const auditEntriesOfScope = (): number => scopes.getStore()?.entries ?? 0
