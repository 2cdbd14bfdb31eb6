type Worker = { readonly onCleanup: (close: () => Promise<void>) => void }

type Opened<T> = { readonly value: T; readonly at: number; readonly close: () => Promise<void> }

/**
 * One of a kind for all test files of a worker, opened when the first one needs it. One that is older than `mostMs` is
 * closed and opened anew, which only files that run one after the other can bear. Vitest has no hook for the end of a
 * worker, other than the one that its own fixtures of the scope "worker" use.
 */
export function perWorker<T>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
  mostMs = Number.POSITIVE_INFINITY,
): () => Promise<T> {
  let opened: Promise<Opened<T>> | undefined
  const fresh = async (): Promise<Opened<T>> => {
    const worker = (globalThis as { __vitest_worker__?: Worker }).__vitest_worker__
    if (!worker) throw new Error('This is not a worker of Vitest: nobody would close what is shared')
    const value = await open()
    let closing: Promise<void> | undefined
    const closeOnce = () => (closing ??= close(value))
    worker.onCleanup(closeOnce)
    return { value, at: performance.now(), close: closeOnce }
  }
  const next = async (before: Promise<Opened<T>> | undefined): Promise<Opened<T>> => {
    const present = await before?.catch(() => undefined)
    if (present && performance.now() - present.at < mostMs) return present
    await present?.close()
    return fresh()
  }
  return async () => {
    opened = next(opened)
    return (await opened).value
  }
}
