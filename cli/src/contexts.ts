import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SessionTokens } from '@heddle/client'
import { CommandError, type Terminal } from './terminal.ts'

/** A server, and who one is there. */
export type ServerContext = {
  readonly url: string
  readonly username?: string
  readonly session?: SessionTokens
  readonly token?: string
}
export type Contexts = { readonly current: string | null; readonly contexts: Readonly<Record<string, ServerContext>> }

const NONE: Contexts = { current: null, contexts: {} }

export const configFile = ({ env }: Pick<Terminal, 'env'>): string =>
  env.HEDDLE_CONFIG ?? join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'heddle', 'config.json')

export async function readContexts(file: string): Promise<Contexts> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return NONE
  try {
    return { ...NONE, ...(JSON.parse(text) as Contexts) }
  } catch {
    throw new CommandError(`${file} is not valid JSON: correct or delete it, then sign in again.`)
  }
}

/** Only its owner can read the file. It is replaced as a whole, so that a crash leaves the old one. */
export async function writeContexts(file: string, contexts: Contexts): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}

export const withContext = ({ contexts }: Contexts, name: string, context: ServerContext): Contexts => ({
  current: name,
  contexts: { ...contexts, [name]: context },
})

export function withoutContext({ current, contexts }: Contexts, name: string): Contexts {
  const left = Object.fromEntries(Object.entries(contexts).filter(([other]) => other !== name))
  return { current: current === name ? null : current, contexts: left }
}

/** Environment variables win, so that a CI job needs no file. */
export async function currentContext(
  { env }: Pick<Terminal, 'env'>,
  name: string | undefined,
): Promise<{ name: string; context: ServerContext }> {
  if (env.HEDDLE_URL !== undefined && name === undefined) {
    return {
      name: '',
      context: { url: env.HEDDLE_URL, ...(env.HEDDLE_TOKEN !== undefined && { token: env.HEDDLE_TOKEN }) },
    }
  }
  const { current, contexts } = await readContexts(configFile({ env }))
  const wanted = name ?? env.HEDDLE_CONTEXT ?? current
  if (wanted === null)
    throw new CommandError('You are not signed in: run `heddle login <url>`, or set HEDDLE_URL and HEDDLE_TOKEN.')
  return { name: wanted, context: requireContext({ contexts }, wanted) }
}

export function requireContext({ contexts }: Pick<Contexts, 'contexts'>, name: string): ServerContext {
  const context = contexts[name]
  if (context !== undefined) return context
  const known = Object.keys(contexts)
  throw new CommandError(`There is no context "${name}"${known.length === 0 ? '' : `; you have ${known.join(', ')}`}.`)
}
