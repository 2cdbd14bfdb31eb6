import type { TSchema } from 'typebox'
import type { Method, Route } from '@heddle/server/platform/http/route.ts'

/** A route as a method of the client, such as `queries.savedQueries.execute(id, body)`. */
export type Operation = {
  readonly route: Route
  /** From the outermost object to the method: `['queries', 'savedQueries', 'execute']`. */
  readonly name: readonly string[]
  /** Names of the path parameters, in order. */
  readonly params: readonly string[]
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  readonly reply: TSchema
}

/** Pages for people, and what the automation server, agents and identity providers call. */
const LEFT_OUT = new Set(['/api/docs/', '/api/redoc/', '/api/automation/webhooks/receiver/', '/mcp', '/llms.txt'])

const VERBS: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'remove',
}

/** Every route as an operation. Names follow from the paths, so that a new route needs no decision. */
export function operationsOf(routes: readonly Route[]): readonly Operation[] {
  const all = routes.filter(({ path }) => !LEFT_OUT.has(path) && !path.startsWith('/scim/'))
  const paths = new Set(all.map(({ path }) => path))
  return all.map((route) => ({
    route,
    name: nameOf(route, all, paths),
    params: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => camelCase(name!)),
    query: route.spec.query,
    body: route.spec.body,
    reply: route.spec.reply,
  }))
}

function nameOf({ method, path }: Route, all: readonly Route[], paths: ReadonlySet<string>): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'api')
  const statics = segments.filter((segment) => !segment.startsWith(':')).map(camelCase)
  const isOne = segments.at(-1)?.startsWith(':') === true
  const collection = isOne ? path.replace(/:\w+\/$/, '') : path
  // The items of a list may have paths of their own, without the object that it belongs to.
  const alone = collection.replaceAll(/:\w+\//g, '')
  const isCollection = [...paths].some((other) => other.startsWith(`${collection}:`) || other.startsWith(`${alone}:`))
  const isResource =
    all.filter((other) => other.path === path).length > 1 ||
    [...paths].some(
      (other) => other !== path && other.startsWith(collection) && (isOne || !other.startsWith(`${path}:`)),
    )
  if (isOne) return paths.has(collection) || isResource ? [...statics, VERBS[method]] : statics
  if (isCollection && method === 'GET') return [...statics, 'list']
  return isCollection || isResource ? [...statics, VERBS[method]] : statics
}

const camelCase = (text: string): string => text.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())

export const pascalCase = (text: string): string => camelCase(text).replace(/^\w/, (letter) => letter.toUpperCase())
