import type { Random } from '@heddle/domain/testing/random.ts'
import type { Move, MoveMaker, Own } from './moves/move.ts'
import { type Answer, executionOf, faultOf, sendMove } from './send-move.ts'
import type { Player, World } from './start-world.ts'

/** What one player did and what was wrong with the answers. */
export type Played = { moves: number; readonly statuses: Record<number, number>; readonly faults: string[] }

type Seat = {
  readonly world: World
  readonly player: Player
  readonly makers: readonly MoveMaker[]
  readonly random: Random
}

/** Plays one move after the other until the signal. */
export async function play({ world, player, makers, random }: Seat, over: AbortSignal): Promise<Played> {
  const own: Own = { executions: [], snapshots: [] }
  const played: Played = { moves: 0, statuses: {}, faults: [] }
  const allowed = makers.filter(({ roles }) => roles.includes(player.role))
  while (!isOver(over)) {
    const move = random.pick(allowed).make(random, world.things, own)
    if (!move) continue
    played.moves++
    const answer = await sendMove(world.url, player.token, move, over).catch((error: unknown) => String(error))
    const fault = typeof answer === 'string' ? answer : faultOf(answer)
    if (fault !== undefined && !isOver(over)) played.faults.push(`${player.name}: ${describe(move)} → ${fault}`)
    if (typeof answer === 'string') continue
    played.statuses[answer.status] = (played.statuses[answer.status] ?? 0) + 1
    if (answer.status < 300) remember(own, move, answer)
  }
  return played
}

/** A function, because the compiler takes what it has seen of a signal before a wait for granted. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted

const describe = ({ name, method, path }: Move): string => `${name} (${method} ${path.slice(0, 200)})`

const ID = /"id":\s*"([0-9a-f-]{36})"/

/** What a player may come back to. */
function remember(own: Own, { path }: Move, answer: Answer): void {
  const execution = executionOf(answer)
  if (execution !== undefined) own.executions.push(execution)
  const id = ID.exec(answer.text)?.[1]
  if (id === undefined) return
  if (path === '/api/history/capture/') own.snapshots.push(id)
}
