/** A 404 with this text. */
export class NotThere extends Error {}
