import { type PropertySpec, type PropertyType, spacedName, splitName } from '../model/class-spec.ts'
import { hash } from '../model/hash.ts'

type TypeFacts = { readonly baseType: string; readonly modelType: string; readonly uitype: string }

const TYPES: Readonly<Record<PropertyType, TypeFacts>> = {
  string: { baseType: 'string:Basic', modelType: 'string:Basic', uitype: 'string' },
  number: { baseType: 'scalar:Uint32', modelType: 'scalar:Uint32', uitype: 'number' },
  boolean: { baseType: 'scalar:Bool', modelType: 'scalar:Bool', uitype: 'boolean' },
  password: { baseType: 'string:Password', modelType: 'string:Password', uitype: 'password' },
  enum: { baseType: 'scalar:Enum8', modelType: '', uitype: 'enum' },
  flags: { baseType: 'scalar:Bitmask32', modelType: '', uitype: 'bitmask' },
  dn: { baseType: 'reference:BinRef', modelType: 'reference:BinRef', uitype: 'auto' },
  ip: { baseType: 'address:Ip', modelType: 'address:Ip', uitype: 'string' },
  ipv4: { baseType: 'address:IPv4', modelType: 'address:IPv4', uitype: 'string' },
  mac: { baseType: 'address:MAC', modelType: 'address:MAC', uitype: 'string' },
  date: { baseType: 'scalar:Date', modelType: 'scalar:Date', uitype: 'date' },
  float: { baseType: 'scalar:Float', modelType: 'scalar:Float', uitype: 'number' },
  encap: { baseType: 'base:Encap', modelType: 'base:Encap', uitype: 'string' },
}

/** Some ids of the real model exceed the exact range of a number. */
const BIG_IDS_FROM = 9_007_199_254_740_993n

export type PropertyRole = {
  /** Hash of the class the document describes, and name of the class that declares the property. */
  readonly ownerId: number
  readonly declaredBy: string
  readonly isNaming: boolean
  /** Bracketed in the RN. */
  readonly isBracketed: boolean
  /** Inherited, but declared again with different facts. */
  readonly isOverride: boolean
}

type Facts = Readonly<Record<string, unknown>>

const written = new WeakMap<PropertySpec, Map<string, Facts>>()

/** A property as written in class documents. All but its id is the same in many classes, and cached. */
export function writeProperty(spec: PropertySpec, role: PropertyRole): Facts {
  const [pkg] = splitName(role.declaredBy)
  const known = written.get(spec) ?? new Map<string, Facts>()
  written.set(spec, known)
  const key = `${pkg} ${role.isNaming} ${role.isBracketed} ${role.isOverride}`
  const facts = known.get(key) ?? writeFacts(spec, role, pkg)
  known.set(key, facts)
  return { ...facts, propGlobalId: globalId(role.ownerId, Number(facts['propLocalId'])) }
}

function globalId(ownerId: number, localId: number): string {
  const id = (ownerId + localId * 65_537) % 9_000_000
  return id % 50 === 0 ? String(BIG_IDS_FROM + BigInt(id)) : String(id)
}

function writeFacts(spec: PropertySpec, role: PropertyRole, pkg: string): Facts {
  const { baseType, modelType, uitype } = TYPES[spec.type]
  const createOnly = spec.isSettable && role.isNaming
  const id = hash(`${pkg}.${spec.name}`)
  const label = spacedName(spec.name)
  return {
    versions: `${1 + (id % 6)}.${id % 3}(1${'abcdefgh'.charAt(id % 8)})-`,
    ...(id % 7 !== 0 && { comment: [`${label} of the object${spec.isSettable ? '' : ', as the system found it'}.`] }),
    isConfigurable: spec.isSettable,
    propLocalId: String(hash(spec.name) % 60_000),
    label,
    baseType,
    modelType: modelType || `${pkg}:${spec.name.charAt(0).toUpperCase()}${spec.name.slice(1)}`,
    needsPropDelimiters: role.isNaming ? role.isBracketed : spec.type === 'dn',
    uitype,
    createOnly,
    readWrite: spec.isSettable && !createOnly,
    readOnly: !spec.isSettable,
    isNaming: role.isNaming,
    secure: spec.type === 'password',
    implicit: !spec.isSettable,
    mandatory: false,
    isOverride: role.isOverride,
    isLike: false,
    ...(spec.type === 'ip' && { validateAsIPv4OrIPv6: true }),
    ...(spec.type === 'mac' && { validateAsMAC: true }),
    ...validators(spec, role),
    ...values(spec),
    platformFlavors: [],
    isNxosConverged: false,
    isDeprecated: false,
    isHidden: false,
  }
}

function validators(spec: PropertySpec, { isNaming }: PropertyRole): object {
  if (!spec.isSettable) return {}
  if (spec.type === 'string')
    return {
      validators: [{ min: isNaming ? 1 : 0, max: 64, regexs: [{ regex: '^[a-zA-Z0-9_.:-]+$', type: 'include' }] }],
    }
  return spec.type === 'number' ? { validators: [{ min: 0, max: 65_535, regexs: [] }] } : {}
}

/** Numbers and strings with a default have only the pseudo entry. */
function values({ type, values: choices, standard }: PropertySpec): object {
  const pseudo = standard === undefined ? [] : [entry(standard, 'defaultValue', ' ')]
  const listed = choices.map((choice, index) => entry(valueOf(type, choice, index), choice, `${spacedName(choice)} `))
  const valid = [...pseudo, ...listed].sort((a, b) => (a.localName < b.localName ? -1 : 1))
  const isNumber = type === 'number' && /^\d+$/.test(standard ?? '')
  return {
    ...(valid.length > 0 && { validValues: valid }),
    ...(standard !== undefined && { default: isNumber ? Number(standard) : standard }),
  }
}

function valueOf(type: PropertyType, choice: string, index: number): string {
  if (type === 'boolean') return choice === 'yes' ? 'true' : 'false'
  return String(type === 'flags' ? 2 ** index : index)
}

function entry(value: string, localName: string, label: string) {
  return { value, localName, platformFlavors: [], label }
}
