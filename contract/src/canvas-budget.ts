/**
 * What a canvas may cost: stated in the schemas, enforced by the rules. A byte is one of UTF-8; 1 kB is 1,000 bytes.
 */

/** `nodes`, `edges` and `post_processors` together, as JSON, unknown keys included. */
export const LARGEST_CANVAS_BYTES = 512_000
/** Text counts as it is, anything else as JSON. */
export const LARGEST_VARIABLE_BYTES = 16_000
/** All variables of a run together, as JSON with their names. */
export const LARGEST_VARIABLES_BYTES = 1_000_000
/** A text with its variables filled in. */
export const LARGEST_TEXT_BYTES = 64_000
/** All filled texts of a run together, those of the queries it looks up in included. */
export const LARGEST_FILLED_BYTES = 1_000_000
/** Steps of type `lookup` in a run; each counts once per path from the top. */
export const MOST_LOOKUPS = 20
/** Versions of a saved query that are kept. */
export const MOST_VERSIONS = 500

/** For descriptions: `16 kB`. */
export const kilobytes = (bytes: number): string => `${bytes / 1_000} kB`

const variable = `at most ${kilobytes(LARGEST_VARIABLE_BYTES)} each and ${kilobytes(LARGEST_VARIABLES_BYTES)} together`
const filled = `a text with its values filled in: at most ${kilobytes(LARGEST_TEXT_BYTES)}, all of a run ${kilobytes(LARGEST_FILLED_BYTES)}`
/** How much variables may hold, and what they may fill. */
export const VARIABLES_BUDGET = `Variables: ${variable}; ${filled}.`
