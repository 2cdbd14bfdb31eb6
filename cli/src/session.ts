import { createHeddle } from '@heddle/client'
import { configFile, currentContext, readContexts, withContext, writeContexts } from './contexts.ts'
import type { Terminal } from './terminal.ts'

/** A client for the current context; a refreshed session is stored there. */
export async function openSession(terminal: Terminal, contextName: string | undefined) {
  const { name, context } = await currentContext(terminal, contextName)
  let saving = Promise.resolve()
  const heddle = createHeddle({
    baseUrl: context.url,
    WebSocket: await socketType(),
    ...(context.token !== undefined && { token: context.token }),
    ...(context.session && { session: context.session }),
    onSession: (session) => {
      if (session === undefined) return
      saving = saving.then(async () => {
        const file = configFile(terminal)
        const contexts = await readContexts(file)
        await writeContexts(file, {
          ...withContext(contexts, name, { ...context, session }),
          current: contexts.current,
        })
      })
    },
  })
  return { heddle, name, context, saved: () => saving }
}

export type CommandSession = Awaited<ReturnType<typeof openSession>>

/** That of Node, which Node 20 lacks. */
async function socketType(): Promise<typeof WebSocket> {
  const own = globalThis.WebSocket as typeof WebSocket | undefined
  return own ?? ((await import('ws')).WebSocket as unknown as typeof WebSocket)
}
