import { wireName } from '../model/class-spec.ts'
import { classBody, type SimulatedModel } from '../simulated-model.ts'

type Body = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, { readonly isConfigurable?: boolean }>>
}

/** One class in the aggregate: wire names, no labels, types or relations. Undefined for a class not in the model. */
export function aggregateEntry(model: SimulatedModel, name: string): string | undefined {
  const document = model.document(name)
  if (!document) return undefined
  const body: Body = classBody(document)
  const properties = Object.entries(body.properties ?? {}).map(
    ([key, { isConfigurable = false }]) => [key, { isConfigurable }] as const,
  )
  return JSON.stringify({
    contains: wireKeys(body['contains']),
    identifiedBy: body['identifiedBy'] ?? [],
    isAbstract: body['isAbstract'] ?? false,
    isConfigurable: body['isConfigurable'] ?? false,
    isContextRoot: body['isContextRoot'] ?? false,
    rnFormat: body['rnFormat'] ?? '',
    rnMap: wireValues(body['rnMap']),
    properties: Object.fromEntries(properties),
  })
}

/** All classes in one document: `{"classes":{"fvTenant":{…}}}`. */
export function writeAggregate(entries: Iterable<readonly [name: string, json: string]>): string {
  const parts = Array.from(entries, ([name, json]) => `${JSON.stringify(wireName(name))}:${json}`)
  return `{"classes":{${parts.join(',')}}}`
}

function wireKeys(value: unknown): object {
  return Object.fromEntries(Object.keys(value ?? {}).map((key) => [wireName(key), '']))
}

function wireValues(value: unknown): object {
  return Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, string>).map(([key, name]) => [key, wireName(name)]),
  )
}
