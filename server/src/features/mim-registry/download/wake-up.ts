/** Lets several callers wait until something has changed. Each checks for itself what it was. */
export function createWakeUp() {
  let next = Promise.withResolvers<void>()
  return {
    changed: (): Promise<void> => next.promise,
    notify: (): void => {
      next.resolve()
      next = Promise.withResolvers<void>()
    },
  }
}
