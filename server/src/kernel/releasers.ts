type Closable = { readonly close: () => void | Promise<void> }

/** Whatever is opened registers its close; closing runs all of them in reverse order and throws the first error. */
export class Releasers {
  readonly #opened: Closable[] = []

  add<T extends Closable>(opened: T): T {
    this.#opened.push(opened)
    return opened
  }

  async releaseAll(): Promise<void> {
    const errors: unknown[] = []
    for (let next = this.#opened.pop(); next !== undefined; next = this.#opened.pop()) {
      try {
        await next.close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
