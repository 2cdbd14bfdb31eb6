import { HeddleError } from '@heddle/client'
import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import type { WireCanvas, WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHeddle } from '../../lib/session/context.tsx'
import { useWorkspace } from '../canvas-context.tsx'
import { classesBeside, waysBetween } from '../model/class-queries.ts'
import { classSearch } from '../model/class-search.ts'
import { classesBetween } from './between.ts'
import { chainOption, type LinkOption, matchOption, nodeOption, typedOption, wayOption } from './options.tsx'
import { matchWays, modelWays } from './ways.ts'
import { words } from './words.ts'

export type Offer<O> = { readonly options: readonly O[]; readonly isWaiting: boolean; readonly status?: string }

/** A model that is not there, or lacks the class: both answer alike. */
const isUnknown = (error: Error | null): boolean =>
  error instanceof HeddleError && (error.status === 404 || error.status === 409)

type Around = {
  readonly from: WirePart
  readonly canvas: WireCanvas
  readonly text: string
  readonly withNodes: boolean
}

/** Everything that can be joined to a node and fits the text; where nothing does, what comes nearest. */
export function useAround({ from, canvas, text, withNodes }: Around): Offer<LinkOption> {
  const heddle = useHeddle()
  const { connection } = useWorkspace()
  const className = classesOfNode(from)[0] ?? ''
  const found = useQuery({
    ...classesBeside(heddle, className, { text, connection }),
    placeholderData: keepPreviousData,
  })
  const isEmpty = found.data?.connectable.length === 0 && !found.isPlaceholderData
  const isLost = isUnknown(found.error)
  const instead = useInstead(className, text, text !== '' && (isEmpty || isLost))

  if (found.error && !isLost) return { options: [], isWaiting: false, status: words.failed }
  if (isLost || isEmpty) return isLost && instead.options.length === 0 ? typedOffer(className, text) : instead
  const around = found.data?.connectable ?? []
  const nodes = withNodes ? canvas.nodes.filter(({ id }) => id !== from.id) : []
  return {
    options: [
      ...around.flatMap((item) =>
        nodes
          .filter((node) => classesOfNode(node)[0] === item.name)
          .flatMap((node) => modelWays(item).map((way) => nodeOption(node, item.display_name, way))),
      ),
      ...around.flatMap((item) => modelWays(item).map((way) => wayOption(item, way))),
    ],
    isWaiting: found.isFetching,
  }
}

function typedOffer(className: string, text: string): Offer<LinkOption> {
  const options = isClassName(text) ? [typedOption(text, words.asTyped)] : []
  return { options, isWaiting: false, status: words.unknownHere(className) }
}

/** For a text that fits nothing around a class: the class it means, and what could be done about it. */
function useInstead(className: string, text: string, isAsked: boolean): Offer<LinkOption> {
  const heddle = useHeddle()
  const search = useQuery({ ...classSearch(heddle, text, 5), enabled: isAsked })
  const hits = search.data?.results ?? []
  const meant = hits.find(({ name }) => name.toLowerCase() === text.toLowerCase()) ?? hits[0]
  const pair = usePair(className, meant?.name, isAsked && meant !== undefined)
  if (!isAsked) return { options: [], isWaiting: false }
  if (search.isFetching || pair.isWaiting) return { options: [], isWaiting: true }
  return meant ? pair : { options: [], isWaiting: false, status: words.noClass(text) }
}

/** The ways between two classes; where there is none, why, and what could be done about it. */
export function usePair(
  source: string,
  target: string | undefined,
  isAsked: boolean,
  node?: string,
): Offer<LinkOption> {
  const heddle = useHeddle()
  const other = target ?? ''
  const ways = useQuery({ ...waysBetween(heddle, source, other), enabled: isAsked })
  const direct = ways.data ? modelWays(ways.data) : []
  const isApart = ways.data !== undefined && direct.length === 0
  const around = { limit: 100, connection: useWorkspace().connection }
  const aroundSource = useQuery({ ...classesBeside(heddle, source, around), enabled: isApart })
  const aroundTarget = useQuery({ ...classesBeside(heddle, other, around), enabled: isApart })
  if (!isAsked) return { options: [], isWaiting: false }
  if (ways.error) {
    if (!isUnknown(ways.error)) return { options: [], isWaiting: false, status: words.failed }
    const links = [{ className: other, way: { kind: 'auto' } as const, ...(node !== undefined && { node }) }]
    return {
      options: [{ ...typedOption(other, words.asTyped), links }],
      isWaiting: false,
      status: words.unknownHere(source),
    }
  }
  if (!ways.data || aroundSource.isFetching || aroundTarget.isFetching) return { options: [], isWaiting: true }
  if (!isApart) {
    const options = direct.map((way) => withNode(wayOption({ name: other, display_name: '' }, way), node))
    return { options, isWaiting: false, ...(direct.length > 1 && { status: words.several(source, other) }) }
  }
  const matches = matchWays(ways.data).map((way) => matchOption(other, way, node))
  const chains = classesBetween(aroundSource.data?.connectable ?? [], aroundTarget.data?.connectable ?? []).map(
    ([first, way]) => chainOption(source, [first, { className: other, way, ...(node !== undefined && { node }) }]),
  )
  const rest = matches.length > 0 ? (chains.length > 0 ? 'both' : 'match') : chains.length > 0 ? 'chain' : 'none'
  return {
    options: [...matches, ...chains],
    isWaiting: false,
    status: `${words.noWay(source, other)} ${words.offers[rest]}`,
  }
}

const withNode = (option: LinkOption, node: string | undefined): LinkOption =>
  node === undefined ? option : { ...option, links: option.links.map((link) => ({ ...link, node })) }
