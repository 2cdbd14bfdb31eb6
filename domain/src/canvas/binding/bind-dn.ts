import { splitDn } from '../../dn/dn.ts'
import { hasMovingStep } from '../../dn/moving-step.ts'
import { show } from '../wire.ts'
import {
  anywhere,
  asText,
  bad,
  type Embed,
  type Filled,
  fillText,
  type Filling,
  type FilledText,
} from './fill-template.ts'
import { wholePlaceholder } from './template.ts'

/** A DN with its variables filled in. A single variable accepts any DN; inside a DN a value must not leave its RN. */
export function bindDn(template: string, filling: Filling): Filled<string> {
  const isWhole = wholePlaceholder(template) !== undefined
  const filled = fillText(template, filling, isWhole ? asWholeDn : asDnParts)
  if (!filled.ok) {
    return {
      ok: false,
      faults: filled.faults.map((fault) => (fault.code === 'bad_value' ? { ...fault, code: 'bad_scope_dn' } : fault)),
    }
  }
  const isMoving = template !== filled.value && hasMovingStep(filled.value)
  return isMoving ? bad(`${show(filled.value)}: "." and ".." are not allowed in a DN`, 'bad_scope_dn') : filled
}

const asWholeDn = anywhere(
  asText((dn) => ((splitDn(dn)?.length ?? 0) === 0 ? { fault: 'expected a DN, such as uni/tn-common' } : { text: dn })),
)

function asDnParts(): Embed {
  let depth = 0
  return {
    write: asText((text) => dnPart(text, depth > 0)),
    pass: (text) => {
      for (const character of text) depth += character === '[' ? 1 : character === ']' ? -1 : 0
    },
  }
}

/** Inside brackets a slash is part of the value; outside it would start another RN. */
function dnPart(text: string, isBracketed: boolean): FilledText {
  if (text === '') return { fault: 'a part of a DN cannot be empty' }
  let depth = 0
  for (const character of text) {
    if (character === '[') depth++
    else if (character === ']' && --depth < 0) return { fault: 'unbalanced brackets' }
    else if (character === '/' && depth === 0 && !isBracketed)
      return { fault: 'a slash would lead to another object; only a bracketed value may contain one' }
  }
  return depth === 0 ? { text } : { fault: 'unbalanced brackets' }
}
