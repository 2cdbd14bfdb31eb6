import { type AutomationAnswer, readJson } from './check-answer.ts'
import { AutomationFailure } from './automation-failure.ts'

/** Where a gateway has the automation controller behind it. */
const BEHIND_GATEWAY = '/api/controller/'
const VERSION = 'v2/'
const PATH = /^(?:\/[\w.~-]+)+\/?$/

/** AWX, and the automation controller behind its gateway. */
export const USUAL_PREFIXES = ['/api/v2/', `${BEHIND_GATEWAY}${VERSION}`] as const

/** Whether an answer is that of `ping/`: every version has it, for everyone. */
export function isPing(answer: AutomationAnswer): boolean {
  try {
    const json = readJson(answer)
    return isObject(json) && typeof json.version === 'string'
  } catch {
    return false
  }
}

/** A prefix as somebody typed it, with a slash at both ends. */
export const normalizedPrefix = (typed: string): string => `/${typed.trim().replace(/^\/+|\/+$/g, '')}/`

/**
 * The path of the API, below the base's path, from the answer to `<base>/api/`. AWX names its current version; a
 * gateway lists what is behind it. Nothing was asked of the API yet, so that every failure here means "not carried
 * out".
 */
export function prefixFrom(answer: AutomationAnswer, basePath: string): string {
  const document = rootDocument(answer)
  const version = pathIn(document.current_version)
  if (version !== undefined) return withoutBase(version, basePath)
  if (!isGateway(document)) throw notTheServer(answer.status)
  return withoutBase(controllerOf(document.apis) ?? BEHIND_GATEWAY, basePath) + VERSION
}

function rootDocument(answer: AutomationAnswer): Record<string, unknown> {
  try {
    const json = readJson(answer)
    if (isObject(json)) return json
  } catch (error: unknown) {
    if (!(error instanceof AutomationFailure)) throw error
    const isAboutTheRequest = error.reason === 'refused' || error.reason === 'unauthorized'
    throw isAboutTheRequest ? error : new AutomationFailure('unreachable', error.message, error.httpStatus)
  }
  throw notTheServer(answer.status)
}

const isGateway = ({ apis, description }: Record<string, unknown>): boolean =>
  apis !== undefined || (typeof description === 'string' && /gateway/i.test(description))

/** Gateways name their APIs in an object or in a list. */
function controllerOf(apis: unknown): string | undefined {
  if (typeof apis === 'string') return /\/controller\/?$/.test(apis) ? pathIn(apis) : undefined
  if (typeof apis !== 'object' || apis === null) return undefined
  return Object.values(apis)
    .map(controllerOf)
    .find((path) => path !== undefined)
}

/** The path of a link, whatever host it names. */
function pathIn(link: unknown): string | undefined {
  if (typeof link !== 'string' || !URL.canParse(link, 'http://base')) return undefined
  const { pathname } = new URL(link, 'http://base')
  return PATH.test(pathname) ? normalizedPrefix(pathname) : undefined
}

/** A server that knows the path it is served under puts it before its own. */
const withoutBase = (path: string, basePath: string): string =>
  basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path

const notTheServer = (status: number): AutomationFailure =>
  new AutomationFailure(
    'unreachable',
    'The address answers, but not like an automation server: its /api/ names no version of the API.',
    status,
  )

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
