/** Who makes a request, read from the session store for every request. */
export type Caller = {
  readonly id: number
  readonly username: string
  readonly isSuperuser: boolean
  /** Superuser, or member of a group created from the administrator template. */
  readonly isAdmin: boolean
  /** Administrators and operators may change what others created in the shared workspace. */
  readonly managesWorkspace: boolean
  /** `app.action_model`, groups and direct grants together. */
  readonly permissions: ReadonlySet<string>
  readonly sessionId: string
  readonly timezone: string
}
