import { LOGIN_PAGE, NOT_READY_PAGE } from '../../shared/html-pages.ts'
import { errorReply, htmlReply, problemReply, type Reply } from '../exchange/reply.ts'
import type { RequestRecord } from '../exchange/request-record.ts'
import { problems } from '../problem/controller-problem.ts'
import type { FaultEffect } from './fault-rule.ts'

/** The reply that a fault puts in place of the right one, if any. */
export function substitute(
  effects: readonly FaultEffect[],
  record: RequestRecord,
  tooBigStatus: 400 | 503,
): Reply | undefined {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'html':
        return htmlReply(effect.status)
      case 'login_page':
        return htmlReply(200, LOGIN_PAGE)
      case 'not_ready':
        return htmlReply(404, NOT_READY_PAGE)
      case 'error':
        return errorReply(effect.status, effect.code, effect.text)
      case 'too_big':
        if (pageSize(record) > (effect.abovePageSize ?? 0)) return problemReply(problems.tooBig(tooBigStatus))
        break
      default:
    }
  }
  return undefined
}

/** A request without a page size requests everything. */
function pageSize(record: RequestRecord): number {
  return Number(/(?:^|&)page-size=(\d+)/.exec(record.query)?.[1] ?? Infinity)
}

/** The right answer as the faults garble it; errors stay as they are. */
export function garbled(reply: Reply, effects: readonly FaultEffect[]): Reply {
  const changes = effects.flatMap((effect) => changeOf(effect) ?? [])
  if (reply.status !== 200 || changes.length === 0 || !reply.body.startsWith('{"totalCount":')) return reply
  // The simulator wrote this text itself.
  const { totalCount, imdata } = JSON.parse(reply.body) as { totalCount: string; imdata: Item[] }
  const items = changes.reduce<readonly Item[]>((left, change) => change(left), imdata)
  return { ...reply, body: JSON.stringify({ totalCount, imdata: items }) }
}

type Item = Readonly<
  Record<string, { readonly attributes: Readonly<Record<string, string>>; readonly children?: readonly Item[] }>
>

function changeOf(effect: FaultEffect): ((items: readonly Item[]) => readonly Item[]) | undefined {
  switch (effect.kind) {
    case 'empty_page':
      return () => []
    case 'short_page':
      return (items) => items.slice(0, Math.max(0, items.length - effect.missing))
    case 'repeated_object':
      return (items) => items.map(() => items[0]!)
    case 'nameless_children':
      return (items) => items.map((item) => withNamelessChildren(item))
    default:
      return undefined
  }
}

const withNamelessChildren = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([className, { attributes, children }]) => [
      className,
      { attributes, ...(children && { children: children.map((child) => withNamelessChildren(withoutName(child))) }) },
    ]),
  )

const withoutName = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([className, { attributes, ...rest }]) => {
      const { rn: _rn, dn: _dn, ...others } = attributes
      return [className, { attributes: others, ...rest }]
    }),
  )
