import type { SecretLike } from '../secrets/secret.ts'

export type ControllerTarget = {
  readonly connectionId: string
  /** As the user wrote it, see `parseControllerAddress`. */
  readonly host: string
  /** Further addresses of the same cluster, used in this order while the one before cannot be reached. */
  readonly hosts?: readonly string[]
  readonly username: string
  readonly password: SecretLike
  readonly verifySsl: boolean
  /** Changes with every change of the connection; a session is used only for its own revision. */
  readonly revision: string | number
}
