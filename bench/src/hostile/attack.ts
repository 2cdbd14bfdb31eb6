import type { Running } from '../start-program.ts'
import type { TestServer } from '../test-server.ts'
import type { Watched } from '../programs/health-watch.ts'

export type Attack = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: () => string
}
export type Outcome = Watched & { readonly name: string; readonly status: number; readonly text: string }
export type Attacker = (attack: Attack) => Promise<Outcome>

/** Sends one request as the administrator, while the server's health is asked for all the time. */
export function attacker({ url, authorization }: TestServer, watch: Running<'health-watch'>): Attacker {
  return async ({ name, method, path, body }) => {
    const text = body?.() ?? null
    await watch.call.begin()
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization },
      body: text,
    })
    const answer = await reply.text()
    return { ...(await watch.call.end()), name, status: reply.status, text: answer }
  }
}
