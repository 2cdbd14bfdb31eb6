type Worker = { readonly onCleanup: (close: () => Promise<void>) => void }

/**
 * One of a kind for all test files of a worker, opened when the first one needs it. Vitest has no hook for the end of a
 * worker, other than the one that its own fixtures of the scope "worker" use.
 */
export function perWorker<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): () => Promise<T> {
  let opened: Promise<T> | undefined
  const first = async (): Promise<T> => {
    const worker = (globalThis as { __vitest_worker__?: Worker }).__vitest_worker__
    if (!worker) throw new Error('This is not a worker of Vitest: nobody would close what is shared')
    const value = await open()
    worker.onCleanup(() => close(value))
    return value
  }
  return () => {
    opened ??= first().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
