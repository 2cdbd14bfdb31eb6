import { useQuery } from '@tanstack/react-query'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { groupList, membersOf } from '../api.ts'
import { words } from '../group-words.ts'
import { administratorsThrough, lossesOf } from './losses.ts'

type Change = {
  /** What the group would no longer give: one permission; undefined: everything, as it or the membership ends. */
  readonly permission?: string
  /** Only this member is concerned. */
  readonly username?: string
}

/** What a change of a group would take from whom, in sentences; undefined while it is worked out. */
export function useLosses(group: Wire.GroupReply, { permission, username }: Change): readonly string[] | undefined {
  const heddle = useHeddle()
  const all = useQuery(membersOf(heddle, group.id)).data
  const groups = useQuery(groupList(heddle)).data
  if (!all || !groups) return undefined
  const members = username === undefined ? all : all.filter((one) => one.username === username)
  const parts = { members, groups }
  if (permission !== undefined)
    return [
      words.loses(
        permission,
        lossesOf(group, [permission], parts).map((loss) => loss.username),
      ),
    ]
  const demoted = words.noLongerAdministrators(administratorsThrough(group, parts))
  return [words.losesAll(lossesOf(group, group.permissions, parts)), ...(demoted === undefined ? [] : [demoted])]
}
