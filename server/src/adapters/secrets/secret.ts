import { inspect } from 'node:util'

const MASK = '***'

/** A value that can not be printed, logged or serialised by accident. Only what sends or encrypts it calls `reveal`. */
export class Secret {
  // A private field, unlike a private property, is invisible to loggers and serialisers that walk an object.
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
