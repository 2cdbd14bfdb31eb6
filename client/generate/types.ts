import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { type TSchema, Type } from 'typebox'
import { nameOfSchema, namedSchemas } from '@heddle/contract/named-schemas.ts'
import { canvasParts } from '@heddle/domain/canvas-schema/canvas-parts.ts'
import { FRAME_UNIONS } from '@heddle/contract/socket-frames.ts'
import { definitionOf } from './named-schemas.ts'
import { type Operation, pascalCase } from './operations.ts'

/** An operation with the names of its types; those of an empty reply are absent. */
export type TypedOperation = Operation & {
  readonly types: {
    readonly query?: string
    readonly body?: string
    /** One for each thing that it may answer. */
    readonly replies?: readonly string[]
    readonly item?: string
  }
}

/** The wire as TypeScript: what the contract names, and a type for each query, body and reply that it does not. */
export async function typesOf(operations: readonly Operation[]) {
  const definitions = new Map<string, Record<string, unknown>>()

  function define(schema: TSchema, fallback: string): string {
    const name = nameOfSchema(schema) ?? fallback
    if (!definitions.has(name)) definitions.set(name, definitionOf(schema))
    return name
  }

  function replyNames(operation: Operation, own: string): readonly string[] {
    const replies = [operation.reply, ...otherReplies(operation)]
    const names = replies.map((schema, index) => define(schema, `${own}Reply${index === 0 ? '' : index + 1}`))
    return [...new Set(membersOf(operation.reply) ?? names)]
  }

  for (const [name, schema] of [...namedSchemas, ...Object.entries({ ...FRAME_UNIONS, ...canvasParts() })])
    if (!definitions.has(name)) definitions.set(name, definitionOf(schema))
  const typed = operations.map((operation): TypedOperation => {
    const own = operation.name.map(pascalCase).join('')
    const { query, body, reply, route } = operation
    const item = itemOf(reply)
    return {
      ...operation,
      types: {
        ...(query && { query: define(query, `${own}Query`) }),
        ...(body && { body: define(body, `${own}Body`) }),
        ...(hasContent(reply) &&
          !(route.spec.streams && Type.IsString(reply)) && { replies: replyNames(operation, own) }),
        ...(item && { item: nameOfSchema(item) ?? `${nameOfSchema(reply) ?? `${own}Reply`}['results'][number]` }),
      },
    }
  })
  return { operations: typed, text: await compileTypes(definitions) }
}

async function compileTypes(definitions: ReadonlyMap<string, object>): Promise<string> {
  const sorted = [...definitions].sort(([one], [other]) => (one < other ? -1 : 1))
  const root: JSONSchema = { title: 'Root', type: 'object', definitions: Object.fromEntries(sorted) }
  const options = { additionalProperties: false, unreachableDefinitions: true, bannerComment: '', format: false }
  const text = await compile(root, 'Root', options)
  return text.replaceAll(/\/\*\*[^]*?\*\//g, withoutOrigin).replace(/export interface Root \{\s*\}\n/, '')
}

/** A comment without the lines that say where in the JSON schema a type comes from. */
function withoutOrigin(comment: string): string {
  const lines = comment
    .split('\n')
    .slice(1, -1)
    .filter((line) => !/This interface was referenced by|\* via the `/.test(line))
  const text = lines.join('\n').replace(/(\s*\*\s*)+$/, '')
  return text === '' ? '' : `/**\n${text}\n */`
}

const otherReplies = ({ route }: Operation): readonly TSchema[] =>
  Object.entries(route.spec.otherReplies ?? {}).flatMap(([status, schema]) =>
    Number(status) < 300 && hasContent(schema) ? [schema] : [],
  )

/** The names of what a union is one of. */
function membersOf({ anyOf }: TSchema & { readonly anyOf?: readonly TSchema[] }): readonly string[] | undefined {
  const names = anyOf?.map(nameOfSchema)
  return names?.every((name) => name !== undefined) ? names : undefined
}

const hasContent = (schema: TSchema): boolean => !('type' in schema && schema.type === 'null')

/** What a page lists, for replies with `count`, `results` and `next`. */
function itemOf(reply: TSchema): TSchema | undefined {
  const { properties } = reply as { properties?: Record<string, TSchema & { items?: TSchema }> }
  return properties?.next === undefined || properties.count === undefined ? undefined : properties.results?.items
}
