import { FilledTexts } from './budget.ts'
import { Suggestions } from '../suggest.ts'

/**
 * What preparing a run may use up, and when the run starts (in milliseconds), which `{{now}}` names. Hand the same one
 * to `prepareQuery` for the run's query and for every query it looks up in, so that nesting multiplies nothing.
 */
export class PreparationBudget {
  readonly now: number
  readonly filled = new FilledTexts()
  readonly suggestions = new Suggestions()

  constructor(now = Date.now()) {
    this.now = now
  }
}
