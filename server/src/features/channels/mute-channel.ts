import type { MuteBody, MuteSpan } from '@heddle/contract/channels.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, HOUR } from '../../kernel/durations.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { Note } from '../audit/index.ts'
import { deleteMute, lockChannel, replaceMute } from './channels.store.ts'
import { lockSavedQuery } from './takers.store.ts'

type Parts = { readonly database: Database; readonly note: Note; readonly clock: Clock }

const SPANS_MS: Readonly<Record<MuteSpan, number | null>> = { '1h': HOUR, '1d': DAY, until_passed: null }
const IN_WORDS: Readonly<Record<MuteSpan, string>> = {
  '1h': 'for an hour',
  '1d': 'for a day',
  until_passed: 'until the query passes',
}

/** Everybody who sees the channel may: for one's own, and for members that of their group. */
export async function muteChannel(parts: Parts, caller: Caller, id: string, body: MuteBody): Promise<string> {
  const { database, note, clock } = parts
  const savedQueryId = body.saved_query?.toLowerCase() ?? null
  return database.transaction(async (tx) => {
    const row = orNotFound(await lockChannel(tx, caller, id.toLowerCase()))
    if (savedQueryId === null && body.for === 'until_passed')
      throw new FieldErrors({ saved_query: ['Name the query that has to pass.'] })
    if (savedQueryId !== null && !(await lockSavedQuery(tx, savedQueryId)))
      throw new FieldErrors({ saved_query: ['This saved query does not exist.'] })
    const span = SPANS_MS[body.for]
    const until = span === null ? null : new Date(clock.now().getTime() + span)
    await replaceMute(tx, { channelId: row.id, savedQueryId, until })
    await note(tx, 'channel_mute', row, `was muted ${IN_WORDS[body.for]}`, { saved_query: savedQueryId })
    return row.id
  })
}

export async function unmuteChannel(
  { database, note }: Parts,
  caller: Caller,
  id: string,
  savedQueryId: string | undefined,
): Promise<null> {
  await database.transaction(async (tx) => {
    const row = orNotFound(await lockChannel(tx, caller, id.toLowerCase()))
    await deleteMute(tx, row.id, savedQueryId?.toLowerCase() ?? null)
    await note(tx, 'channel_unmute', row, 'is no longer muted', { saved_query: savedQueryId ?? null })
  })
  return null
}
