import type { SecretLike } from '../secrets/secret.ts'

export type ControllerTarget = {
  readonly connectionId: string
  /** As users know the connection, for measures. */
  readonly name?: string
  /** As the user wrote it, see `parseControllerAddress`. */
  readonly host: string
  /** Further addresses of the same cluster, used in this order while the one before cannot be reached. */
  readonly hosts?: readonly string[]
  readonly username: string
  /** Null: nobody has set one, and nothing is asked. */
  readonly password: SecretLike | null
  readonly verifySsl: boolean
  /** In PEM. With it, the controller is checked against it alone. */
  readonly caCertificate?: string | null
  /** What all connections to the controller may ask of it together. Without it, the connection is alone. */
  readonly budget?: RequestBudget
  /** Changes with every change of the connection; a session is used only for its own revision. */
  readonly revision: string | number
}

export type RequestBudget = {
  /** Stands for the controller in all processes. */
  readonly controller: string
  /** Most requests at once, over all processes. */
  readonly parallel: number
  /** Most requests in any minute, over all processes; null means no limit. */
  readonly perMinute: number | null
}

/** What no message may contain. */
export const secretsOf = ({ password }: Pick<ControllerTarget, 'password'>): readonly string[] =>
  password === null ? [] : [password.reveal()]
