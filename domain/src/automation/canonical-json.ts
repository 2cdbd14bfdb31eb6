import serialize from 'canonicalize'

/** JSON as RFC 8785 asks: equal values are equal texts in every language, so that anyone can check their hash. */
export const rfc8785Json = (value: unknown): string => serialize(value) ?? 'null'
