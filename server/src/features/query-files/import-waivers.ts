import { isDeepStrictEqual } from 'node:util'
import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { FileFaults, FileEntry } from '@heddle/domain/query-files/read-query-file.ts'
import { parseInstant } from '../../kernel/instants.ts'
import { untilFaults, type WaiverContent, type WaiverRow } from '../waivers/index.ts'
import type { ImportWork } from './import-work.ts'

type ReadWaivers = {
  /** Undefined where the file says nothing of them: they stay. */
  readonly wanted: readonly WaiverContent[] | undefined
  readonly faults: FileFaults
}

/** The waivers that an entry of a file wants, without those whose time is over: a file may keep them. */
export function readWaivers(
  { match, now }: Pick<ImportWork, 'match' | 'now'>,
  { fields: { waivers } }: FileEntry<FileSavedQuery>,
  present: readonly WaiverRow[],
): ReadWaivers {
  const faults: Record<string, string[]> = {}
  const kept = new Set(present.map((waiver) => waiver.controllerConnectionId))
  const wanted = waivers?.flatMap((waiver, index): WaiverContent[] => {
    const { resource, controller_connection: connection, until: text, reason } = waiver
    const until = parseInstant(text)
    if (until !== undefined && until <= now) return []
    for (const [field, messages] of Object.entries(untilFaults(text, until, now)))
      faults[`waivers.${index}.${field}`] = messages
    const found = connection == null ? { id: null } : match.resolve.connection(connection)
    // What was deleted stays the id that an export shows.
    const id = 'id' in found ? found.id : kept.has(connection!) ? connection! : undefined
    if (id === undefined && 'fault' in found) faults[`waivers.${index}.controller_connection`] = [found.fault]
    return until === undefined || id === undefined ? [] : [{ resource, controllerConnectionId: id, until, reason }]
  })
  return { wanted, faults }
}

/** What has to be ended and created. One that says something else than before is another one. */
export function compareWaivers(present: readonly WaiverRow[], wanted: readonly WaiverContent[] | undefined) {
  if (wanted === undefined) return { ended: [], created: [] }
  const created = [...wanted]
  const ended = present.filter((waiver) => {
    const at = created.findIndex((one) => isDeepStrictEqual(one, contentOf(waiver)))
    if (at >= 0) created.splice(at, 1)
    return at < 0
  })
  return { ended, created }
}

const contentOf = ({ resource, controllerConnectionId, until, reason }: WaiverRow): WaiverContent => ({
  ...{ resource, controllerConnectionId, until, reason },
})
