/** `finally` awaits what its callback returns, which the types of the language leave out and the linter then minds. */
interface Promise<T> {
  finally(onfinally: () => void | PromiseLike<unknown>): Promise<T>
}
