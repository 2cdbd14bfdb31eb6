import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import { connectionList } from '../../resources/connections.ts'
import { fitOf } from './match-words.ts'
import { addressDraft, byName, bySize, isName, LOOK_UP_PACK, lookUpOf, nameDraft } from './look-up.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { words } from './words.ts'

const MOST = 16
/** Of one class, so that the others have room. */
const MOST_OF_CLASS = 4
const FRESH_MS = 60_000
/** As many as a list of packs has. */
const MOST_PACKS = 200

const DN = /^[A-Za-z][A-Za-z0-9]*(-[^/]*)?\/\S+$/
export const isDn = (text: string): boolean => DN.test(text)

/** Objects of the default connection: by DN at once, by address when typing pauses, by name when it is asked for. */
export function useObjectEntries(text: string, paused: string): readonly PaletteEntry[] {
  const isAllowed = useMay('queries.execute_savedquery')
  const mayList = useMay('controller.view_connection')
  const { data: connections = [] } = useQuery({ ...connectionList(useHeddle()), enabled: isAllowed && mayList })
  const connection = connections.find(({ is_default: isDefault }) => isDefault)
  const rows = useRowsAt(isAllowed ? connection?.id : undefined, paused)
  const named = useNamedRows(isAllowed ? connection?.id : undefined, text)
  if (!isAllowed) return []
  if (isDn(text)) return [{ id: `object-${text}`, text, kind: 'object', isCode: true, href: hrefOf({ dn: text }) }]
  if (connection === undefined) return []
  const found = [...(text === paused ? rows : []), ...named.rows]
  const classes = new Map(found.flatMap(({ dn, className }) => (typeof dn === 'string' ? [[dn, className]] : [])))
  const entries = [...classes].slice(0, MOST).map(([dn, className]) => ({
    ...{ id: `object-${dn}`, text: dn, kind: 'object', isCode: true },
    note: typeof className === 'string' ? `${className}, ${connection.name}` : connection.name,
    // Those that were asked for by name come before classes and questions. A node has its name elsewhere than its DN.
    isFound: !named.isAsked || fitOf(dn, text) === undefined,
    href: hrefOf({ dn, connection: connection.id }),
  }))
  if (named.ask === undefined) return entries
  const what = named.isAsked ? words.noObjects(text) : words.findObjects(text)
  const isPending = named.isAsked && !named.hasEnded
  if (isPending || (named.isAsked && entries.length > 0)) return entries
  const ask = { id: 'objects-named', text: what, kind: 'action', note: connection.name, isFound: true }
  return [...entries, { ...ask, staysOpen: true, onSelect: named.ask }]
}

const hrefOf = (place: Readonly<Record<string, string>>): string =>
  `/controller/objects?${new URLSearchParams(place).toString()}`

type Rows = Wire.ExecuteReply['results']

/** What has the address that was typed: one run, of the check of the pack where that is installed. */
function useRowsAt(connection: string | undefined, text: string): Rows {
  const heddle = useHeddle()
  const mayReadPacks = useMay('packs.view_pack')
  const wanted = lookUpOf(text)
  const found = useQuery({
    queryKey: ['palette', 'objects', connection, wanted?.value, mayReadPacks],
    queryFn: async ({ signal }) => {
      const { check, value } = wanted!
      const query = mayReadPacks && check ? await lookUpQuery(heddle, check.id, signal) : undefined
      const where = { controller_connection: connection! }
      return query === undefined
        ? heddle.queries.execute({ ...where, draft: addressDraft(wanted!) }, { signal })
        : heddle.queries.savedQueries.execute(query, { ...where, variables: { [check!.parameter]: value } }, { signal })
    },
    enabled: connection !== undefined && wanted !== undefined,
    staleTime: FRESH_MS,
    retry: false,
  })
  const rows = wanted === undefined ? [] : (found.data?.results ?? [])
  return wanted?.kind === 'subnet' ? bySize(rows) : rows
}

/** The query of a check of the pack; undefined where the pack or the check is not in use. */
async function lookUpQuery(heddle: Heddle, check: string, signal: AbortSignal): Promise<string | undefined> {
  const { results } = await heddle.packs.list({ page_size: MOST_PACKS }, { signal })
  if (!results.some(({ name }) => name === LOOK_UP_PACK)) return undefined
  const { checks } = await heddle.packs.get(LOOK_UP_PACK, { signal })
  return checks.find(({ id, enabled }) => id === check && enabled)?.saved_query
}

/** Objects with a name, of many classes in one run. Whatever is typed may be one, so it waits until somebody asks. */
function useNamedRows(connection: string | undefined, text: string) {
  const heddle = useHeddle()
  const [asked, setAsked] = useState<string>()
  const isAsked = asked === text
  const { data, isPending } = useQuery({
    queryKey: ['palette', 'objects', connection, 'named', text],
    queryFn: ({ signal }) =>
      heddle.queries.execute({ controller_connection: connection!, draft: nameDraft(text) }, { signal }),
    enabled: connection !== undefined && isAsked,
    staleTime: FRESH_MS,
    retry: false,
  })
  return {
    rows: isAsked ? someOfEach(byName(data?.results ?? [], text)) : [],
    isAsked,
    hasEnded: !isPending,
    ask: connection !== undefined && isName(text) ? () => setAsked(text) : undefined,
  }
}

/** Objects of one class leave room for those of the others. */
function someOfEach(rows: Rows): Rows {
  const count = new Map<unknown, number>()
  return rows.filter(({ className }) => {
    const known = count.get(className) ?? 0
    count.set(className, known + 1)
    return known < MOST_OF_CLASS
  })
}
