/**
 * Alternates the contestants (A B, B A, A B …), so that background load affects all of them equally and none benefits
 * from always going second.
 */
export async function alternate<T extends Readonly<Record<string, () => Promise<unknown>>>>(
  rounds: number,
  contestants: T,
): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>>[] }> {
  const names = Object.keys(contestants)
  const results = Object.fromEntries(names.map((name) => [name, [] as unknown[]]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name]!.push(await contestants[name]!())
  }
  // Filled name by name above, which the compiler cannot follow.
  return results as { [Name in keyof T]: Awaited<ReturnType<T[Name]>>[] }
}
