import type { AutomationSettings } from '../automation-options.ts'
import type { AutomationClock } from '../time/automation-clock.ts'

export type DocumentContext = {
  readonly clock: AutomationClock
  readonly settings: AutomationSettings
  /** The path of a resource below the API's prefix. */
  readonly link: (place: string) => string
}
