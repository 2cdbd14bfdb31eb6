type Closable = { readonly close: () => void | Promise<void> }

/** Whatever is opened registers its close; closing runs all of them in reverse order and throws the first error. */
export class Releasers {
  readonly #opened = new AsyncDisposableStack()

  add<T extends Closable>(opened: T): T {
    return this.#opened.adopt(opened, (one) => one.close())
  }

  async releaseAll(): Promise<void> {
    try {
      await this.#opened.disposeAsync()
    } catch (error) {
      throw firstOf(error)
    }
  }
}

/** The stack wraps each later error around the earlier ones. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error
}
