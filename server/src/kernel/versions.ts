/** What people edit of something that keeps no time of its last change, as it is on the wire. */
export type EditedParts = Readonly<Record<string, unknown>>

/** The caller's `If-Match`; check it against the row inside the transaction that changes it. */
export type Precondition = { readonly check: (version: Date | EditedParts) => void }

/** The timestamp of a change: always later than the one before, so that no two versions share an ETag. */
export const nextVersionTime = (now: Date, previous: Date): Date =>
  now > previous ? now : new Date(previous.getTime() + 1)
