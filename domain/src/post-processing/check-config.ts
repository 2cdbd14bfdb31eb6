import type { TObject } from 'typebox'
import { Errors } from 'typebox/value'
import { show } from '../canvas/wire.ts'
import type { Suggestions } from '../suggest.ts'
import type { ConfigFault } from './post-processor.ts'
import { unknownOptions } from './unknown-options.ts'

const REQUIRED = 'this option is required'

type SchemaError = ReturnType<typeof Errors>[number]
type Wire = Readonly<Record<string, unknown>>

/** All differences between a configuration and its schema. */
export function checkConfig(schema: TObject, config: Wire, suggestions: Suggestions): ConfigFault[] {
  const options = Object.keys(schema.properties)
  return [
    ...options.flatMap((option) => checkOption(option, schema, config)),
    ...unknownOptions(schema, config, suggestions),
  ]
}

// Option by option, because the library stops after a few errors and users should see all of them.
function checkOption(option: string, schema: TObject, config: Wire): ConfigFault[] {
  const expected = schema.properties[option]
  if (expected === undefined) return []
  if (!Object.hasOwn(config, option)) return isRequired(schema, option) ? [{ path: option, message: REQUIRED }] : []
  const list = listFault(expected, config[option])
  if (list !== undefined) return [{ path: option, message: `${show(config[option])}: ${list}` }]
  const errors = Map.groupBy(Errors(expected, config[option]), ({ instancePath }) => instancePath)
  return [...errors].flatMap(([pointer, found]) =>
    describe([option, ...pointer.split('/').slice(1).map(unescapePointer)], found, config),
  )
}

/** What the library would say as well, but it compares each item with each to name the equal ones. */
function listFault(expected: object, value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const most = 'maxItems' in expected ? Number(expected.maxItems) : Infinity
  if (value.length > most) return `must not have more than ${most} items`
  if (!('uniqueItems' in expected) || !value.every((item) => typeof item === 'string')) return undefined
  return new Set(value).size < value.length ? 'must not have duplicate items' : undefined
}

function isRequired(schema: TObject, option: string): boolean {
  const required: unknown = schema.required
  return Array.isArray(required) && required.includes(option)
}

/** All errors about one place: a union reports one for each of its branches. */
function describe(path: readonly string[], errors: readonly SchemaError[], config: Wire): ConfigFault[] {
  const absent = errors.flatMap((error) => (error.keyword === 'required' ? error.params.requiredProperties : []))
  if (absent.length > 0) return absent.map((name) => ({ path: [...path, name].join('.'), message: REQUIRED }))
  // The branch of a union whose type fits says best what is wrong.
  const apt = errors.find(({ keyword }) => !['type', 'enum', 'anyOf'].includes(keyword))
  const message = (apt && inWords(apt)) ?? `expected ${errors.flatMap(expectation).join(' or ')}`
  return [{ path: path.join('.'), message: `${show(valueAt(config, path))}: ${message}` }]
}

/** The library speaks of items and characters even where there has to be one. */
function inWords({ keyword, message, params }: SchemaError): string | undefined {
  const { limit } = params as { readonly limit?: number }
  if (keyword === 'minLength' && limit === 1) return 'expected some text'
  if (keyword === 'minItems') return `expected at least ${limit === 1 ? 'one entry' : `${limit} entries`}`
  if (keyword === 'minProperties') return 'must not be empty'
  return message
}

function expectation(error: SchemaError): readonly unknown[] {
  if (error.keyword === 'enum') return error.params.allowedValues
  return error.keyword === 'type' ? [error.params.type].flat() : []
}

function valueAt(config: Wire, path: readonly string[]): unknown {
  let value: unknown = config
  for (const key of path)
    value = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined
  return value
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
