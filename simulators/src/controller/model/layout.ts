import type { Layout, ManagedObject, ObjectWriter } from './managed-object.ts'

/** Which attributes an answer shows; `key` names the choice. */
export type AttributeChoice = { readonly key: string; shows(className: string, attribute: string): boolean }

const DN = -1
const RN = -2

export function makeLayout(
  className: string,
  slots: readonly string[],
  constants: ReadonlyMap<string, string>,
): Layout {
  const slotOf = new Map(slots.map((name, index) => [name, index]))
  return { className, slots, constants, slotOf, writers: new Map() }
}

export function readAttribute(object: ManagedObject, name: string): string | undefined {
  if (name === 'dn') return object.dn
  const slot = object.layout.slotOf.get(name)
  return slot === undefined ? object.layout.constants.get(name) : object.values[slot]
}

export function attributeNames(layout: Layout): string[] {
  return ['dn', ...layout.slots, ...layout.constants.keys()]
}

/** JSON text of the object, open after the attributes (`{"fvBD":{"attributes":{…}`) so that children can follow. */
export function writeAttributes(object: ManagedObject, choice: AttributeChoice, rn: string | undefined): string {
  const { pieces, sources } = writerFor(object.layout, choice, rn !== undefined)
  let text = pieces[0]!
  for (let index = 0; index < sources.length; index++) {
    text += quote(valueOf(object, sources[index]!, rn)) + pieces[index + 1]!
  }
  return text
}

function valueOf(object: ManagedObject, source: number, rn: string | undefined): string {
  if (source === DN) return object.dn
  return source === RN ? (rn ?? '') : object.values[source]!
}

function writerFor(layout: Layout, choice: AttributeChoice, nested: boolean): ObjectWriter {
  const key = `${choice.key}${nested ? '>' : ''}`
  const known = layout.writers.get(key)
  if (known) return known
  const made = compileWriter(layout, choice, nested)
  layout.writers.set(key, made)
  return made
}

function compileWriter(layout: Layout, choice: AttributeChoice, nested: boolean): ObjectWriter {
  const place = nested ? 'rn' : 'dn'
  const shown = [...layout.slots, ...layout.constants.keys()].filter((name) => choice.shows(layout.className, name))
  const pieces: string[] = []
  const sources: number[] = []
  let text = `{"${layout.className}":{"attributes":{`
  for (const [index, name] of [...shown, place].sort().entries()) {
    text += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
    const constant = layout.constants.get(name)
    if (constant !== undefined) {
      text += JSON.stringify(constant)
      continue
    }
    pieces.push(text)
    sources.push(name === place ? (nested ? RN : DN) : layout.slotOf.get(name)!)
    text = ''
  }
  return { pieces: [...pieces, `${text}}`], sources }
}

const NEEDS_ESCAPING = /[^ !#-[\]-\uffff]/

function quote(value: string): string {
  return NEEDS_ESCAPING.test(value) ? JSON.stringify(value) : `"${value}"`
}
