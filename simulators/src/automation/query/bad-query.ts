/** A query the server refuses with 400 and this text. */
export class BadQuery extends Error {}
