export type Account = {
  readonly id: number
  readonly username: string
  readonly password: string
  /** Superusers see and start everything; others need permission on the template. */
  readonly isSuperuser: boolean
}

export type Scope = 'read' | 'write'

export type Token = {
  readonly id: number
  readonly value: string
  readonly account: Account
  readonly scope: Scope
  readonly description: string
  readonly created: number
}
