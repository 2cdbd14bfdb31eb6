import { LOGIN_PAGE, NOT_READY_PAGE } from '../http/html-pages.ts'
import { errorReply, htmlReply, problemReply, type Reply } from '../http/reply.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { problems } from '../query/controller-problem.ts'
import type { FaultEffect } from './fault-rule.ts'

/** The reply that a fault puts in place of the right one, if any. */
export function substitute(effects: readonly FaultEffect[], record: RequestRecord, tooBigStatus: 400 | 503): Reply | undefined {
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

/** The same totalCount with an empty imdata. */
export function emptied(reply: Reply): Reply {
  const total = /^\{"totalCount":"\d+"/.exec(reply.body)?.[0]
  return reply.status === 200 && total ? { ...reply, body: `${total},"imdata":[]}` } : reply
}
