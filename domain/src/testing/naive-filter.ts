import type { Condition, Filter } from '../canvas/canvas.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import type { ClassModel, PropertyInfo } from '../mim/model.ts'

type Type = PropertyInfo['type'] | undefined

/** The type of a property of an object, where the model knows it. */
export function typeIn(model: ClassModel, className: string, property: string): Type {
  return model.find(className)?.properties?.get(property)?.type
}

/** The meaning of a filter, straight from its definition: no canonical forms, no tables, bit by bit. */
export function passesNaively(filter: Filter, object: ManagedObject, model: ClassModel): boolean {
  if ('any' in filter) return filter.any.some((item) => passesNaively(item, object, model))
  if ('all' in filter) return filter.all.every((item) => passesNaively(item, object, model))
  if ('not' in filter) return !passesNaively(filter.not, object, model)
  return holds(filter, object.attributes[filter.property], typeIn(model, object.class_name, filter.property))
}

function holds({ operator, value }: Condition, found: string | undefined, type: Type): boolean {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  const wanted = String(list[0])
  switch (operator) {
    case 'eq':
    case 'in':
      return found !== undefined && list.some((one) => isEqual(found, one, type))
    case 'ne':
      return found === undefined || !isEqual(found, list[0], type)
    case 'is_empty':
      return (found ?? '') === ''
    case 'starts_with':
      return found?.startsWith(wanted) === true
    case 'gt':
      return found !== undefined && found !== '' && Number(found) > Number(wanted)
    case 'ge':
    case 'since':
      return found !== undefined && Date.parse(found) >= Date.parse(wanted)
    case 'lt':
      return found !== undefined && Date.parse(found) < Date.parse(wanted)
    case 'in_subnet':
      return (
        found !== undefined &&
        bitsOf(found).startsWith(networkBits(wanted)) &&
        found.includes(':') === wanted.includes(':')
      )
    default:
      throw new Error(`the oracle does not know ${operator}`)
  }
}

/** Equality by the type of the property, also between two properties of that type. */
export function isEqual(found: string, wanted: unknown, type: Type): boolean {
  if (found === String(wanted)) return true
  const isNumeric = type === 'integer' || type === 'number' || typeof wanted === 'number'
  if (isNumeric && found !== '' && wanted !== '') return Number(found) === Number(wanted)
  if (type === 'mac') return hexDigits(found) === hexDigits(String(wanted))
  return (
    type === 'ip' &&
    found.includes('/') === String(wanted).includes('/') &&
    bitsOf(found) !== '' &&
    bitsOf(found) === bitsOf(String(wanted))
  )
}

const hexDigits = (text: string): string => text.toLowerCase().replaceAll(/[^0-9a-f]/g, '')

/** The bits of an address; IPv6 with one `::`. */
function bitsOf(text: string): string {
  const [address = ''] = text.split('/')
  if (address.includes('.')) return address.split('.').map((octet) => Number(octet).toString(2).padStart(8, '0')).join('') // prettier-ignore
  if (!address.includes(':')) return ''
  const [head = '', tail = ''] = address.split('::').map((side) => side.split(':').filter((group) => group !== '').map(groupBits).join('')) // prettier-ignore
  return head + '0'.repeat(128 - head.length - tail.length) + tail
}

const groupBits = (group: string): string => Number.parseInt(group, 16).toString(2).padStart(16, '0')

function networkBits(network: string): string {
  return bitsOf(network).slice(0, Number(network.split('/')[1] ?? 128))
}
