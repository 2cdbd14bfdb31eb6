export type ReceivedMessage = {
  readonly id: string | null
  readonly at: string
  readonly path: string
  readonly isVerified: boolean
  readonly fault: string | undefined
  readonly answered: number
  readonly body: string
}

/** What arrived, for people. */
export function messagesPage(messages: readonly ReceivedMessage[]): string {
  const rows = messages.map(
    ({ id, at, isVerified, fault, answered, body }) => `<article>
<h2>${escaped(titleOf(body))}</h2>
<p>${escaped(at)} · ${escaped(fault ?? (isVerified ? 'signature verified' : 'no secret is set'))} · answered ${answered} · ${escaped(id ?? 'no id')}</p>
<pre>${escaped(body)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Received webhooks</title>
<style>body{font:15px system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;background:#f3f4f2;padding:.5rem}</style>
</head><body><h1>Received webhooks</h1>
${rows.length === 0 ? '<p>Nothing has arrived.</p>' : rows.join('\n')}
</body></html>
`
}

function titleOf(body: string): string {
  try {
    const { type, data } = JSON.parse(body) as { type?: string; data?: { title?: string } }
    return data?.title ?? type ?? 'A message'
  } catch {
    // Anybody may post anything.
    return 'Not JSON'
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
