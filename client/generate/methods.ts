import type { TSchema } from 'typebox'
import { describeAccess } from '@heddle/server/kernel/access.ts'
import type { TypedOperation } from './types.ts'

type Tree = Map<string, Tree | string>

const HEAD = `import type { Call, CallOptions, OneOf, ReplyOf } from '../call.ts'
import type * as Wire from './types.ts'

/** Every operation of the API as a method; lists also have one that walks all pages. */
export const createOperations = ({ json, file, pages }: Omit<Call, 'raw'>) => (`

/** An interface, because declarations write out any other type and lose the comments. */
const FOOT = `
export interface Operations extends ReturnType<typeof createOperations> {}
`

/** The methods of all operations, as the text of a module. */
export function methodsOf(operations: readonly TypedOperation[]): string {
  const root: Tree = new Map()
  for (const operation of operations) {
    for (const [name, text] of methods(operation)) place(root, operation.name.slice(0, -1), name, text)
  }
  return `${HEAD}${treeText(root)})\n${FOOT}`
}

function place(tree: Tree, [first, ...rest]: readonly string[], name: string, text: string): void {
  if (first === undefined) {
    tree.set(name, text)
    return
  }
  const inner = tree.get(first) ?? new Map<string, Tree | string>()
  if (typeof inner === 'string') throw new Error(`${first} is both a method and an object`)
  tree.set(first, inner)
  place(inner, rest, name, text)
}

const treeText = (tree: Tree): string =>
  `{\n${[...tree].map(([name, inner]) => (typeof inner === 'string' ? inner : `${name}: ${treeText(inner)}`)).join(',\n')}\n}`

function methods(operation: TypedOperation): readonly (readonly [string, string])[] {
  const { route, types } = operation
  const name = operation.name.at(-1)!
  const path = `\`${route.path.replaceAll(/:(\w+)/g, (_, param: string) => `\${encodeURIComponent(${camelName(operation, param)})}`)}\``
  const url = path.includes('${') ? path : `'${route.path}'`
  const given = argumentsOf(operation)
  const body = types.body === undefined ? '' : 'body, '
  const query = types.query === undefined ? '' : 'query, '
  const dryRun = dryRunOf(operation)
  const request = `'${route.method}', ${url}, { ${query}${body}...options }`
  const reply = replyOf(operation)
  const single = route.spec.streams
    ? `file${reply ? `<${reply}>` : ''}(${request})`
    : `json<${reply ?? 'null'}>(${request})`
  const texts: (readonly [string, string])[] = [
    [
      name,
      `${comment(operation)}${name}: ${dryRun === undefined ? '' : '<D extends boolean = false>'}(${given}) => ${single}`,
    ],
  ]
  if (types.item !== undefined && types.query !== undefined) {
    const all = name === 'list' ? 'all' : `${name}All`
    texts.push([
      all,
      `/** All of them, page by page. */\n${all}: (${given}) => pages<Wire.${types.item}>(${url}, { ${query}...options })`,
    ])
  }
  return texts
}

/** The reply of a dry run, of an operation whose query asks for one. */
const dryRunOf = ({ query, types: { replies } }: TypedOperation): string | undefined =>
  query !== undefined && 'dry_run' in ((query as { properties?: object }).properties ?? {})
    ? replies?.find((name) => name.endsWith('DryRunReply'))
    : undefined

function replyOf(operation: TypedOperation): string | undefined {
  const names = operation.types.replies?.map((name) => `Wire.${name}`)
  const dryRun = dryRunOf(operation)
  if (names === undefined || names.length === 1) return names?.[0]
  if (dryRun === undefined) return `OneOf<${names.join(', ')}>`
  return `ReplyOf<D, Wire.${dryRun}, ${names.filter((name) => name !== `Wire.${dryRun}`).join(' | ')}>`
}

const camelName = ({ params, route }: TypedOperation, param: string): string =>
  params[[...route.path.matchAll(/:(\w+)/g)].findIndex(([, name]) => name === param)] ?? param

function argumentsOf(operation: TypedOperation): string {
  const { params, route, query, body, types } = operation
  const { properties: schemas = {} } = (route.spec.params ?? {}) as { properties?: Record<string, { type?: string }> }
  const wireNames = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return [
    ...params.map((name, index) => `${name}: ${schemas[wireNames[index]!]?.type === 'integer' ? 'number' : 'string'}`),
    ...(types.body === undefined ? [] : [`body${isOptional(body) ? '?' : ''}: Wire.${types.body}`]),
    ...(types.query === undefined
      ? []
      : [
          `query${isOptional(query) ? '?' : ''}: Wire.${types.query}${dryRunOf(operation) === undefined ? '' : ' & { readonly dry_run?: D }'}`,
        ]),
    'options?: CallOptions',
  ].join(', ')
}

function isOptional(schema: TSchema | undefined): boolean {
  const { required = [] } = (schema ?? {}) as { required?: string[] }
  return required.length === 0
}

function comment({ route }: TypedOperation): string {
  const { summary, access } = route.spec
  return `/** ${summary}. ${route.method} ${route.path} (${describeAccess(access)}) */\n`
}
