import { readFileSync } from 'node:fs'

/** A request that the tests send, and its answer. Lists are cut, secrets are placeholders. */
type Example = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly status: number
  /** Missing when the answer has no body. */
  readonly answer?: unknown
  /** The media type of the answer, if it is not JSON. */
  readonly type?: string
  /** Where a 302 leads. */
  readonly location?: string
}
/** A request that succeeds, perhaps one that succeeds with another status, and one that is refused. */
export type OperationExamples = Example & { readonly also?: Example; readonly refused?: Example }
/** By method and path of the route, such as `GET /api/auth/groups/:id/`. */
export type Examples = Readonly<Record<string, OperationExamples>>

export const EXAMPLES_FILE = new URL('../../../assets/examples.json', import.meta.url)

export const readExamples = (see?: (key: string, value: unknown) => unknown): Examples =>
  JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'), see) as Examples

/** Readers of the document follow a `$ref` wherever it is, also in what SCIM answers: it would leave the server. */
const withoutReferences = (key: string, value: unknown): unknown => (key === '$ref' ? undefined : value)

type Media = { readonly schema?: unknown }
type Content = { readonly content?: Readonly<Record<string, Media>> }
type Parameter = { readonly in: string; readonly name: string }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

/** The OpenAPI document with the example of each operation. */
export function withExamples<D extends object>(document: D, examples: Examples = readExamples(withoutReferences)): D {
  const { paths = {} } = document as Document
  const shown = Object.entries(paths).map(([path, operations]) => {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const both = Object.entries(operations).map(([method, operation]) => {
      const example = examples[`${method.toUpperCase()} ${route}`]
      return [method, example ? illustrated(operation as Operation, example) : operation] as const
    })
    return [path, Object.fromEntries(both)] as const
  })
  return { ...document, paths: Object.fromEntries(shown) }
}

function illustrated(operation: Operation, example: OperationExamples): Operation {
  const { parameters, requestBody, responses = {} } = operation
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => parameterOf(parameter, example)) }),
    ...(requestBody && { requestBody: bodyOf(requestBody, example) }),
    responses: {
      ...responses,
      ...answerOf(responses, example),
      ...(example.also && answerOf(responses, example.also)),
      ...(example.refused && refusalOf(responses, example.refused)),
    },
  }
}

function parameterOf(parameter: Parameter, { params, query }: Example): Parameter {
  const values = parameter.in === 'path' ? params : query
  return values && parameter.name in values ? { ...parameter, ...{ example: values[parameter.name] } } : parameter
}

const bodyOf = (requestBody: Content, { body }: Example): Content =>
  body === undefined ? requestBody : withMedia(requestBody, jsonTypeOf(requestBody), { example: body })

const JSON_TYPE = /[/+]json$/

/** That of the first JSON there is: some routes speak the JSON of a standard. */
const jsonTypeOf = ({ content = {} }: Content): string =>
  Object.keys(content).find((type) => JSON_TYPE.test(type)) ?? 'application/json'

function answerOf(
  responses: Readonly<Record<string, Content>>,
  { status, answer, type = 'application/json' }: Example,
) {
  const response = responses[status]
  if (!response || answer === undefined) return {}
  // Media types of streams share the schema of the JSON answer, which their text does not match.
  const schema = JSON_TYPE.test(type) ? {} : { schema: { type: 'string' } }
  return { [status]: withMedia(response, type, { ...schema, example: answer }) }
}

/** With the request it answers, which has no place of its own: the document would contradict its own schemas. */
function refusalOf(responses: Readonly<Record<string, Content>>, { status, body, answer }: Example) {
  const response = responses[status]
  const refused = { summary: `The answer to ${JSON.stringify(body)}`, value: answer }
  return response && { [status]: withMedia(response, jsonTypeOf(response), { examples: { refused } }) }
}

function withMedia<C extends Content>(part: C, type: string, more: object): C {
  const { content = {} } = part
  return { ...part, content: { ...content, [type]: { ...content[type], ...more } } }
}
