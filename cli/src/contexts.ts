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
  /** Certificates to trust besides the usual ones. */
  readonly caFile?: string
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

/** The address of a server as people write it: a name alone means HTTPS. */
export function serverUrl(text: string, whose = text): URL {
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(full) || /\s/.test(text))
    throw new CommandError(`${whose} is not an address: expected one such as https://heddle.example.com.`)
  return new URL(full)
}

/** A variable that is set to nothing, as by a secret that a job may not see, is not set. */
const given = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined)

/** Environment variables win, so that a CI job needs no file. */
export async function currentContext(
  { env }: Pick<Terminal, 'env'>,
  name: string | undefined,
): Promise<{ name: string; context: ServerContext }> {
  const [url, token] = [given(env.HEDDLE_URL), given(env.HEDDLE_TOKEN)]
  if (url !== undefined && name === undefined) {
    const { href } = serverUrl(url, `HEDDLE_URL (${url})`)
    return { name: '', context: { url: href, ...(token !== undefined && { token }) } }
  }
  const { current, contexts } = await readContexts(configFile({ env }))
  const wanted = name ?? given(env.HEDDLE_CONTEXT) ?? current
  if (wanted === null)
    throw new CommandError('You are not signed in: run `heddle login <url>`, or set HEDDLE_URL and HEDDLE_TOKEN.')
  const { session, ...context } = requireContext({ contexts }, wanted)
  if (token !== undefined && name === undefined) return { name: '', context: { ...context, token } }
  return { name: wanted, context: { ...context, ...(session && { session }) } }
}

export function requireContext({ contexts }: Pick<Contexts, 'contexts'>, name: string): ServerContext {
  const context = contexts[name]
  if (context !== undefined) return context
  const known = Object.keys(contexts)
  throw new CommandError(`There is no context "${name}"${known.length === 0 ? '' : `; you have ${known.join(', ')}`}.`)
}
