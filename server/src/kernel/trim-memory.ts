/** What is used of `node:ffi`, which Node 26 added and still calls experimental. */
type ForeignFunctions = {
  readonly dlopen: (
    library: string,
    functions: { readonly malloc_trim: { readonly arguments: readonly ['u64']; readonly return: 'i32' } },
  ) => { readonly functions: { readonly malloc_trim: (pad: bigint) => number } }
}

/**
 * Opens a function that gives the system back what native code of this process has freed. The GNU C library keeps
 * whatever lies below a block that is still in use: buffers of a megabyte in all can hold a gigabyte. The thread stops
 * for about 0.25 ms for each megabyte that is given back. Undefined where there is no such library, or no way to call
 * it.
 */
export function openMemoryTrim(): (() => void) | undefined {
  try {
    const { dlopen } = withoutWarnings(() => process.getBuiltinModule('node:ffi')) as unknown as ForeignFunctions
    const { malloc_trim: trim } = dlopen('libc.so.6', { malloc_trim: { arguments: ['u64'], return: 'i32' } }).functions
    return () => void trim(0n)
  } catch {
    return undefined
  }
}

/** That a module is experimental says nothing to those who run a server. */
function withoutWarnings<Result>(work: () => Result): Result {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
