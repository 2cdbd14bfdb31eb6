import type { Wire } from '../../../lib/api/wire.ts'
import { type Expectation, NOTHING_EXPECTED } from '../declare/expectation-form.ts'

/** What a query declares besides its canvas. */
export type Declared = Expectation & Pick<Wire.SavedQuery, 'parameters'>

export const NOTHING_DECLARED: Declared = { ...NOTHING_EXPECTED, parameters: [] }

/** What the variables of a query are when nobody gives them. */
export const defaultsOf = ({ parameters }: Pick<Declared, 'parameters'>): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters.flatMap(({ name, default: value }) => (value === null ? [] : [[name, String(value)]])))
