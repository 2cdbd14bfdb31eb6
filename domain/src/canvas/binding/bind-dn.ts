import { splitDn } from '../../dn/dn.ts'
import type { Variables } from '../canvas.ts'
import { show } from '../wire.ts'
import { asText, bad, type Filled, fillText, ok } from './fill-template.ts'
import { wholePlaceholder } from './template.ts'

/** A DN with its variables filled in. A single variable accepts any DN; inside a DN a value must not leave its RN. */
export function bindDn(template: string, variables: Variables): Filled<string> {
  const isWhole = wholePlaceholder(template) !== undefined
  const filled = fillText(template, variables, isWhole ? asWholeDn : asDnPart)
  if (!filled.ok) {
    return { ok: false, faults: filled.faults.map((fault) => (fault.code === 'bad_value' ? { ...fault, code: 'bad_scope_dn' } : fault)) }
  }
  // HTTP software resolves such steps anywhere in a path, so the request would reach another address.
  const steps = template === filled.value ? [] : filled.value.split('/')
  const isMoving = steps.some((step) => step === '.' || step === '..')
  return isMoving ? bad(`${show(filled.value)}: "." and ".." are not allowed in a DN`, 'bad_scope_dn') : ok(filled.value)
}

const asWholeDn = asText((dn) => ((splitDn(dn)?.length ?? 0) === 0 ? { fault: 'expected a DN, such as uni/tn-common' } : { text: dn }))

/** Inside brackets a slash is part of the value; outside it would start another RN. */
const asDnPart = asText((text, before) => {
  if (text === '') return { fault: 'a part of a DN cannot be empty' }
  const isBracketed = depthAfter(before) > 0
  let depth = 0
  for (const character of text) {
    if (character === '[') depth++
    else if (character === ']' && --depth < 0) return { fault: 'unbalanced brackets' }
    else if (character === '/' && depth === 0 && !isBracketed)
      return { fault: 'a slash would lead to another object; only a bracketed value may contain one' }
  }
  return depth === 0 ? { text } : { fault: 'unbalanced brackets' }
})

function depthAfter(text: string): number {
  let depth = 0
  for (const character of text) depth += character === '[' ? 1 : character === ']' ? -1 : 0
  return depth
}
