import type { Killer } from '@heddle/domain/testing/killers/killer.ts'
import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import type { Attacker, Outcome } from './attack.ts'

/** Just within what a canvas may have, and as large as a body may be. */
const SIZES = { 'within the budget': 480_000, 'as large as a body': 8_000_000 }
const QUERIES = '/api/queries/saved-queries/'

/** Stores every hostile canvas; what can be stored is validated and run, with its variables. */
export async function attackWithCanvases(
  attack: Attacker,
  connection: string,
  stride: number,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, killer] of KILLERS.entries()) {
    if (index % stride !== 0) continue
    for (const [what, size] of Object.entries(SIZES))
      outcomes.push(...(await attackWith(attack, connection, killer, what, size)))
  }
  return outcomes
}

async function attackWith(
  attack: Attacker,
  connection: string,
  killer: Killer,
  what: string,
  size: number,
): Promise<readonly Outcome[]> {
  const body = () => JSON.stringify({ name: 'hostile', controller_connection: connection, ...killer.canvas(size) })
  const stored = await attack({ name: `store, ${killer.name}, ${what}`, method: 'POST', path: QUERIES, body })
  if (stored.status !== 201) return [stored]
  const { id } = JSON.parse(stored.text) as { id: string }
  const variables = () => JSON.stringify({ variables: killer.variables?.(size) ?? {} })
  const uses: Outcome[] = []
  for (const use of ['validate', 'execute', 'execute_background']) {
    uses.push(
      await attack({
        name: `${use}, ${killer.name}, ${what}`,
        method: 'POST',
        path: `${QUERIES}${id}/${use}/`,
        body: variables,
      }),
    )
  }
  return [stored, ...uses]
}
