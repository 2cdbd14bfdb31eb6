import type { Command } from 'commander'
import { HeddleError } from '@heddle/client'
import { printTo } from '../command.ts'
import { openSession } from '../session.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { VERSION } from '../version.ts'

/** Which version this is, and whether the server has the same. */
export function addVersion(program: Command, terminal: Terminal): void {
  program.version(`heddle ${VERSION}`, '-V, --version', 'print the version of this program')
  program
    .command('version')
    .description('print the version of this program and of the server')
    .action(async (_options: unknown, command: Command) => {
      const { json, context } = command.optsWithGlobals<{ json?: true; context?: string }>()
      const server = await versionOfServer(terminal, context)
      const found = { client: VERSION, server: server?.version ?? null, url: server?.url ?? null }
      await printTo(terminal, json ? `${JSON.stringify(found, null, 2)}\n` : describe(server))
    })
}

type ServerVersion = { readonly url: string; readonly version?: string; readonly failure?: string }

/** Undefined where nobody is signed in: one may want to know the version before that. */
async function versionOfServer(terminal: Terminal, contextName: string | undefined) {
  const session = await openSession(terminal, contextName).catch((error: unknown) => {
    if (error instanceof CommandError && contextName === undefined) return undefined
    throw error
  })
  if (session === undefined) return undefined
  const { heddle, context, saved } = session
  try {
    const { version } = await heddle.dashboard.platformInfo({ signal: terminal.signal, retries: 0 })
    return { url: context.url, version } satisfies ServerVersion
  } catch (error) {
    if (!(error instanceof HeddleError)) throw error
    return { url: context.url, failure: error.message } satisfies ServerVersion
  } finally {
    await saved()
  }
}

function describe(server: ServerVersion | undefined): string {
  const lines = [`heddle ${VERSION}`]
  if (server?.version !== undefined) lines.push(`server ${server.version} at ${server.url}`)
  if (server?.failure !== undefined) lines.push(`server unknown: ${server.failure}`)
  if (server?.version !== undefined && server.version !== VERSION)
    lines.push(`They differ: ${new URL('cli/heddle.mjs', server.url).href} is the one that fits this server.`)
  return `${lines.join('\n')}\n`
}
