/** Since release 6.2 the controller accepts at most 20 predicates in a filter. */
export const MOST_PREDICATES = 20
// A URL should stay below 4 kB; the rest of it, and the keys a join may add, need room too.
export const MOST_BYTES = 2_600
