import type { WatchRequest } from '../controller/controller-options.ts'
import type { Tracing } from '../../kernel/tracing.ts'

const CLASS_PATH = /^\/api\/(?:node\/)?(class|mo)\//

/** A span per request, with class and page: filters and DNs hold values, so nothing else of the path is in it. */
export function traceControllerRequests(tracing: Tracing): WatchRequest | undefined {
  if (!tracing.isOn) return undefined
  return ({ connectionId, name }, path) => {
    const about = describePath(path)
    const span = tracing.start(`GET ${about.className ?? about.kind}`, {
      kind: 'client',
      attributes: {
        'http.request.method': 'GET',
        'heddle.connection': name ?? connectionId,
        'heddle.class': about.className,
        'heddle.page': about.page,
      },
    })
    return ({ reason, status }) => {
      span.set({ 'http.response.status_code': status, 'heddle.outcome': reason })
      if (reason !== 'success') span.fail(reason)
      span.end()
    }
  }
}

export function describePath(path: string): {
  readonly kind: string
  readonly className?: string
  readonly page?: number
} {
  const [place = '', query = ''] = path.split('?', 2)
  const kind = CLASS_PATH.exec(place)?.[1] ?? 'other'
  const parameters = new URLSearchParams(query)
  const named = kind === 'class' ? /\/(\w+)\.json$/.exec(place)?.[1] : parameters.get('target-subtree-class')
  const page = Number(parameters.get('page') ?? Number.NaN)
  return { kind, ...(named && /^\w+$/.test(named) && { className: named }), ...(Number.isInteger(page) && { page }) }
}
