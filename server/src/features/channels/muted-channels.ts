import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import { endsTrouble } from '@heddle/domain/channel/takes-occurrence.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { listMutes } from './channels.store.ts'
import type { MuteRow } from './channels.tables.ts'

/** Those of the channels that a mute keeps from reporting this. That a trouble is over is reported in any case. */
export async function mutedChannels(
  db: Executor,
  channelIds: readonly string[],
  occurrence: Occurrence,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (endsTrouble(occurrence)) return new Set()
  const mutes = await listMutes(db, channelIds, now)
  return new Set(mutes.filter((mute) => isOf(mute, occurrence)).map(({ channelId }) => channelId))
}

/** The same for the mutes of one channel. */
export const isMutedBy = (mutes: readonly MuteRow[], occurrence: Occurrence): boolean =>
  !endsTrouble(occurrence) && mutes.some((mute) => isOf(mute, occurrence))

const isOf = ({ savedQueryId }: MuteRow, { saved_query }: Occurrence): boolean =>
  savedQueryId === null || savedQueryId === saved_query?.id
