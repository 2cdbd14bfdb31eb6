/** What is wrong with something that was sent, by the dotted name of the field. */
export type Faults = Record<string, string[]>

/** Without a prototype: a client may name a field `constructor`. */
export const noFaults = (): Faults => Object.create(null) as Faults
