/** Waits for all of them, then throws the earliest failure, so no work continues after the outcome of a run. */
export async function settleAll(
  work: readonly Promise<unknown>[],
  onFirstFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  const failures: unknown[] = []
  await Promise.all(
    work.map((one) =>
      one.catch((error: unknown) => {
        if (failures.push(error) === 1) onFirstFailure(error)
      }),
    ),
  )
  if (failures.length > 0) throw failures[0]
}
