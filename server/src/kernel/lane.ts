import type { Actor } from './caller.ts'

/** Whose turn it is: users take turns with the others of their group, and groups with each other. */
export type Lane = {
  readonly user: number
  /** The group that the user counts in; null for a user of no group, who is a group of their own. */
  readonly group: number | null
}

export const isLane = (name: unknown): name is Lane =>
  typeof name === 'object' && name !== null && 'user' in name && 'group' in name

/** Somebody's lane. */
export const laneOf = ({ id, group }: Pick<Actor, 'id' | 'group'>): Lane => ({ user: id, group })

/** The group first: lanes in the order of their names go through the users of a group before the next group. */
export const nameOfLane = ({ user, group }: Lane): string => `${circleOf({ user, group })}/${user}`

/** Those who take turns with each other before it is the next one's turn. */
export const circleOf = ({ user, group }: Lane): string => (group === null ? `u${user}` : `g${group}`)
