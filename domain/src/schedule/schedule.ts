/** When a task runs. A slot is an instant at which it is due. */
export type Schedule =
  | { readonly type: 'cron'; readonly expression: string; readonly timezone: string }
  /** Slots are whole intervals after the anchor. */
  | { readonly type: 'interval'; readonly minutes: number; readonly anchor: Date }
