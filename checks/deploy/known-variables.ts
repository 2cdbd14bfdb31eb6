import { VARIABLES } from '../../server/src/config/variables.ts'

const SECRET_FILES = Object.entries(VARIABLES).flatMap(([name, { secret }]) => (secret ? [`${name}_FILE`] : []))
const KNOWN = new Set([...Object.keys(VARIABLES), ...SECRET_FILES, 'NODE_ENV'])

/** Of the variables that a file in deploy/ sets, those that Heddle would ignore. */
export const unknownVariables = (names: readonly string[]): string[] => names.filter((name) => !KNOWN.has(name))
