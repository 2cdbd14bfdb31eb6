import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { withoutReferences } from '@heddle/server/testing/without-references.ts'
import { attend } from './attend.ts'
import { movesOf } from './moves/moves.ts'
import { play } from './player.ts'
import { closeConnections } from './send-move.ts'
import { ROLES, startWorld, type World, type WorldOptions } from './start-world.ts'

export type GameOptions = WorldOptions & {
  readonly seed: number
  readonly forMs: number
  readonly say: (line: string) => void
  readonly patience: number
}

/** A user of each role plays random moves against one server. Returns what was not held. */
export async function playAll({ seed, forMs, say, patience, ...options }: GameOptions): Promise<readonly string[]> {
  const world = await startWorld(options)
  try {
    const makers = movesOf(withoutReferences((await world.admin.get('/api/schema/')).body))
    const attendance = await attend(world, { say, patience })
    const over = new AbortController()
    const problems = await attendance.during('players', async () => {
      const playing = ROLES.map((role, seat) =>
        play(
          { world, player: world.players[role], makers, random: seededRandom(seed * ROLES.length + seat) },
          over.signal,
        ),
      )
      await Promise.race([pause(forMs), world.server.exited])
      over.abort()
      const all = await Promise.all(playing)
      for (const [seat, { moves, statuses }] of all.entries())
        say(`${ROLES[seat]}: ${moves} moves, ${JSON.stringify(statuses)}`)
      return all.flatMap(({ faults }) => faults)
    })
    if (world.server.isRunning()) await endTasks(world)
    const kept = world.server.isRunning() ? await attendance.memoryReturned() : []
    await attendance.stop()
    return [...problems, ...kept]
  } finally {
    await closeConnections()
    await world.stop()
  }
}

/** Tasks that players left would go on every minute, and what is at work takes memory. */
async function endTasks({ players }: World): Promise<void> {
  for (const role of ROLES) {
    const { api } = players[role]
    const { body } = await api.get('/api/queries/scheduled-tasks/?page_size=200')
    for (const { id } of (body.results ?? []) as readonly { readonly id: string }[])
      await api.post(`/api/queries/scheduled-tasks/${id}/disable/`, {})
  }
}
