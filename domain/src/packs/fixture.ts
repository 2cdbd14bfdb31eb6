import { isWireObject, show } from '../canvas/wire.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'

/** Says where in the list something is wrong, such as `3.fvBD.attributes.mtu`. */
type Report = (path: string, message: string) => void

/**
 * Reads objects as the controller answers them: `[{"fvBD": {"attributes": {"dn": "uni/tn-a/BD-b"}}}]`. Numbers and
 * truth values count as the texts that the controller would send.
 */
export function readFixture(wire: unknown, report: Report): readonly ManagedObject[] {
  if (!Array.isArray(wire)) {
    report('', 'Expected a list of objects, as a controller answers them.')
    return []
  }
  return wire.flatMap((item: unknown, index) => readObject(item, (path, message) => report(join(index, path), message)))
}

const join = (index: number, path: string): string => (path === '' ? String(index) : `${index}.${path}`)

function readObject(wire: unknown, report: Report): readonly ManagedObject[] {
  const entries = isWireObject(wire) ? Object.entries(wire) : []
  const [entry] = entries
  if (entry === undefined || entries.length !== 1) {
    report('', `${show(wire)}: expected one class, such as {"fvBD": {"attributes": {…}}}.`)
    return []
  }
  const [className, body] = entry
  const given = isWireObject(body) ? body['attributes'] : undefined
  if (!isWireObject(given)) {
    report(className, 'Expected {"attributes": {…}}.')
    return []
  }
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      attributes[name] = String(value)
    else report(`${className}.attributes.${name}`, `${show(value)}: expected text.`)
  }
  const { dn } = attributes
  if (dn === undefined || dn === '') report(`${className}.attributes.dn`, 'This field is required.')
  return dn === undefined || dn === '' ? [] : [{ class_name: className, dn, attributes, children: [] }]
}
