import { inspect } from 'node:util'

const MASK = '***'

/**
 * A value that cannot be printed, logged or serialized by accident. Only code that sends or encrypts it calls `reveal`.
 */
export class Secret {
  // A private field, unlike a private property, is invisible to loggers and serializers that walk an object.
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}

/** A secret that cannot be printed by accident; only the adapter that sends it reveals it. */
export type SecretLike = { readonly reveal: () => string }
