import type { TimeRange } from './canvas.ts'
import { type Fault, isBlank, isWireObject, readOptionalText, show } from './wire.ts'

/** `{from, to}`, either of which may be left out. Variables are filled in later, so the texts are not looked at. */
export function readTimeRange(value: unknown, path: string, fault: Fault): TimeRange | undefined {
  if (value === undefined || value === null) return undefined
  if (!isWireObject(value)) {
    fault(`${show(value)} is not a range of time: expected {from, to}`, path)
    return undefined
  }
  const from = readOptionalText(value.from, `${path}.from`, fault)
  const to = readOptionalText(value.to, `${path}.to`, fault)
  if (isBlank(value.from) && isBlank(value.to)) fault('a range of time needs `from`, `to`, or both', path)
  return from === undefined && to === undefined ? undefined : { from, to }
}
