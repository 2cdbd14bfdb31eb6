import { Type } from 'typebox'
import { Check } from 'typebox/value'

export type ControllerError = { readonly code: string; readonly text: string }

const ErrorBody = Type.Object({
  imdata: Type.Array(
    Type.Object({
      error: Type.Object({
        attributes: Type.Object({ code: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
      }),
    }),
    { minItems: 1 },
  ),
})

/** Errors are short; a long body that starts like one is something else. */
const LONGEST_ERROR_BYTES = 64 * 1024
const BEGINNING =
  /^\s*\{\s*(?:"(?:totalCount|subscriptionId)"\s*:\s*"?\d*"?\s*,\s*)*"imdata"\s*:\s*\[\s*\{\s*"error"\s*:/

/** The error object of a response that starts like an error. */
export function readControllerError(head: string, body: Uint8Array): ControllerError | undefined {
  if (!BEGINNING.test(head) || body.byteLength > LONGEST_ERROR_BYTES) return undefined
  const parsed = parse(body)
  if (!Check(ErrorBody, parsed)) return undefined
  const attributes = parsed.imdata[0]?.error.attributes
  return { code: attributes?.code ?? '', text: attributes?.text ?? 'no text' }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Truncated: the caller reports it as such.
    return undefined
  }
}
