import { HeddleError } from '@heddle/client'
import { words } from './words.ts'

export type FormFaults = {
  /** What is wrong with a field, or with a part of it: `hosts.1` belongs to `hosts`. */
  readonly of: (field: string) => readonly string[]
  /** What belongs to no field of the form. */
  readonly general: readonly string[]
}

/** Where the parts of a refusal belong in a form with these fields. */
export function formFaults(error: Error | null, fields: readonly string[]): FormFaults {
  if (!error) return { of: () => [], general: [] }
  const given = error instanceof HeddleError ? Object.entries(error.fields) : []
  const home = (name: string) => fields.find((field) => name === field || name.startsWith(`${field}.`))
  const general = given.flatMap(([name, messages]) =>
    home(name) !== undefined
      ? []
      : name === 'non_field_errors'
        ? messages
        : messages.map((message) => `${name}: ${message}`),
  )
  return {
    of: (field) =>
      given.flatMap(([name, messages]) =>
        home(name) === field
          ? name === field
            ? messages
            : messages.map((message) => `${placeIn(name, field)}: ${message}`)
          : [],
      ),
    general: given.length === 0 ? [error.message] : general,
  }
}

/** `hosts.1` is "the 2nd" of its field; any other part is named. */
function placeIn(name: string, field: string): string {
  const place = name.slice(field.length + 1)
  return /^\d+$/.test(place) ? words.line(Number(place) + 1) : place
}
