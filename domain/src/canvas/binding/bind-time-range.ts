import type { TimeRange } from '../canvas.ts'
import type { ReportFault } from './bind-filter.ts'
import { asPlainText, fillText, type Filling } from './fill-template.ts'

/** A range of time with its variables filled in; an end that cannot be filled in stays as it is. */
export function bindTimeRange(range: TimeRange, filling: Filling, path: string, report: ReportFault): TimeRange {
  const bind = (end: keyof TimeRange) => {
    const template = range[end]
    const filled = template === undefined ? undefined : fillText(template, filling, asPlainText)
    if (filled?.ok === false) for (const fault of filled.faults) report(fault, `${path}.${end}`)
    return filled?.ok === true ? filled.value : template
  }
  return { from: bind('from'), to: bind('to') }
}
