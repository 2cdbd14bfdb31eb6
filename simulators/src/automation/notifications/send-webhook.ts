import type { NotificationTemplate } from './notification-template.ts'

const MAX_ATTEMPTS = 5

export type Delivery = { readonly body: string; readonly version: string; readonly signal: AbortSignal }

/** One delivery; redirects 301 and 307 are followed with the same method and body. Answers the last status. */
export async function sendWebhook(template: NotificationTemplate, delivery: Delivery): Promise<number> {
  let { url } = template
  let status = 0
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const response = await fetch(url, {
      method: template.method,
      headers: headersFor(template, delivery.version),
      body: delivery.body,
      redirect: 'manual',
      signal: delivery.signal,
    })
    await response.body?.cancel()
    status = response.status
    const target = response.headers.get('location')
    if ((status !== 301 && status !== 307) || target === null) return status
    url = new URL(target, url).href
  }
  return status
}

function headersFor({ headers, username, password }: NotificationTemplate, version: string): Record<string, string> {
  const isBasic = username !== '' || password !== ''
  return {
    'content-type': 'application/json',
    'user-agent': `AWX ${version} (open)`,
    ...(isBasic && { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
    ...headers,
  }
}
