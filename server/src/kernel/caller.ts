import type { Rights } from '@heddle/domain/access/rights.ts'

/** What proves who makes a request: a login, or an API token, whose name the audit log shows. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string; readonly name: string }

/** Enough of a credential to find it again. */
export type CredentialRef = Pick<Credential, 'kind' | 'id'>

/** A user and what they may do. Without a credential: on whose behalf something happens while they are away. */
export type Actor = Rights & {
  readonly id: number
  readonly username: string
  readonly timezone: string
  /** The group in which they take turns, see `Lane`. */
  readonly group: number | null
}

/** Who makes a request, and what they may do with their credential. Read from the database for every request. */
export type Caller = Actor & { readonly credential: Credential }
