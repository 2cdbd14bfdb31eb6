import { splitDn } from '@heddle/domain/dn/dn.ts'
import { parseWindow } from '@heddle/domain/snapshot/heatmap.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { instantParameter } from '../../../platform/http/query-parameters.ts'
import { readAll } from '../../../kernel/read-all.ts'
import { type FieldMessages, hasError } from '../../../kernel/field-messages.ts'

/** Reads the parameters that passed their schema. One 400 lists their faults and those already known. */
export function readUsable<R extends Readonly<Record<string, () => unknown>>>(readers: R, faults: FieldMessages) {
  const usable = Object.entries(readers).map(([name, read]) => [name, hasError(faults, name) ? () => undefined : read])
  return readAll(Object.fromEntries(usable) as R, faults)
}

/** Checks the syntax of a DN, not whether the object exists. */
export function dnParameter(dn: string): string {
  if ((splitDn(dn)?.length ?? 0) > 0) return dn
  throw new FieldErrors({
    dn: [`${dn.slice(0, 100)}: expected a DN such as uni/tn-common, without empty parts and with balanced brackets.`],
  })
}

const USUAL_WINDOW = '30d'

/** The window as requested, and its days. */
export function windowParameter(text: string = USUAL_WINDOW): { readonly window: string; readonly days: number } {
  const days = parseWindow(text)
  if (days === undefined) throw new FieldErrors({ window: [`${text.slice(0, 60)}: expected 1d to 366d.`] })
  return { window: text, days }
}

export function requiredInstant(name: string, text: string): Date {
  const instant = instantParameter(name, text)
  if (instant === undefined) throw new FieldErrors({ [name]: ['This field is required.'] })
  return instant
}
