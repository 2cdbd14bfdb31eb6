import { TROUBLE_MS, type WorldOrder, type WorldOutcome } from './run-world.ts'
import { FAULT_KINDS } from './world/faults.ts'

type Shrunk = { readonly world: WorldOrder; readonly outcome: WorldOutcome }

/** Looks for a world with fewer kinds of faults, and less time for them, that fails in the same way. */
export async function shrink(
  run: (order: WorldOrder) => Promise<WorldOutcome>,
  world: WorldOrder,
  outcome: WorldOutcome,
): Promise<Shrunk> {
  let least: Shrunk = { world, outcome }
  const rule = ruleOf(outcome)
  const attempt = async (smaller: WorldOrder): Promise<void> => {
    const found = await run(smaller)
    if (ruleOf(found) === rule) least = { world: smaller, outcome: found }
  }
  for (const kind of world.kinds ?? FAULT_KINDS)
    await attempt({ ...least.world, kinds: (least.world.kinds ?? FAULT_KINDS).filter((one) => one !== kind) })
  for (let ms = (world.troubleMs ?? TROUBLE_MS) / 2; ms > 5_000; ms /= 2)
    await attempt({ ...least.world, troubleMs: ms })
  return least
}

/** What was broken, without the ids, which differ from world to world. */
const ruleOf = ({ faults }: WorldOutcome): string | undefined => faults[0]?.replace(/[:(].*$/s, '').replace(/\d+/g, 'n')
