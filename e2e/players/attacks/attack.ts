import type { Move } from '../moves/move.ts'
import type { Role, World } from '../start-world.ts'
import { type Answer, sendMove } from '../send-move.ts'

/** A known way in which one user once stopped or slowed the service. */
export type Attack = {
  readonly name: string
  /** What the attack needs, before anybody looks at the clock. */
  readonly prepare?: (world: World) => Promise<string>
  /** Ends when the server has dealt with all of it, and returns what it answered: anything but 500. */
  readonly run: (world: World, prepared: string) => Promise<readonly Answer[]>
}

/** As a user of a role; an answer of any status will do. */
export const send = ({ url, players }: World, role: Role, move: Omit<Move, 'name'>): Promise<Answer> =>
  sendMove(url, players[role].token, { name: '', ...move })

export const post = (world: World, role: Role, path: string, body: unknown): Promise<Answer> =>
  send(world, role, { method: 'POST', path, body })

export const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))
