import { attend } from '../attend.ts'
import { type Answer, faultOf } from '../send-move.ts'
import { startWorld, type World, type WorldOptions } from '../start-world.ts'
import type { Attack } from './attack.ts'
import { ATTACKS } from './known.ts'

const AT_ONCE = 4

type Watching = { readonly say: (line: string) => void; readonly patience: number }
type Options = WorldOptions & Watching & { readonly only: string }

/** Every known attack, one after the other, then four at once. Returns what was not held. */
export async function runAttacks({ only, say, patience, ...options }: Options): Promise<readonly string[]> {
  const attacks = ATTACKS.filter(({ name }) => name.includes(only))
  const groups = [...attacks.map((attack) => [attack]), ...(attacks.length < AT_ONCE ? [] : inGroups(attacks))]
  const problems: string[] = []
  for (const group of groups) problems.push(...(await runGroup(group, options, { say, patience })))
  return problems
}

const inGroups = (attacks: readonly Attack[]): Attack[][] =>
  attacks.flatMap((_, at) => (at % AT_ONCE === 0 ? [attacks.slice(at, at + AT_ONCE)] : []))

/** On a server of its own, so that what one attack leaves behind is not held against the next. */
async function runGroup(
  group: readonly Attack[],
  options: WorldOptions,
  { say, patience }: Watching,
): Promise<readonly string[]> {
  const world = await startWorld(options)
  try {
    const attendance = await attend(world, { say, patience })
    const prepared: string[] = []
    for (const { prepare } of group) prepared.push((await prepare?.(world)) ?? '')
    const what = group.map(({ name }) => name).join(' + ')
    const problems = await attendance.during(what, () => together(group, world, prepared, say))
    const kept = world.server.isRunning() ? await attendance.memoryReturned() : []
    await attendance.stop()
    return [...problems, ...kept.map((fault) => `${what}: ${fault}`)]
  } finally {
    await world.stop()
  }
}

async function together(
  group: readonly Attack[],
  world: World,
  prepared: readonly string[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const ends = await Promise.allSettled(group.map((attack, at) => attack.run(world, prepared[at]!)))
  return ends.flatMap((end, at) => {
    const { name } = group[at]!
    if (end.status === 'rejected') return [`${name}: ${(end.reason as Error).message}`]
    say(`${name}: answered ${tally(end.value)}`)
    return end.value.flatMap((answer) => faultOf(answer) ?? []).map((fault) => `${name}: ${fault}`)
  })
}

/** Such as `200 × 3, 429 × 17`. */
function tally(answers: readonly Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${status} × ${length}`).join(', ')
}
