import { FieldErrors } from './errors.ts'
import type { FieldMessages } from './field-messages.ts'

type Readers = Readonly<Record<string, () => unknown>>
type Values<R extends Readers> = { readonly [Name in keyof R]: ReturnType<R[Name]> }

/** Runs every reader and reports all errors, including those already known, in one 400. */
export function readAll<R extends Readers>(readers: R, known: FieldMessages = {}): Values<R> {
  const faults: FieldMessages = { ...known }
  const values = Object.entries(readers).map(([name, read]) => [name, valueOrFault(read, faults)])
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return Object.fromEntries(values) as Values<R>
}

function valueOrFault(read: () => unknown, faults: FieldMessages): unknown {
  try {
    return read()
  } catch (error: unknown) {
    if (!(error instanceof FieldErrors)) throw error
    Object.assign(faults, error.fields)
    return undefined
  }
}
