/**
 * Runs the contestants in turns (A B, B A, A B …), so that whatever else the machine does hits all of them alike, and
 * none profits from always coming second.
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
  // Filled name by name above, which the compiler can not follow.
  return results as { [Name in keyof T]: Awaited<ReturnType<T[Name]>>[] }
}
