import { explainText } from '@heddle/domain/query/explain.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'
import type { LookupPlaces } from './plan-lookups.ts'

/** The plan with what its `lookup` steps read, which only the caller knows. */
export function nameLookups(plan: Plan, places: LookupPlaces): Plan {
  if (places.size === 0) return plan
  const steps = plan.steps.map((step) => {
    const place = step.step === 'post_processor' ? places.get(step.id) : undefined
    return place === undefined ? step : { ...step, text: `${step.text} in ${place}` }
  })
  return { ...plan, steps, text: explainText(steps) }
}
