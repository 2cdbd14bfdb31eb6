import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { configFile, readContexts } from './contexts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Set for the process that is started again. */
const AGAIN = 'HEDDLE_STARTED_AGAIN'
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/**
 * Variables that Node reads only at its start: the certificates to trust, and whether to use the proxy that the
 * environment names. Empty when nothing is missing.
 */
export async function missingVariables(
  words: readonly string[],
  env: Environment,
  canUseProxy = process.allowedNodeEnvironmentFlags.has('--use-env-proxy'),
): Promise<Readonly<Record<string, string>>> {
  if (env[AGAIN] !== undefined) return {}
  const authority =
    optionOf(words, '--ca-file') ?? (env['HEDDLE_CA_FILE']?.trim() || (await authorityOfContext(words, env)))
  const wantsProxy = PROXIES.some((name) => env[name]?.trim())
  return {
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: resolve(authority) }),
    ...(wantsProxy && canUseProxy && env['NODE_USE_ENV_PROXY'] === undefined && { NODE_USE_ENV_PROXY: '1' }),
  }
}

/** Undefined also where the file of contexts cannot be read: the command says so. */
async function authorityOfContext(words: readonly string[], env: Environment): Promise<string | undefined> {
  const { current, contexts } = await readContexts(configFile({ env })).catch(() => ({ current: null, contexts: {} }))
  const name = optionOf(words, '--context') ?? (env['HEDDLE_CONTEXT']?.trim() || current)
  return name === null ? undefined : new Map(Object.entries(contexts)).get(name)?.caFile
}

function optionOf(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option)
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1)
}

/** Runs the same command with more variables, and returns its exit code. Ctrl-C reaches it without our help. */
export async function startAgain(variables: Readonly<Record<string, string>>, env: Environment): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...env, ...variables, [AGAIN]: '1' },
  })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
