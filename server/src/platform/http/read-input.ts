import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, noMessages, validFields } from '../../kernel/field-messages.ts'
import { fieldsOfItems, readItemFields } from './list-fields.ts'
import type { Route } from './route.ts'
import { bodyReader, knownFields, paramsCheck, queryCheck } from './validation.ts'

/** The parts of a request that hold input. */
export type RequestInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Checks all parts of a request together, against the schemas of its route. */
export function inputReader({ method, spec }: Route) {
  const checkParams = spec.params ? paramsCheck(spec.params) : undefined
  const checkQuery = spec.query ? queryCheck(spec.query) : undefined
  const readBody = spec.body ? bodyReader(spec.body) : undefined
  const known = method === 'GET' ? fieldsOfItems(spec.reply) : undefined
  return (request: RequestInput) => {
    checkParams?.(request.params)
    const isBytes = spec.takesBytes !== undefined && Buffer.isBuffer(request.body)
    const read = isBytes ? undefined : readBody?.(request.body ?? {})
    const asked = known && readItemFields((request.query as { readonly fields?: string | string[] }).fields, known)
    const faults: FieldMessages = mergeMessages(
      textFaults(request.query),
      checkQuery?.(request.query) ?? {},
      asked?.faults ?? {},
      read?.faults ?? {},
    )
    const isUnreadable = faults.non_field_errors !== undefined
    if (Object.keys(faults).length > 0 && (isUnreadable || !spec.reportsFaultsItself)) throw new FieldErrors(faults)
    // Faulty fields of a body are kept: handlers know better which of their parts are usable.
    return {
      params: request.params,
      query: withoutTicket(validFields(request.query as object, faults)),
      body: spec.body && read ? knownFields(spec.body, read.body) : request.body,
      fields: asked?.fields,
      faults,
    }
  }
}

/** Handlers may write their query into the audit log. */
const withoutTicket = <Q extends object>(query: Q): Q =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'ticket')) as Q

/** A query string can contain a NUL, which no column can store. */
function textFaults(query: unknown): FieldMessages {
  const faults = noMessages()
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if ([value].flat().some((text) => String(text).includes('\0'))) faults[name] = ['Expected text without NUL.']
  }
  return faults
}
