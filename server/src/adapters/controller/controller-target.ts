/** A secret that cannot be printed by accident; only the adapter that sends it reveals it. */
export type SecretLike = { readonly reveal: () => string }

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
